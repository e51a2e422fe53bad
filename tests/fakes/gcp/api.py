"""What Google's APIs do: make, change, delete and read resources, on plain values."""

import time
from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from .catalogue import type_of
from .cloud import ApiError, Call, Cloud, Failure, Resource, merged
from .clusters import nodes_of, without_given, without_ignored
from .control_planes import for_next_cluster
from .making import filled_in, labels
from .places import full_name, identity
from .refusals import check
from .requests import Request
from .tokens import CLUSTER, CRYPTO_KEY, KEY_RING, NODE_POOL, REPOSITORY_MEMBER, SERVICE, SERVICE_IDENTITY
from .versions import numbers, version_for

PARENTS = {
    NODE_POOL: ("cluster", "projects/{project}/locations/{location}/clusters/{name}"),
    REPOSITORY_MEMBER: ("repository", "projects/{project}/locations/{location}/repositories/{name}"),
}
"""What a resource is in: the property that says it, by a name or in full, and how the full name is made."""

SHARED = ("IAMMember", "IamMember", "projects/service:Service", "ServiceIdentity")
"""Ends of the types of which making one that exists is no error."""

PERMANENT = (KEY_RING, CRYPTO_KEY, SERVICE_IDENTITY)
"""What cannot be deleted: it stays, and its name stays taken (docs of google_kms_key_ring, of
google_kms_crypto_key and of google_project_service_identity).
"""


Wait = Callable[[float], bool | None]
"""Waits for some seconds; true when it was told to stop."""

INTERRUPTED = "context canceled"
"""What a provider says when it is told to stop (Go, context.Canceled)."""


class LeftBehindError(Exception):
    """A creation failed after the resource came to be."""

    def __init__(self, resource: Resource, message: str) -> None:
        super().__init__(message)
        self.resource = resource


def references(type: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs with the full name of what the resource is in, and with the place that the name says."""
    key, pattern = PARENTS.get(type, ("", ""))
    if not isinstance(inputs.get(key), str):
        return dict(inputs)
    place = {"project": inputs.get("project"), "location": inputs.get("location")}
    name = full_name(inputs[key], pattern, **place)
    parts = name.split("/")
    said = {"project": parts[1], "location": parts[3]} if len(parts) == 6 else {}
    return {**inputs, key: name, **said}


def create(cloud: Cloud, type: str, inputs: Mapping[str, Any], wait: Wait = time.sleep) -> Resource:
    """Make a resource of checked inputs, project and location among them.

    Errors: ApiError; LeftBehindError when the resource is there nevertheless.
    """
    number = str(uuid4().int)[:18]
    wanted = references(type, inputs)
    failure = cloud.failure(type, "create")
    if failure and not failure.leaves_behind:
        refuse(cloud, "create", type, wanted.get("name", ""), failure)
    try:
        check(type, request(cloud, type, wanted))
        plane = for_next_cluster(cloud) if type == CLUSTER else None
        known = merged(filled_in(type, wanted, number, plane), given(type, inputs, wanted))
        made = Resource(type, identity(type, {**known, **wanted}, number), known)
        if cloud.get(type, made.id) and not type.endswith(SHARED):
            raise ApiError(409, f"Already exists: {made.id}.")
    except ApiError as error:
        cloud.log(Call("create", type, str(wanted.get("name", "")), str(error)))
        raise
    # It is there from now on, also when nobody waits for it to be ready.
    cloud.put(made)
    message = INTERRUPTED if wait(cloud.delay(type)) else failure.message if failure else ""
    cloud.log(Call("create", type, made.id, message))
    if message:
        raise LeftBehindError(made, message)
    return made


def given(type: str, inputs: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What a new resource takes from its inputs: all of it, but for what GKE ignores."""
    place = {key: wanted[key] for key in ("project", "location") if key in wanted}
    return {**(without_ignored(inputs) if type == CLUSTER else inputs), **place}


def update(cloud: Cloud, type: str, id: str, changes: Mapping[str, Any], wait: Wait = time.sleep) -> Resource:
    """Change properties of a resource; None takes one away. What has drifted elsewhere stays as it is.

    Errors: ApiError.
    """
    failure = cloud.failure(type, "update")
    if failure:
        refuse(cloud, "update", type, id, failure)
    try:
        existing = cloud.get(type, id)
        if existing is None:
            raise ApiError(404, f"Not found: {id}.")
        both = {**existing.properties, **changes}
        wanted = {key: value for key, value in both.items() if value is not None}
        asked = without_given(wanted, existing.properties) if type == NODE_POOL else wanted
        check(type, request(cloud, type, references(type, asked)))
    except ApiError as error:
        cloud.log(Call("update", type, id, str(error)))
        raise
    changed = Resource(type, id, adjusted(type, wanted))
    cloud.put(changed)
    finish(cloud, "update", type, id, wait)
    return changed


def adjusted(type: str, properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties with the outputs that follow from them."""
    after = {**properties, **labels(properties, type_of(type).outputs)}
    if type == NODE_POOL and isinstance(after.get("nodeConfig"), Mapping):
        after["nodeConfig"] = nodes_of(after["nodeConfig"])
    if type == CLUSTER and isinstance(after.get("minMasterVersion"), str):
        channel = (after.get("releaseChannel") or {}).get("channel", "REGULAR")
        wanted = version_for(after["minMasterVersion"], channel)
        # Nobody goes back: GKE may have upgraded past the minimum.
        after["masterVersion"] = max(wanted, after["masterVersion"], key=numbers)
    return after


def delete(cloud: Cloud, type: str, id: str, wait: Wait = time.sleep) -> None:
    """Delete a resource, and a cluster's node pools with it. What is not there is no error.

    Errors: ApiError.
    """
    failure = cloud.failure(type, "delete")
    if failure:
        refuse(cloud, "delete", type, id, failure)
    if type == CLUSTER:
        for pool in cloud.all(NODE_POOL):
            if pool.id.startswith(f"{id}/"):
                cloud.remove(NODE_POOL, pool.id)
    if type not in PERMANENT and not left_on(cloud, type, id):
        cloud.remove(type, id)
    finish(cloud, "delete", type, id, wait)


def left_on(cloud: Cloud, type: str, id: str) -> bool:
    """An API that the provider only forgets (docs of google_project_service, disable_on_destroy)."""
    found = cloud.get(type, id) if type == SERVICE else None
    return found is not None and not found.properties.get("disableOnDestroy")


def finish(cloud: Cloud, operation: str, type: str, id: str, wait: Wait) -> None:
    """Take the time that is ordered. Errors: ApiError when nobody waits any longer."""
    message = INTERRUPTED if wait(cloud.delay(type)) else ""
    cloud.log(Call(operation, type, id, message))
    if message:
        raise ApiError(499, message)


def read(cloud: Cloud, type: str, id: str) -> Resource | None:
    """A resource as it is; a cluster with all its node pools.

    Errors: ApiError.
    """
    failure = cloud.failure(type, "read")
    if failure:
        refuse(cloud, "read", type, id, failure)
    found = cloud.get(type, id)
    cloud.log(Call("read", type, id))
    if found is None or type != CLUSTER:
        return found
    own = [each.properties for each in cloud.all(NODE_POOL) if each.id.startswith(f"{id}/")]
    names = {each["name"] for each in own}
    default = [each for each in found.properties.get("nodePools") or [] if each["name"] not in names]
    inner = type_of(NODE_POOL).outputs - {"cluster", "project", "location", "operation", "deletionPolicy"}
    pools = [*default, *({key: each[key] for key in inner if key in each} for each in own)]
    return Resource(type, id, {**found.properties, "nodePools": pools})


def request(cloud: Cloud, type: str, inputs: Mapping[str, Any]) -> Request:
    cluster = cloud.get(CLUSTER, inputs["cluster"]) if type == NODE_POOL else None
    return Request(inputs, cloud, cluster)


def refuse(cloud: Cloud, operation: str, type: str, id: str, failure: Failure) -> None:
    """Fail as ordered. Errors: ApiError, always."""
    cloud.log(Call(operation, type, id, failure.message))
    raise ApiError(500, failure.message)

"""Where pods hide in a resource."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from .annotation import Claim, claims
from .api_object import ApiObject
from .finding import Finding
from .identity import Identity, from_api_version, from_type_token
from .part import Completeness, Seen, Surroundings, is_list, is_object, within
from .path import Path, written
from .pod import PodSpec, unreadable
from .pod_kinds import ELSEWHERE, POD_KINDS, PodKind
from .resource import Resource
from .search import overlay_completeness, pods_like, unknown_pod_fields
from .unknown import UNKNOWN

_SCHEMAS = Identity("apiextensions.k8s.io", "CustomResourceDefinition")
# Pulumi's own types, no objects of the API: what they render is registered object by object.
_RENDERERS = frozenset({"helm.sh", "kustomize", "yaml"})


def locate(resource: Resource, today: date) -> Iterator[ApiObject | PodSpec | Claim | Finding]:
    """Every object of a resource and every pod spec in it, and a finding for each place where a pod should
    be and cannot be read. Also each exemption that an object claims.

    The type and the object's own apiVersion and kind are both believed: the Kubernetes provider creates what
    the object says, whatever its type. A custom resource of an unknown kind is searched for anything like a
    pod spec.

    today: the day by which exemptions are over or not.
    """
    by_type = from_type_token(resource.type_token)
    if by_type is not None or {"apiVersion", "kind"} <= resource.properties.keys():
        for field in ("apiVersion", "kind"):
            seen = Seen((field,), resource.properties.get(field))
            if seen.value is UNKNOWN:
                around = Surroundings(resource.secrets)
                yield unreadable("object", seen, around, f"say its {field}", f"{field}: ...")
    pending = list(_objects(resource.properties, by_type))
    while pending:
        found = pending.pop(0)
        claimed = list(claims(found.value, found.path, resource.secrets, today))
        yield from claimed
        valid = tuple(each.exemption for each in claimed if each.exemption is not None)
        found = replace(found, exemptions=valid)
        yield found
        for inner in _in_object(found, resource.secrets):
            if isinstance(inner, ApiObject):
                pending.append(inner)
            else:
                yield inner


def _objects(properties: Mapping[str, object], by_type: Identity | None) -> Iterator[ApiObject]:
    """A resource, once for each kind that it may be taken for."""
    own = _own_identity(properties)
    kind = properties.get("kind")
    patch = False
    if by_type is not None:
        patched = Identity(by_type.group, by_type.kind.removesuffix("Patch"))
        # The provider's own test (pulumi-kubernetes v4, pkg/kinds/util.go): a custom kind may end in Patch.
        patch = patched != by_type and kind == patched.kind
        if patched != by_type and (patch or patched in POD_KINDS or not isinstance(kind, str)):
            yield ApiObject((), properties, patched, patch=True)
        else:
            yield ApiObject((), properties, by_type)
        if patch and own == patched:
            return
    if own is not None and own != by_type:
        yield ApiObject((), properties, own, patch)


def _own_identity(properties: Mapping[str, object]) -> Identity | None:
    return from_api_version(properties.get("apiVersion"), properties.get("kind"))


def _in_object(found: ApiObject, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding | ApiObject]:
    identity = found.identity
    if identity in POD_KINDS:
        yield from _of_pod_kind(found, POD_KINDS[identity], secrets)
    elif identity.kind.endswith("List") and (_promised(identity) in POD_KINDS or "items" in found.value):
        yield from _in_items(found, secrets)
    elif identity != _SCHEMAS and identity.group not in _RENDERERS:
        yield from _anywhere(found, secrets)


def _of_pod_kind(found: ApiObject, kind: PodKind, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding]:
    path, value = found.path, found.value
    for key in kind.pod_spec:
        path = (*path, key)
        inner = value.get(key)
        if is_object(inner):
            value = inner
            continue
        if inner is None and found.patch:
            return
        where = ".".join(kind.pod_spec)
        fix = f"{where}: {{containers: [...]}}" + _hint(found, secrets)
        around = Surroundings(secrets, owner=found)
        yield unreadable(found.identity.kind, Seen(path, inner), around, f"carry its pod at {where}", fix)
        return
    yield PodSpec(
        path,
        value,
        metadata=within(Seen(found.path, found.value), *kind.pod_spec[:-1], "metadata"),
        kind=kind,
        completeness=_patch_completeness(found.value, value, kind) if found.patch else Completeness.WHOLE,
        owner=found,
    )


def _hint(found: ApiObject, secrets: frozenset[Path]) -> str:
    elsewhere = next((path for path, _ in pods_like(found.path, found.value)), None)
    if elsewhere is None:
        return ""
    return f" (there are containers at {written(elsewhere, secrets)}, a field that the API server drops)"


def _patch_completeness(
    value: Mapping[str, object], pod_spec: Mapping[str, object], kind: PodKind
) -> Completeness:
    """A patch is a server-side apply: one that holds all that the API server requires creates the object."""
    containers = pod_spec.get("containers")
    if containers is UNKNOWN:
        enough = True
    else:
        enough = is_list(containers) and bool(containers) and all(_has_image(each) for each in containers)
    for needed in kind.needed_to_create:
        enough = enough and _present(value, needed)
    return Completeness.PATCH_OR_WHOLE if enough else Completeness.PATCH


def _has_image(container: object) -> bool:
    return container is UNKNOWN or (is_object(container) and container.get("image") is not None)


def _present(value: object, path: Path) -> bool:
    for key in path:
        if not is_object(value):
            return value is UNKNOWN
        value = value.get(str(key))
    return value is not None


def _in_items(found: ApiObject, secrets: frozenset[Path]) -> Iterator[Finding | ApiObject]:
    """The objects of a list: each by its own kind, and by the one that the list's kind promises."""
    promised = _promised(found.identity)
    carries_pods = promised in POD_KINDS or found.identity == Identity("", "List")
    path = (*found.path, "items")
    around = Surroundings(secrets, owner=found)
    items = found.value.get("items")
    if not is_list(items):
        if carries_pods and items is not None:
            yield unreadable("list", Seen(path, items), around, "give items as a list", "items: [...]")
        return
    for position, item in enumerate(items):
        at = (*path, position)
        if is_object(item):
            own = _own_identity(item)
            by_list = promised in POD_KINDS or (own is None and promised.kind)
            kinds = (own, promised if by_list else None)
            yield from (ApiObject(at, item, each) for each in dict.fromkeys(kinds) if each is not None)
            unsure = [field for field in ("apiVersion", "kind") if item.get(field) is UNKNOWN]
            for field in unsure if carries_pods else ():
                yield unreadable(
                    f"item {position}", Seen((*at, field), UNKNOWN), around, f"say its {field}", ""
                )
        elif carries_pods:
            yield unreadable(
                f"item {position}", Seen(at, item), around, "be an object", "{apiVersion: ..., ...}"
            )


def _promised(identity: Identity) -> Identity:
    """The kind of the entries of a kind of list."""
    return Identity(identity.group, identity.kind.removesuffix("List"))


def _anywhere(found: ApiObject, secrets: frozenset[Path]) -> Iterator[PodSpec | Finding]:
    for path, value in pods_like(found.path, found.value):
        completeness = overlay_completeness(value)
        if found.patch and completeness is Completeness.WHOLE:
            completeness = Completeness.PATCH_OR_WHOLE
        yield PodSpec(path, value, _metadata_beside(found, path), ELSEWHERE, completeness, found)
    if _is_foreign(found.identity.group):
        around = Surroundings(secrets, owner=found)
        for path in unknown_pod_fields(found.path, found.value):
            required = "show the pod that it may carry"
            yield unreadable(found.identity.kind, Seen(path, UNKNOWN), around, required, "")


def _metadata_beside(found: ApiObject, pod_spec: Path) -> Seen | None:
    """The metadata of a pod template: beside its spec. Nowhere for a pod spec under another key."""
    if not pod_spec or pod_spec[-1] != "spec":
        return None
    value: object = found.value
    for step in pod_spec[len(found.path) : -1]:
        if is_object(value) and isinstance(step, str):
            value = value.get(step)
        elif is_list(value) and isinstance(step, int):
            value = value[step]
    return within(Seen(pod_spec[:-1], value), "metadata")


def _is_foreign(group: str) -> bool:
    """Whether a group is that of a custom resource: Kubernetes' own have no dot, or end in .k8s.io."""
    return "." in group and not group.endswith(".k8s.io")

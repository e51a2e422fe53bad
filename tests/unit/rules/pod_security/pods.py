"""Pods with one thing that may be wrong, and what a rule says of them."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import Resource
from tests.unit.rules.edits import applied
from tests.unit.rules.objects import about, good_container, good_context, good_pod_spec, pod

LISTS = ("containers", "initContainers", "ephemeralContainers")
IN_EACH_LIST = pytest.mark.parametrize("key", LISTS)
"""For each list in which containers stand."""

NOT_SAID = (None, {})
"""How an object says nothing."""


def with_container(key: str = "containers", spec: Any = None, **fields: Any) -> Resource:
    """A pod with a container of these fields in a list, beside a good one; `spec` has fields of the pod."""
    rest = {} if key == "containers" else {"containers": [good_container()]}
    return pod(good_pod_spec(**{**rest, **(spec or {}), key: [good_container(name="c", **fields)]}))


def with_context(key: str = "containers", spec: Any = None, **fields: Any) -> Resource:
    """The same with fields of the container's security context."""
    return with_container(key, spec, securityContext=good_context(**fields))


def with_pod_context(context: Any, **fields: Any) -> Resource:
    """A pod with a security context, and further fields."""
    return pod(good_pod_spec(securityContext=context, **fields))


def with_annotations(annotations: Any, **fields: Any) -> Resource:
    """A pod with annotations, and further fields of its spec."""
    plain = pod(good_pod_spec(**fields))
    metadata = {"name": "x", "annotations": annotations}
    return Resource(plain.type_token, {**plain.properties, "metadata": metadata})


def found(rule: str, resource: Resource, **parameters: Any) -> list[tuple[str, str]]:
    """Verdict and path of each finding of a rule."""
    return [(str(each.verdict), each.path) for each in about(rule, resource, **parameters)]


def level(level: str, version: str = "latest") -> dict[str, str]:
    """The parameters that all rules of the Pod Security Standards share."""
    return {"pod_security_level": level, "pod_security_version": version}


def mended(rule: str, resource: Resource, **parameters: Any) -> Resource:
    """The resource after the edits of a rule."""
    properties: Any = resource.properties
    for finding in about(rule, resource, **parameters):
        for edit in finding.edits:
            properties = applied(properties, edit)
    return Resource(resource.type_token, properties)


def edits(rule: str, resource: Resource, **parameters: Any) -> list[tuple[Any, Any]]:
    """Path and value of each edit of a rule."""
    return [
        (each.path, each.value) for finding in about(rule, resource, **parameters) for each in finding.edits
    ]

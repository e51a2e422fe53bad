"""What a pod asks for of the node that it runs on. Pure."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, cast

from ..quantities import amount


def pod_requests(pod: Mapping[str, Any], resource: str) -> Decimal | None:
    """How much of a resource a pod is scheduled by: its containers together, or the largest of what runs
    before them where that is more. What Kubernetes adds for a RuntimeClass is not in it.

    pod: the pod spec, in API form.
    resource: e.g. `cpu`, in cores, or `memory`, in bytes.

    None: a quantity is none. Source: Kubernetes documentation, "Init Containers", resource sharing.
    """
    together, before = Decimal(0), Decimal(0)
    for container, first in containers(pod):
        asked = requested(container, resource)
        if asked is None:
            return None
        if first and container.get("restartPolicy") != "Always":
            before = max(before, asked)
        else:
            together += asked
    return max(together, before)


def containers(pod: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """Each container, and whether it runs before the others."""
    for key in ("initContainers", "containers"):
        listed: object = pod.get(key)
        for each in cast("list[object]", listed) if isinstance(listed, list | tuple) else []:
            if isinstance(each, Mapping):
                yield cast("Mapping[str, Any]", each), key == "initContainers"


def requested(container: Mapping[str, Any], resource: str) -> Decimal | None:
    """The request of one container, which is its limit where it has none; None when that is no quantity."""
    resources: object = container.get("resources")
    for key in ("requests", "limits"):
        group = cast("Mapping[str, Any]", resources).get(key) if isinstance(resources, Mapping) else None
        if isinstance(group, Mapping) and resource in group:
            return amount(cast("Mapping[str, Any]", group)[resource])
    return Decimal(0)

"""A pod spec made fit for code that nobody trusts: what is left out gets the safe value, what is said is
kept.

What the filled-in pod passes: Pod Security `restricted` (Kubernetes v1.36, pod-security-admission/policy),
the 16 rules of upstream's admission example (agent-sandbox v0.5.6,
examples/policy/vap/secure-sandbox-policy.yaml), GKE's managed rules. A value that is said and unsafe stays
as it is here; the rules judge it.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

from ..facts.gke_sandbox import Placement
from ..facts.tenant_nodes import TENANT_LABEL, tenant_taint
from .resources import with_limits
from .runtimes import PLACEMENTS, SandboxRuntime

POD_DEFAULTS: dict[str, Any] = {
    "automountServiceAccountToken": False,
    # The addresses of every Service of the namespace are nothing that a sandbox should be told.
    "enableServiceLinks": False,
    "securityContext": {"runAsNonRoot": True, "seccompProfile": {"type": "RuntimeDefault"}},
}
CONTAINER_DEFAULTS: dict[str, Any] = {
    "securityContext": {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}},
}
CONTAINER_LISTS = ("initContainers", "containers")


def hardened(pod: Mapping[str, Any], runtime: SandboxRuntime = SandboxRuntime.GVISOR) -> dict[str, Any]:
    """A pod spec in API form with every safe default filled in; the given one is not changed.

    A pod that names another RuntimeClass keeps it and gets no placement for `runtime`.
    """
    placement = PLACEMENTS[runtime]
    result = filled(pod, POD_DEFAULTS)
    if pod.get("runtimeClassName") in (None, placement.runtime_class):
        result = placed(result, placement)
    for name in CONTAINER_LISTS:
        containers = result.get(name)
        if isinstance(containers, list | tuple):
            result[name] = [hardened_container(each) for each in cast(list[Any], containers)]
    return result


def hardened_container(container: Any) -> Any:
    """One container with its safe defaults and with limits; anything but a map is left for the check."""
    if not isinstance(container, Mapping):
        return container
    result = filled(cast(Mapping[str, Any], container), CONTAINER_DEFAULTS)
    resources: Any = result.get("resources")
    if isinstance(resources, Mapping | None):
        result["resources"] = with_limits(cast(Mapping[str, Any], resources or {}))
    return result


def placed(pod: Mapping[str, Any], placement: Placement) -> dict[str, Any]:
    """The pod on the nodes that offer the runtime, and only there."""
    selector = {placement.node_label: placement.node_value}
    result = filled(pod, {"runtimeClassName": placement.runtime_class, "nodeSelector": selector})
    return tolerating(result, placement.taint)


def on_tenant_nodes(pod: Mapping[str, Any], tenant: Any) -> dict[str, Any]:
    """The pod on the nodes of one tenant, and only there.

    tenant: text, or an output.
    """
    selector: object = pod.get("nodeSelector")
    own: Mapping[str, Any] = cast(Mapping[str, Any], selector) if isinstance(selector, Mapping) else {}
    return tolerating({**pod, "nodeSelector": {TENANT_LABEL: tenant, **own}}, tenant_taint(tenant))


def tolerating(pod: Mapping[str, Any], taint: Mapping[str, Any]) -> dict[str, Any]:
    """The pod with a toleration of the taint, and of no other, unless it has that already."""
    tolerations: Any = pod.get("tolerations")
    if tolerations is None:
        tolerations = []
    if not isinstance(tolerations, list | tuple):
        return dict(pod)
    present = [*cast(list[Any], tolerations)]
    if not any(tolerates(each, taint) for each in present):
        present.append({**taint, "operator": "Equal"})
    return {**pod, "tolerations": present}


def tolerates(toleration: Any, taint: Mapping[str, Any]) -> bool:
    """Whether a toleration names the taint exactly, as upstream's admission example asks."""
    if not isinstance(toleration, Mapping):
        return False
    entries = cast(Mapping[str, Any], toleration)
    exact = all(entries.get(key) == value for key, value in taint.items())
    return exact and entries.get("operator") in (None, "Equal")


def filled(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The given map, with the defaults where it says nothing (or null), and below that likewise."""
    result = dict(given)
    for key, default in defaults.items():
        value: Any = given.get(key)
        if value is None:
            result[key] = deepcopy(default)
        elif isinstance(value, Mapping) and isinstance(default, Mapping):
            result[key] = filled(cast(Mapping[str, Any], value), cast(Mapping[str, Any], default))
    return result

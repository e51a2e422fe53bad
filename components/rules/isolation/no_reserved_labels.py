"""No pod passes itself off as one that the controller made, or as the router."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...facts.agent_sandbox import CONTROLLER_NAMESPACE, RESERVED_PREFIXES, ROUTER_LABEL
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Seen, is_object
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN

ID: Final = "no-reserved-labels"

_ROUTER_KEY, _ROUTER_VALUE = ROUTER_LABEL
_RESERVED = "leave labels and annotations under agents.x-k8s.io to the controller"
_RESERVED_FIX = "a key of your own domain, e.g. example.com/tier"
_ROUTER = f"not carry the router's label {_ROUTER_KEY}={_ROUTER_VALUE}"
_ROUTER_FIX = f"another value of {_ROUTER_KEY} (network policies let the router reach every sandbox)"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for field in ("labels", "annotations"):
        yield from _reserved(pod, pod.metadata.see(field))
    yield from _router(pod, pod.metadata.see("labels", _ROUTER_KEY))


def _reserved(pod: Pod, keys: Seen) -> Iterator[Finding]:
    if keys.value is UNKNOWN:
        yield pod.metadata.undetermined(ID, keys, _RESERVED, _RESERVED_FIX)
    elif is_object(keys.value):
        for key, value in keys.value.items():
            if value is not None and key.startswith(RESERVED_PREFIXES):
                yield _reserved_key(pod, Seen((*keys.path, key), value))


def _reserved_key(pod: Pod, seen: Seen) -> Finding:
    """On a pod that the controller makes such a key is only lost; on any other it stays, and deceives."""
    if pod.kind.is_sandbox:
        fix = f"{_RESERVED_FIX} (the controller drops this one without an error)"
        return pod.metadata.advice(ID, seen, _RESERVED, fix)
    return pod.metadata.violation(ID, seen, _RESERVED, _RESERVED_FIX)


def _router(pod: Pod, label: Seen) -> Iterator[Finding]:
    """The router's own namespace is the controller's: there the label is right."""
    if label.value not in (_ROUTER_VALUE, UNKNOWN) or label.path[-1] != _ROUTER_KEY:
        return  # labels that are unknown as a whole have been told
    namespace = pod.owner.namespace
    if namespace == CONTROLLER_NAMESPACE and not pod.kind.is_sandbox:
        return
    if label.value is UNKNOWN:
        yield pod.metadata.undetermined(ID, label, _ROUTER, _ROUTER_FIX)
    elif namespace is None and not pod.kind.is_sandbox:
        required = f"{_ROUTER} outside {CONTROLLER_NAMESPACE}"
        fix = f"{_ROUTER_FIX}, or metadata.namespace: {CONTROLLER_NAMESPACE}, where it is the router"
        finding = pod.metadata.undetermined(ID, label, required, fix)
        yield replace(finding, found="set in a namespace that is not told")
    else:
        yield pod.metadata.violation(ID, label, _ROUTER, _ROUTER_FIX)


RULE: Final = Rule(
    id=ID,
    title="Pods carry no label of the controller or the router",
    description=(
        "Labels and annotations under agents.x-k8s.io are the controller's, and network policies select"
        f" sandboxes by them; {_ROUTER_KEY}={_ROUTER_VALUE} is how they know the router. A pod that carries"
        " them itself gets into the rules of others."
    ),
    group=Group.ISOLATION,
    severity=Severity.HIGH,
    references=(Reference("Agent Sandbox threat model", "v0.5.6", "System Label and Annotation Protection"),),
    remediation="Use keys of your own domain in the pod's metadata.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/",
    judge=each_pod(_judge),
)

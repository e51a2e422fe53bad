"""No container keeps or adds a capability."""

from collections.abc import Iterator

from ..finding import Finding
from ..part import Part, is_list
from ..pod import Pod
from ..rule import Level, Reference, Rule, Severity, Subject
from ..unknown import UNKNOWN
from .each_pod import each_pod

ID = "drop-all-capabilities"

_DROP = 'set securityContext.capabilities.drop=["ALL"]'
_DROP_FIX = "securityContext: {capabilities: {drop: [ALL]}} (on each container: a pod has no such field)"
_ADD = "not set securityContext.capabilities.add"
_ADD_FIX = "capabilities: {drop: [ALL]}, without add"


def _judge(pod: Pod) -> Iterator[Finding]:
    for container in pod.containers:
        yield from _drop(container)
        yield from _add(container)


def _drop(container: Part) -> Iterator[Finding]:
    drop = container.see("securityContext", "capabilities", "drop")
    if drop.value is None:
        yield from container.missing(ID, drop, _DROP, _DROP_FIX)
    elif drop.value is UNKNOWN:
        yield container.undetermined(ID, drop, _DROP, _DROP_FIX)
    elif not is_list(drop.value):
        yield container.violation(ID, drop, _DROP, _DROP_FIX)
    # The API compares the name exactly: `all` drops nothing.
    elif "ALL" not in drop.value:
        if any(each is UNKNOWN for each in drop.value):
            yield container.undetermined(ID, drop, _DROP, _DROP_FIX)
        else:
            yield container.violation(ID, drop, _DROP, _DROP_FIX)


def _add(container: Part) -> Iterator[Finding]:
    add = container.see("securityContext", "capabilities", "add")
    if add.value is UNKNOWN:
        # Capabilities that are unknown as a whole have been told with drop.
        if add.path[-1] == "add":
            yield container.undetermined(ID, add, _ADD, _ADD_FIX)
    elif add.value is not None and not (is_list(add.value) and not add.value):
        yield container.violation(ID, add, _ADD, _ADD_FIX)


RULE = Rule(
    id=ID,
    title="Containers drop all capabilities and add none",
    description=(
        "Every container, init and ephemeral ones included, drops ALL capabilities and adds none. What a"
        " container runtime grants by default is enough to change owners, forge packets and escape through a"
        " fault."
    ),
    subject=Subject.POD,
    severity=Severity.HIGH,
    level=Level.MANDATORY,
    references=(
        Reference("Pod Security Standards", "restricted", "Capabilities"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.9; 5.2.10"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Set securityContext.capabilities: {drop: [ALL]} on each container, and remove add.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted",
    judge=each_pod(_judge),
)

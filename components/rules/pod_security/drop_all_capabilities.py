"""No container keeps a capability that its runtime grants."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..each_pod import each_pod
from ..edit import Edit
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, is_list
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION
from ..unknown import UNKNOWN
from .mending import is_linux, setting
from .relaxation import unless_windows

ID: Final = "drop-all-capabilities"

_SINCE: Final = 22
_KEYS: Final = ("securityContext", "capabilities", "drop")
_ALL: Final = "ALL"
_REQUIRED = 'set securityContext.capabilities.drop=["ALL"]'
_FIX = "securityContext: {capabilities: {drop: [ALL]}} (on each container: a pod has no such field)"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    if settings[POD_SECURITY_VERSION] < _SINCE:
        return ()
    return unless_windows(pod, settings, _faults(pod))


def _faults(pod: Pod) -> Iterator[Finding]:
    mendable = is_linux(pod)
    for container in pod.containers:
        yield from _drop(container, mendable)


def _drop(container: Part, mendable: bool) -> Iterator[Finding]:
    drop = container.see(*_KEYS)
    if drop.value is None:
        edits = setting(container, _KEYS, [_ALL]) if mendable else ()
        yield from container.missing(ID, drop, _REQUIRED, _FIX, *edits)
    elif drop.value is UNKNOWN:
        yield container.undetermined(ID, drop, _REQUIRED, _FIX)
    elif not is_list(drop.value):
        yield container.violation(ID, drop, _REQUIRED, _FIX)
    # The API compares the name exactly: `all` drops nothing.
    elif _ALL not in drop.value:
        if any(each is UNKNOWN for each in drop.value):
            yield container.undetermined(ID, drop, _REQUIRED, _FIX)
        else:
            edits = (Edit((*drop.path, len(drop.value)), _ALL),) if mendable else ()
            yield container.violation(ID, drop, _REQUIRED, _FIX, *edits)


RULE: Final = Rule(
    id=ID,
    title="Containers drop all capabilities",
    description=(
        "Every container, init and ephemeral ones included, drops ALL capabilities. Those that a container"
        " runtime grants by default are enough to change owners, forge packets and escape through a fault."
    ),
    group=Group.POD_SECURITY_RESTRICTED,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "restricted", "Capabilities"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.8; 5.2.10"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Set securityContext.capabilities: {drop: [ALL]} on each container.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
    mends=True,
)

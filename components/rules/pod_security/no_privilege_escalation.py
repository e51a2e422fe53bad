"""No process of a container gains rights that its parent does not have."""

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

ID: Final = "no-privilege-escalation"

_SINCE: Final = 8
_KEYS: Final = ("securityContext", "allowPrivilegeEscalation")
_REQUIRED = "set securityContext.allowPrivilegeEscalation=false"
_FIX = "securityContext: {allowPrivilegeEscalation: false} (on each container: a pod has no such field)"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    if settings[POD_SECURITY_VERSION] < _SINCE:
        return ()
    return unless_windows(pod, settings, _faults(pod))


def _faults(pod: Pod) -> Iterator[Finding]:
    for container in pod.containers:
        allowed = container.see(*_KEYS)
        if allowed.value is None:
            edits = _edits(container) if is_linux(pod) else ()
            yield from container.missing(ID, allowed, _REQUIRED, _FIX, *edits)
        elif allowed.value is UNKNOWN:
            yield container.undetermined(ID, allowed, _REQUIRED, _FIX)
        elif allowed.value is not False:
            yield container.violation(ID, allowed, _REQUIRED, _FIX)


def _edits(container: Part) -> tuple[Edit, ...]:
    """False, but where the API server refuses it beside what was said (kubernetes v1.36.3,
    pkg/apis/core/validation, ValidateSecurityContext).
    """
    privileged = container.see("securityContext", "privileged").value
    add = container.see("securityContext", "capabilities", "add").value
    is_admin = add is UNKNOWN or (is_list(add) and any(each in ("CAP_SYS_ADMIN", UNKNOWN) for each in add))
    return () if is_admin or privileged not in (None, False) else setting(container, _KEYS, False)


RULE: Final = Rule(
    id=ID,
    title="No process gains rights that its parent does not have",
    description=(
        "Every container, init and ephemeral ones included, sets allowPrivilegeEscalation to false, written"
        " out. Otherwise a set-user-ID program in the image makes root of any user."
    ),
    group=Group.POD_SECURITY_RESTRICTED,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "restricted", "Privilege Escalation"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.6"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Set securityContext.allowPrivilegeEscalation: false on each container.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
    mends=True,
)

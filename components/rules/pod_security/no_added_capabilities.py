"""No container adds a capability that its level does not allow."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings, names
from ..part import Part, Seen, is_list
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION, PodSecurityLevel
from ..unknown import UNKNOWN
from .relaxation import unless_windows

ID: Final = "no-added-capabilities"

ALLOWED_CAPABILITIES: Final = names(
    "allowed_capabilities",
    "Capabilities that a container may add beside those that the level allows.",
    default=(),
    example='["NET_BIND_SERVICE"]',
)

# k8s.io/pod-security-admission v0.37.2, policy/check_capabilities_baseline.go and
# check_capabilities_restricted.go, which is stricter since v1.22.
_BASELINE: Final = frozenset(
    {
        "AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE",
        "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT",
    }
)  # fmt: skip
_RESTRICTED: Final = frozenset({"NET_BIND_SERVICE"})
_RESTRICTED_SINCE: Final = 22

_FIX = "capabilities: {drop: [ALL]}, without add"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    faults = _faults(pod, _allowed(settings))
    # At the level baseline, the standards do not relax this for Windows.
    if settings[POD_SECURITY_LEVEL] is PodSecurityLevel.RESTRICTED:
        return unless_windows(pod, settings, faults)
    return faults


def _allowed(settings: Settings) -> Set[str]:
    further = settings[ALLOWED_CAPABILITIES]
    match settings[POD_SECURITY_LEVEL]:
        case PodSecurityLevel.SANDBOX:
            return frozenset(further)
        case PodSecurityLevel.RESTRICTED if settings[POD_SECURITY_VERSION] >= _RESTRICTED_SINCE:
            return _RESTRICTED.union(further)
        case _:
            return _BASELINE.union(further)


def _faults(pod: Pod, allowed: Set[str]) -> Iterator[Finding]:
    for container in pod.containers:
        add = container.see("securityContext", "capabilities", "add")
        if add.value is not None:
            yield from _of_container(container, add, allowed)


def _of_container(container: Part, add: Seen, allowed: Set[str]) -> Iterator[Finding]:
    required = "not set securityContext.capabilities.add"
    if allowed:
        required = f"add no capability but {', '.join(sorted(allowed))} in securityContext.capabilities.add"
    if add.value is UNKNOWN:
        yield container.undetermined(ID, add, required, _FIX)
    elif not is_list(add.value) or any(_is_wrong(each, allowed) for each in add.value):
        yield container.violation(ID, add, required, _FIX)
    elif any(each is UNKNOWN for each in add.value):
        yield container.undetermined(ID, add, required, _FIX)


def _is_wrong(capability: object, allowed: Set[str]) -> bool:
    """Whether a capability is certainly not allowed: where none is, also one that is not known yet."""
    if capability is UNKNOWN:
        return not allowed
    return not isinstance(capability, str) or capability not in allowed


RULE: Final = Rule(
    id=ID,
    title="Containers add no capabilities",
    description=(
        "No container adds a capability, but for those that the level of the Pod Security Standards allows:"
        " NET_BIND_SERVICE at restricted, what container runtimes grant anyway at baseline, none for a"
        " sandbox. Each is a part of what root may do to the node."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "baseline", "Capabilities"),
        Reference("Pod Security Standards", "restricted", "Capabilities"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.8; 5.2.9"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation=(
        "Remove securityContext.capabilities.add from each container. A server that listens on a port below"
        " 1024 can listen on one above."
    ),
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION, ALLOWED_CAPABILITIES),
)

"""No container sees what is masked in /proc."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION, PodSecurityLevel
from .relaxation import unless_in_user_namespace

ID: Final = "default-proc-mount"

_REQUIRED = "not set securityContext.procMount to anything but Default"
_FIX = "the container without procMount"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    # At the level restricted, the standards do not relax this for user namespaces.
    if settings[POD_SECURITY_LEVEL] is PodSecurityLevel.BASELINE:
        return unless_in_user_namespace(pod, settings, _faults(pod))
    return _faults(pod)


def _faults(pod: Pod) -> Iterator[Finding]:
    for container in pod.containers:
        mount = container.see("securityContext", "procMount")
        yield from container.unless(ID, mount, lambda value: value == "Default", _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No container sees what is masked in /proc",
    description=(
        "securityContext.procMount is Default or left out. Unmasked shows a container the parts of /proc that"
        " speak of its node, and lets it write there. At the level baseline it is allowed in a user namespace"
        " since v1.35."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(Reference("Pod Security Standards", "baseline", "/proc Mount Type"),),
    remediation="Remove securityContext.procMount from each container.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
)

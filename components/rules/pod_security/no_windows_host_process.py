"""No Windows container runs on its node itself."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .contexts import parts_with_context
from .values import is_false

ID: Final = "no-windows-host-process"

_REQUIRED = "not set securityContext.windowsOptions.hostProcess=true"
_FIX = "windowsOptions without hostProcess"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for part in parts_with_context(pod):
        host_process = part.see("securityContext", "windowsOptions", "hostProcess")
        yield from part.unless(ID, host_process, is_false, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No Windows container runs on its node itself",
    description=(
        "windowsOptions.hostProcess is not set, on the pod or on a container. Such a container is a process"
        " of the Windows node, with its network, its files and its rights."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.CRITICAL,
    references=(
        Reference("Pod Security Standards", "baseline", "HostProcess"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.11"),
    ),
    remediation="Remove securityContext.windowsOptions.hostProcess.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
)

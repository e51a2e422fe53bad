"""No pod shares a namespace with its node."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .values import is_false

ID: Final = "no-host-namespaces"

_FIELDS: Final = ("hostNetwork", "hostPID", "hostIPC")


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for field in _FIELDS:
        required, fix = f"not set {field}=true", f"the pod without {field}"
        yield from pod.itself.unless(ID, pod.itself.see(field), is_false, required, fix)


RULE: Final = Rule(
    id=ID,
    title="No pod shares a namespace with its node",
    description=(
        "hostNetwork, hostPID and hostIPC are not set. They show a pod the network, the processes and the"
        " memory of its node, where no network policy holds and the metadata server answers."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.CRITICAL,
    references=(
        Reference("Pod Security Standards", "baseline", "Host Namespaces"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.3; 5.2.4; 5.2.5"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Remove hostNetwork, hostPID and hostIPC from the pod spec.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
)

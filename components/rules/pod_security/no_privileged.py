"""No container is privileged."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .values import is_false

ID: Final = "no-privileged"

_REQUIRED = "not set securityContext.privileged=true"
_FIX = "the container without privileged"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for container in pod.containers:
        privileged = container.see("securityContext", "privileged")
        yield from container.unless(ID, privileged, is_false, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No container is privileged",
    description=(
        "No container sets securityContext.privileged. A privileged container has every capability and every"
        " device of its node: it is root there."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.CRITICAL,
    references=(
        Reference("Pod Security Standards", "baseline", "Privileged Containers"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.2"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Remove securityContext.privileged from each container.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
)

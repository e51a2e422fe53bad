"""No container takes a port of its node."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .values import is_zero

ID: Final = "no-host-port"

_REQUIRED = "not set hostPort"
_FIX = "containerPort alone, with a Service before it where others connect"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for container in pod.containers:
        for port in container.each("ports"):
            yield from container.unless(ID, within(port, "hostPort"), is_zero, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No container takes a port of its node",
    description=(
        "No port of a container sets hostPort. Such a port is open on the address of the node, past the"
        " network policies of its namespace, and can take the place of a service of the node."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "baseline", "Host Ports"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.13"),
    ),
    remediation="Remove hostPort and let others connect through a Service.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
)

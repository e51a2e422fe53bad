"""No volume is a folder of the node."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import is_object, within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN

ID: Final = "no-host-path"

_REQUIRED = "not use hostPath"
_FIX = "emptyDir: {}, or a persistentVolumeClaim for what has to last"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for volume in pod.volumes:
        host_path = volume.see("hostPath")
        if host_path.value is UNKNOWN:
            yield volume.undetermined(ID, host_path, _REQUIRED, _FIX)
        elif host_path.value is not None:
            # Of the object, a reader wants to know which folder it names.
            named = within(host_path, "path") if is_object(host_path.value) else host_path
            yield volume.violation(ID, named, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No volume is a folder of the node",
    description=(
        "No volume uses hostPath. What a pod reads and writes there belongs to its node: credentials of other"
        " pods, the socket of the container runtime, the programs of the system."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.CRITICAL,
    references=(
        Reference("Pod Security Standards", "baseline", "HostPath Volumes"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.12"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Pod security enforcement"),
    ),
    remediation="Use emptyDir, or a persistentVolumeClaim for what has to last.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
)

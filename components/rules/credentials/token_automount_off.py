"""No pod is given the token of its service account."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..edit import Edit
from ..finding import Finding
from ..parameter import Settings, flag
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN

ID: Final = "token-automount-off"

WRITTEN_OUT: Final = flag(
    "written_out",
    "Whether a SandboxTemplate has to say false too, although the controller sets it where it is left out.",
    default=False,
)

_OFF = "set automountServiceAccountToken=false"
_OFF_FIX = "automountServiceAccountToken: false, in the pod spec"


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    automount = pod.itself.see("automountServiceAccountToken")
    if automount.value is None:
        if pod.kind.token_off_when_unset and not settings[WRITTEN_OUT]:
            yield pod.itself.advice(ID, automount, _OFF, _OFF_FIX)
        else:
            yield from pod.itself.missing(ID, automount, _OFF, _OFF_FIX, Edit(automount.path, False))
    elif automount.value is UNKNOWN:
        yield pod.itself.undetermined(ID, automount, _OFF, _OFF_FIX)
    elif automount.value is not False:
        yield pod.itself.violation(ID, automount, _OFF, _OFF_FIX)


RULE: Final = Rule(
    id=ID,
    title="Pods get no service account token",
    description=(
        "automountServiceAccountToken is false, written out. Only a SandboxTemplate may leave it out: the"
        " controller then sets false. With a token, code in the pod speaks to the API server."
    ),
    group=Group.CREDENTIALS,
    severity=Severity.HIGH,
    references=(
        Reference("CIS Kubernetes Benchmark", "1.8", "5.1.6"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Protecting Pod service account tokens"),
    ),
    remediation="Set automountServiceAccountToken: false in the pod spec.",
    url="https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/"
    "#opt-out-of-api-credential-automounting",
    judge=each_pod(_judge),
    parameters=(WRITTEN_OUT,),
    mends=True,
)

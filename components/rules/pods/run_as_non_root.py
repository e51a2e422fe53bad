"""No container runs as root."""

from collections.abc import Iterator

from ..finding import Finding
from ..part import Part, Seen
from ..pod import Pod
from ..rule import Level, Reference, Rule, Severity, Subject
from ..unknown import UNKNOWN
from .each_pod import each_pod

ID = "run-as-non-root"

_NON_ROOT = "set securityContext.runAsNonRoot=true"
_NON_ROOT_FIX = "securityContext: {runAsNonRoot: true}, on the container or for all on the pod"
_USER = "set securityContext.runAsUser above 0, or leave it out"
_USER_FIX = "runAsUser: 10001, or no runAsUser (fsGroup of the pod makes volumes writable without root)"


def _judge(pod: Pod) -> Iterator[Finding]:
    """A container's own value counts, else the pod's.

    A pod's false is a fault even where each container says true, as it is to Pod Security admission.
    """
    inherited = pod.itself.see("securityContext", "runAsNonRoot")
    yield from _told(pod.itself, inherited)
    yield from _user(pod.itself)
    for container in pod.containers:
        own = container.see("securityContext", "runAsNonRoot")
        if own.value is None and inherited.value is None:
            yield from container.missing(ID, own, _NON_ROOT, _NON_ROOT_FIX)
        yield from _told(container, own)
        yield from _user(container)


def _told(part: Part, non_root: Seen) -> Iterator[Finding]:
    if non_root.value is UNKNOWN:
        yield part.undetermined(ID, non_root, _NON_ROOT, _NON_ROOT_FIX)
    elif non_root.value is not None and non_root.value is not True:
        yield part.violation(ID, non_root, _NON_ROOT, _NON_ROOT_FIX)


def _user(part: Part) -> Iterator[Finding]:
    user = part.see("securityContext", "runAsUser")
    if user.value is UNKNOWN:
        # A security context that is unknown as a whole has been told with runAsNonRoot.
        if user.path[-1] == "runAsUser":
            yield part.undetermined(ID, user, _USER, _USER_FIX)
    elif user.value is not None and not _is_user(user.value):
        yield part.violation(ID, user, _USER, _USER_FIX)


def _is_user(value: object) -> bool:
    """Whether a value is the number of a user other than root. Pulumi hands on every number as a float."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and value > 0 and value == value // 1
    )


RULE = Rule(
    id=ID,
    title="Containers do not run as root",
    description=(
        "Every container, init and ephemeral ones included, has runAsNonRoot true, of its own or of its pod,"
        " and neither sets user 0. Root in a container is root against every fault of the kernel and of a"
        " mount."
    ),
    subject=Subject.POD,
    severity=Severity.HIGH,
    level=Level.MANDATORY,
    references=(
        Reference("Pod Security Standards", "restricted", "Running as Non-root; Running as Non-root user"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.2.7"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Non-root containers"),
    ),
    remediation=(
        "Set securityContext.runAsNonRoot: true on the pod, and a runAsUser above 0 where the image names no"
        " user by number. Where an init container only changes the owner of a volume, set"
        " securityContext.fsGroup instead."
    ),
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted",
    judge=each_pod(_judge),
)

"""No container runs as root."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION
from ..unknown import UNKNOWN
from .contexts import parts_with_context
from .mending import setting
from .relaxation import unless_in_user_namespace
from .values import is_user

ID: Final = "run-as-non-root"

_USER_SINCE: Final = 23
_KEYS: Final = ("securityContext", "runAsNonRoot")

_NON_ROOT = "set securityContext.runAsNonRoot=true"
_NON_ROOT_FIX = "securityContext: {runAsNonRoot: true}, on the container or for all on the pod"
_USER = "set securityContext.runAsUser above 0, or leave it out"
_USER_FIX = "runAsUser: 10001, or no runAsUser (fsGroup of the pod makes volumes writable without root)"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    user_counts = settings[POD_SECURITY_VERSION] >= _USER_SINCE
    return unless_in_user_namespace(pod, settings, _faults(pod, user_counts))


def _faults(pod: Pod, user_counts: bool) -> Iterator[Finding]:
    """A container's own value counts, else the pod's.

    A pod's false is a fault even where each container says true, as it is to Pod Security admission.
    """
    yield from _silent(pod)
    for part in parts_with_context(pod):
        yield from _told(part)
        if user_counts:
            yield from _user(part)


def _silent(pod: Pod) -> Iterator[Finding]:
    if pod.itself.see(*_KEYS).value is not None:
        return
    for container in pod.containers:
        own = container.see(*_KEYS)
        if own.value is None:
            edits = setting(pod.itself, _KEYS, True)
            yield from container.missing(ID, own, _NON_ROOT, _NON_ROOT_FIX, *edits)


def _told(part: Part) -> Iterator[Finding]:
    yield from part.unless(ID, part.see(*_KEYS), lambda value: value is True, _NON_ROOT, _NON_ROOT_FIX)


def _user(part: Part) -> Iterator[Finding]:
    user = part.see("securityContext", "runAsUser")
    # A security context that is unknown as a whole has been told with runAsNonRoot.
    if user.value is not UNKNOWN or user.path[-1] == "runAsUser":
        yield from part.unless(ID, user, is_user, _USER, _USER_FIX)


RULE: Final = Rule(
    id=ID,
    title="Containers do not run as root",
    description=(
        "Every container, init and ephemeral ones included, has runAsNonRoot true, of its own or of its pod,"
        " and neither sets user 0. Root in a container is root against every fault of the kernel and of a"
        " mount. At the level restricted, a pod in a user namespace may do so since v1.35."
    ),
    group=Group.POD_SECURITY_RESTRICTED,
    severity=Severity.HIGH,
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
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
    mends=True,
)

"""Every container runs under a seccomp profile."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..each_pod import each_pod
from ..edit import Edit
from ..finding import Finding
from ..parameter import Settings
from ..part import Seen, within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION, PodSecurityLevel
from ..unknown import UNKNOWN
from .annotations import annotations
from .contexts import parts_with_context, profile_fix, profile_required, wrong_profile
from .mending import is_linux, setting
from .relaxation import depending_on, unless_windows

ID: Final = "seccomp-profile"

_FIELD: Final = "seccompProfile"
_FIELD_SINCE: Final = 19

# What counts up to v1.18, when there was no field. Source: k8s.io/pod-security-admission v0.37.2,
# policy/check_seccompProfile_baseline.go.
_POD_ANNOTATION: Final = "seccomp.security.alpha.kubernetes.io/pod"
_CONTAINER_ANNOTATION: Final = "container.seccomp.security.alpha.kubernetes.io/"
_ANNOTATION_REQUIRED = "set its seccomp annotation to runtime/default or localhost/*, or leave it out"
_ANNOTATION_FIX = "runtime/default"


def _judge(pod: Pod, settings: Settings) -> Iterable[Finding]:
    if settings[POD_SECURITY_VERSION] < _FIELD_SINCE:
        return _annotations(pod)
    # At the level baseline, the standards do not relax this for Windows.
    if settings[POD_SECURITY_LEVEL] is PodSecurityLevel.BASELINE:
        return _wrong(pod)
    return unless_windows(pod, settings, _wrong_or_missing(pod))


def _wrong(pod: Pod) -> Iterator[Finding]:
    for part in parts_with_context(pod):
        yield from wrong_profile(ID, part, _FIELD)


def _wrong_or_missing(pod: Pod) -> Iterator[Finding]:
    yield from _wrong(pod)
    if pod.itself.see("securityContext", _FIELD).value is not None:
        return
    for container in pod.containers:
        own = container.see("securityContext", _FIELD)
        if own.value is None:
            required, fix = profile_required(_FIELD), profile_fix(_FIELD)
            yield from container.missing(ID, within(own, "type"), required, fix, *_edits(pod))


def _edits(pod: Pod) -> tuple[Edit, ...]:
    """The runtime's profile on the pod, where nothing is said there."""
    default = {"type": "RuntimeDefault"}
    return setting(pod.itself, ("securityContext", _FIELD), default) if is_linux(pod) else ()


def _annotations(pod: Pod) -> Iterator[Finding]:
    names = [container.see("name") for container in pod.containers]
    own = {_CONTAINER_ANNOTATION + str(name.value or "") for name in names if name.value is not UNKNOWN}
    own.add(_POD_ANNOTATION)
    yield from _wrong_annotations(pod, annotations(pod, own.__contains__))
    unknown = next((name for name in names if name.value is UNKNOWN), None)
    if unknown is not None:
        others = annotations(pod, lambda key: key.startswith(_CONTAINER_ANNOTATION) and key not in own)
        yield from depending_on(unknown, pod, _wrong_annotations(pod, others))


def _wrong_annotations(pod: Pod, found: Iterable[Seen]) -> Iterator[Finding]:
    for annotation in found:
        yield from pod.metadata.unless(ID, annotation, _is_confined, _ANNOTATION_REQUIRED, _ANNOTATION_FIX)


def _is_confined(value: object) -> bool:
    return isinstance(value, str) and (
        value in ("runtime/default", "docker/default") or value.startswith("localhost/")
    )


RULE: Final = Rule(
    id=ID,
    title="Every container runs under a seccomp profile",
    description=(
        "The seccomp profile, of the pod or of each container, is RuntimeDefault or Localhost; at the level"
        " baseline it may also be left out. Without one a container has every system call of the kernel, also"
        " those in which faults are found again and again."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "restricted", "Seccomp"),
        Reference("Pod Security Standards", "baseline", "Seccomp"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.7.2"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Hardening container environments"),
    ),
    remediation="Set securityContext.seccompProfile: {type: RuntimeDefault} on the pod.",
    url="https://kubernetes.io/docs/tutorials/security/seccomp/",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_LEVEL, POD_SECURITY_VERSION),
    mends=True,
)

"""What the Pod Security Standards let pass for Windows pods and for pods in a user namespace.

Source: k8s.io/pod-security-admission v0.37.2, policy/check_allowPrivilegeEscalation.go (Windows) and
policy/helpers.go (user namespaces). The level `sandbox` has no relaxation. A patch has to say itself what
relaxes.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from ..finding import Finding, Verdict
from ..parameter import Settings
from ..part import Seen
from ..path import written
from ..pod import Pod
from ..standards import POD_SECURITY_LEVEL, POD_SECURITY_VERSION, PodSecurityLevel
from ..unknown import UNKNOWN
from .values import is_false

_WINDOWS_SINCE: Final = 25
_USER_NAMESPACE_SINCE: Final = 35


def unless_windows(pod: Pod, settings: Settings, faults: Iterable[Finding]) -> Iterable[Finding]:
    """Faults that a pod with spec.os.name=windows does not have, since v1.25."""
    return _unless(pod, settings, _WINDOWS_SINCE, pod.itself.see("os", "name"), is_windows, faults)


def unless_in_user_namespace(pod: Pod, settings: Settings, faults: Iterable[Finding]) -> Iterable[Finding]:
    """Faults that a pod with spec.hostUsers=false does not have, since v1.35."""
    return _unless(pod, settings, _USER_NAMESPACE_SINCE, pod.itself.see("hostUsers"), is_false, faults)


def is_windows(value: object) -> bool:
    """Whether a value is the name of that operating system."""
    return value == "windows"


def depending_on(seen: Seen, pod: Pod, faults: Iterable[Finding]) -> Iterator[Finding]:
    """Faults that are none if a value which is not known yet turns out so."""
    where = written(seen.path, pod.itself.secrets)
    for fault in faults:
        if fault.verdict is Verdict.VIOLATION:
            found = f"{fault.found}, and {where} is not known yet"
            yield replace(fault, verdict=Verdict.UNDETERMINED, found=found, edits=())
        else:
            yield fault


def _unless(
    pod: Pod,
    settings: Settings,
    since: int,
    seen: Seen,
    relaxes: Callable[[object], bool],
    faults: Iterable[Finding],
) -> Iterable[Finding]:
    strict = settings[POD_SECURITY_LEVEL] is PodSecurityLevel.SANDBOX
    if strict or settings[POD_SECURITY_VERSION] < since:
        return faults
    if seen.value is UNKNOWN:
        return depending_on(seen, pod, faults)
    return () if relaxes(seen.value) else faults

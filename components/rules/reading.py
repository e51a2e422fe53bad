"""What was read in a resource, once for all rules."""

from dataclasses import dataclass
from datetime import date

from .exemption import VALID
from .finding import Finding
from .locate import locate
from .pod import Pod, PodSpec, read_pod
from .resource import Resource


@dataclass(frozen=True)
class Reading:
    """What rules are given.

    resource:           what was read.
    pods:               every pod in it.
    unreadable:         each place where a pod should be or may be, and cannot be read.
    invalid_exemptions: each exemption that is malformed or over.
    """

    resource: Resource
    pods: tuple[Pod, ...]
    unreadable: tuple[Finding, ...]
    invalid_exemptions: tuple[Finding, ...]


def read(resource: Resource, today: date) -> Reading:
    """Read a resource. Never raises, whatever its properties hold."""
    located = list(locate(resource, today))
    pods = tuple(read_pod(each, resource.secrets) for each in located if isinstance(each, PodSpec))
    findings = [each for each in located if isinstance(each, Finding)]
    findings += [each for pod in pods for each in pod.unreadable]
    return Reading(
        resource,
        pods,
        unreadable=tuple(each for each in findings if each.rule != VALID),
        invalid_exemptions=tuple(each for each in findings if each.rule == VALID),
    )

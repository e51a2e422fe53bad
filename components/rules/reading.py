"""What was read in a resource, once for all rules."""

from dataclasses import dataclass
from datetime import date

from .annotation import Claim
from .api_object import ApiObject
from .finding import Finding
from .locate import locate
from .pod import Pod, PodSpec, read_pod
from .resource import Resource


@dataclass(frozen=True)
class Reading:
    """What rules are given.

    resource:   what was read.
    objects:    every object of the API in it, once for each kind that it may be taken for.
    pods:       every pod in it.
    unreadable: each place where a pod should be or may be, and cannot be read.
    claims:     each exemption that an object makes for itself.
    """

    resource: Resource
    objects: tuple[ApiObject, ...]
    pods: tuple[Pod, ...]
    unreadable: tuple[Finding, ...]
    claims: tuple[Claim, ...]


def read(resource: Resource, today: date) -> Reading:
    """Read a resource. Never raises, whatever its properties hold."""
    located = list(locate(resource, today))
    pods = tuple(read_pod(each, resource.secrets) for each in located if isinstance(each, PodSpec))
    unreadable = [each for each in located if isinstance(each, Finding)]
    return Reading(
        resource,
        objects=tuple(each for each in located if isinstance(each, ApiObject)),
        pods=pods,
        unreadable=(*unreadable, *(each for pod in pods for each in pod.unreadable)),
        claims=tuple(each for each in located if isinstance(each, Claim)),
    )

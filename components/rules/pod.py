"""A pod, read once for all rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .exemption import Exemption
from .finding import Finding, Verdict
from .part import Completeness, Part, Seen, described, is_list, is_object, named
from .path import Path, is_secret, written
from .unknown import UNKNOWN

READABLE = "pod-readable"
"""The id of the rule under which a pod that cannot be read is reported."""

# core/v1 PodSpec: the three lists in which containers stand. A sidecar is an init container that restarts.
CONTAINER_LISTS: Mapping[str, str] = {
    "containers": "container",
    "initContainers": "init container",
    "ephemeralContainers": "ephemeral container",
}

_GIVE_A_VALUE = "a value that is known before the deployment"


@dataclass(frozen=True, slots=True)
class PodSpec:
    """A pod spec where it was found.

    path:                 where it stands in the resource.
    value:                what it holds.
    must_have_containers: whether its kind carries a pod by definition, so that none found is a fault.
    token_off_when_unset: whether a missing automountServiceAccountToken means false.
    completeness:         whether what is missing from it is missing in the cluster.
    exemptions:           what its object says is meant.
    """

    path: Path
    value: Mapping[str, object]
    must_have_containers: bool
    token_off_when_unset: bool
    completeness: Completeness
    exemptions: tuple[Exemption, ...]


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod and its parts.

    itself:     the pod spec.
    containers: every container that could be read: ordinary, init and ephemeral ones.
    volumes:    every volume that could be read.
    token_off_when_unset: whether a missing automountServiceAccountToken means false.
    exemptions: what its object says is meant.
    unreadable: what could not be read, so that nothing passes because nobody saw it.
    """

    itself: Part
    containers: tuple[Part, ...]
    volumes: tuple[Part, ...]
    token_off_when_unset: bool
    exemptions: tuple[Exemption, ...]
    unreadable: tuple[Finding, ...]


def read_pod(spec: PodSpec, secrets: frozenset[Path]) -> Pod:
    """Read a pod spec. Nothing raises: what has the wrong shape is in `unreadable`."""
    itself = Part("pod", spec.path, spec.value, spec.completeness, secrets)
    faults: list[Finding] = []
    containers = tuple(
        container
        for key, what in CONTAINER_LISTS.items()
        for container in _entries(itself, key, what, faults)
    )
    volumes = tuple(_entries(itself, "volumes", "volume", faults))
    if spec.must_have_containers:
        faults.extend(_no_containers(itself))
    faults.extend(_not_objects(itself, ("securityContext",)))
    for container in containers:
        faults.extend(_not_objects(container, ("securityContext",), ("securityContext", "capabilities")))
    for volume in volumes:
        faults.extend(_not_objects(volume, ("projected",)))
    return Pod(itself, containers, volumes, spec.token_off_when_unset, spec.exemptions, tuple(faults))


def unreadable(who: str, seen: Seen, secrets: frozenset[Path], required: str, fix: str) -> Finding:
    """Something of a pod that cannot be read: undetermined when it is only not known yet."""
    unknown = seen.value is UNKNOWN
    return Finding(
        READABLE,
        Verdict.UNDETERMINED if unknown else Verdict.VIOLATION,
        who,
        written(seen.path, secrets),
        described(seen.value, is_secret(seen.path, secrets)),
        required,
        _GIVE_A_VALUE if unknown else fix,
    )


def _entries(pod: Part, key: str, what: str, faults: list[Finding]) -> Iterator[Part]:
    seen = pod.see(key)
    if seen.value is None:
        return
    if not is_list(seen.value):
        faults.append(unreadable("pod", seen, pod.secrets, f"give {key} as a list", f"{key}: [...]"))
        return
    for position, entry in enumerate(seen.value):
        path = (*seen.path, position)
        if is_object(entry):
            yield Part(named(what, entry, path, pod.secrets), path, entry, pod.completeness, pod.secrets)
        else:
            found = Seen(path, entry)
            faults.append(
                unreadable(f"{what} {position}", found, pod.secrets, "be an object", "{name: ..., ...}")
            )


def _no_containers(pod: Part) -> Iterator[Finding]:
    seen = pod.see("containers")
    if seen.value is None or (is_list(seen.value) and not seen.value):
        yield from pod.missing(READABLE, seen, "name its containers", "containers: [{name: ..., image: ...}]")


def _not_objects(part: Part, *fields: tuple[str, ...]) -> Iterator[Finding]:
    for keys in fields:
        seen = part.see(*keys)
        # An unknown value is left to the rules that ask for what lies in it.
        if seen.value is not None and seen.value is not UNKNOWN and not is_object(seen.value):
            field = ".".join(keys)
            yield unreadable(
                part.who, seen, part.secrets, f"give {field} as an object", f"{keys[-1]}: {{...}}"
            )

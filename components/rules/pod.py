"""A pod, read once for all rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from .api_object import ApiObject
from .finding import Finding, Verdict
from .ids import READABLE
from .part import Completeness, Part, Seen, Surroundings, described, is_list, is_object, named
from .path import Path, is_secret, written
from .pod_kinds import PodKind
from .unknown import UNKNOWN

# core/v1 PodSpec: the three lists in which containers stand. A sidecar is an init container that restarts.
CONTAINER_LISTS: Mapping[str, str] = {
    "containers": "container",
    "initContainers": "init container",
    "ephemeralContainers": "ephemeral container",
}


class Shape(NamedTuple):
    """The fields of a part that hold objects, and lists of objects, in which rules look for others."""

    objects: tuple[tuple[str, ...], ...]
    lists: tuple[tuple[str, ...], ...] = ()


_CONTEXT = (
    ("securityContext",),
    ("securityContext", "appArmorProfile"),
    ("securityContext", "seLinuxOptions"),
    ("securityContext", "seccompProfile"),
    ("securityContext", "windowsOptions"),
)
_RESOURCES = (("resources",), ("resources", "limits"))
_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
_HANDLERS = ("postStart", "preStop")
HANDLERS: Final = (
    *((probe,) for probe in _PROBES),
    *(("lifecycle", handler) for handler in _HANDLERS),
)
"""Where a container names a request that the kubelet makes."""
HANDLER_ACTIONS: Final = ("httpGet", "tcpSocket")
"""The kinds of request that name a host."""

# core/v1 PodSpec, Container and Volume, Kubernetes 1.36.
POD_SHAPE: Final = Shape(
    (*_CONTEXT, *_RESOURCES, ("nodeSelector",), ("os",)), (("securityContext", "sysctls"), ("tolerations",))
)
CONTAINER_SHAPE: Final = Shape(
    (
        *_CONTEXT,
        *_RESOURCES,
        ("securityContext", "capabilities"),
        ("lifecycle",),
        *HANDLERS,
        *((*handler, action) for handler in HANDLERS for action in HANDLER_ACTIONS),
    ),
    (("ports",), ("env",), ("envFrom",)),
)
VOLUME_SHAPE: Final = Shape(
    (
        ("configMap",),
        ("csi",),
        ("downwardAPI",),
        ("emptyDir",),
        ("ephemeral",),
        ("image",),
        ("persistentVolumeClaim",),
        ("projected",),
        ("secret",),
    )
)
# meta/v1 ObjectMeta
METADATA_SHAPE: Final = Shape((("annotations",), ("labels",)))

_GIVE_A_VALUE = "a value that is known before the deployment"


@dataclass(frozen=True, slots=True)
class PodSpec:
    """A pod spec where it was found.

    path:         where it stands in the resource.
    value:        what it holds.
    metadata:     the metadata of its pod, where it was found; None where it has no place.
    kind:         what its kind is known for.
    completeness: whether what is missing from it is missing in the cluster.
    owner:        the object that it stands in.
    """

    path: Path
    value: Mapping[str, object]
    metadata: Seen | None
    kind: PodKind
    completeness: Completeness
    owner: ApiObject


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod and its parts.

    itself:     the pod spec.
    metadata:   the metadata of the pod; without fields where it has none, or one that cannot be read.
    containers: every container that could be read: ordinary, init and ephemeral ones.
    volumes:    every volume that could be read.
    kind:       what its kind is known for.
    owner:      the object that it stands in.
    unreadable: what could not be read, so that nothing passes because nobody saw it.
    """

    itself: Part
    metadata: Part
    containers: tuple[Part, ...]
    volumes: tuple[Part, ...]
    kind: PodKind
    owner: ApiObject
    unreadable: tuple[Finding, ...]


def read_pod(spec: PodSpec, secrets: frozenset[Path]) -> Pod:
    """Read a pod spec. Nothing raises: what has the wrong shape is in `unreadable`."""
    surroundings = Surroundings(secrets, spec.completeness, spec.owner)
    itself = Part("pod", spec.path, spec.value, surroundings)
    faults: list[Finding] = []
    metadata = _metadata(spec, surroundings, faults)
    containers = tuple(
        container
        for key, what in CONTAINER_LISTS.items()
        for container in _entries(itself, key, what, faults)
    )
    volumes = tuple(_entries(itself, "volumes", "volume", faults))
    if spec.kind.must_have_containers:
        faults.extend(_no_containers(itself))
    for parts, shape in (
        ((itself,), POD_SHAPE),
        ((metadata,), METADATA_SHAPE),
        (containers, CONTAINER_SHAPE),
        (volumes, VOLUME_SHAPE),
    ):
        for part in parts:
            faults.extend(_misshapen(part, shape))
    return Pod(itself, metadata, containers, volumes, spec.kind, spec.owner, tuple(faults))


def unreadable(who: str, seen: Seen, surroundings: Surroundings, required: str, fix: str) -> Finding:
    """Something of a pod that cannot be read: undetermined when it is only not known yet."""
    unknown = seen.value is UNKNOWN
    secrets = surroundings.secrets
    return Finding(
        READABLE,
        Verdict.UNDETERMINED if unknown else Verdict.VIOLATION,
        who,
        written(seen.path, secrets),
        described(seen.value, is_secret(seen.path, secrets)),
        required,
        _GIVE_A_VALUE if unknown else fix,
        owner=surroundings.owner,
        at=seen.path,
    )


def _metadata(spec: PodSpec, surroundings: Surroundings, faults: list[Finding]) -> Part:
    seen = spec.metadata
    if seen is not None and is_object(seen.value):
        return Part("pod", seen.path, seen.value, surroundings)
    if seen is not None and seen.value is not None:
        faults.append(
            unreadable("pod", seen, surroundings, "give its metadata as an object", "metadata: {...}")
        )
    return Part("pod", seen.path if seen else spec.path, {}, surroundings)


def _entries(pod: Part, key: str, what: str, faults: list[Finding]) -> Iterator[Part]:
    seen = pod.see(key)
    if seen.value is None:
        return
    if not is_list(seen.value):
        faults.append(unreadable("pod", seen, pod.surroundings, f"give {key} as a list", f"{key}: [...]"))
        return
    for position, entry in enumerate(seen.value):
        path = (*seen.path, position)
        if is_object(entry):
            image = entry.get("image")
            yield Part(
                named(what, entry, path, pod.secrets),
                path,
                entry,
                pod.surroundings,
                image if isinstance(image, str) else "",
            )
        else:
            found = Seen(path, entry)
            faults.append(
                unreadable(f"{what} {position}", found, pod.surroundings, "be an object", "{name: ..., ...}")
            )


def _no_containers(pod: Part) -> Iterator[Finding]:
    seen = pod.see("containers")
    if seen.value is None or (is_list(seen.value) and not seen.value):
        yield from pod.missing(READABLE, seen, "name its containers", "containers: [{name: ..., image: ...}]")


def _misshapen(part: Part, shape: Shape) -> Iterator[Finding]:
    """The fields in which rules look for others, and which hold something else than the API says.

    An unknown value is left to the rules that ask for what lies in it.
    """
    for keys in shape.objects:
        if keys[0] not in part.value:
            continue  # as most are: this is asked of every container
        seen = part.see(*keys)
        if seen.value is not None and seen.value is not UNKNOWN and not is_object(seen.value):
            fix = f"{keys[-1]}: {{...}}"
            yield unreadable(part.who, seen, part.surroundings, f"give {'.'.join(keys)} as an object", fix)
    for keys in shape.lists:
        whole = part.see(*keys).path
        for seen in part.each(*keys):
            if seen.value is not UNKNOWN and (seen.path == whole or not is_object(seen.value)):
                fix = f"{keys[-1]}: [{{...}}]"
                required = f"give {'.'.join(keys)} as a list of objects"
                yield unreadable(part.who, seen, part.surroundings, required, fix)

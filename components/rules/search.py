"""Pods in a custom resource whose schema is not known here."""

from collections.abc import Iterator, Mapping

from .part import Completeness, is_list, is_object
from .path import Path
from .pod import CONTAINER_LISTS
from .unknown import UNKNOWN

# The fields under which a custom resource keeps a pod, by custom: not knowing one of these is not knowing
# whether there is a pod.
_POD_FIELDS = frozenset(
    {"spec", "template", "podTemplate", "podTemplateSpec", "podSpec", "jobTemplate", *CONTAINER_LISTS}
)


def overlay_completeness(pod_spec: Mapping[str, object]) -> Completeness:
    """Containers without an image are merged into an operator's own, as a patch; with one they are new."""
    images = [
        container.get("image")
        for key in CONTAINER_LISTS
        for container in _listed(pod_spec.get(key))
        if is_object(container)
    ]
    if any(image is not None and image is not UNKNOWN for image in images):
        return Completeness.WHOLE
    return Completeness.PATCH_OR_WHOLE if any(image is UNKNOWN for image in images) else Completeness.PATCH


def pods_like(path: Path, value: object) -> Iterator[tuple[Path, Mapping[str, object]]]:
    """Whatever looks like a pod spec: an object with a list of objects where a pod has its containers."""
    for at, each in _walk(path, value):
        if is_object(each) and any(_lists_objects(each.get(key)) for key in CONTAINER_LISTS):
            yield at, each


def _lists_objects(value: object) -> bool:
    return any(is_object(each) for each in _listed(value))


def unknown_pod_fields(path: Path, value: object) -> Iterator[Path]:
    """Where a pod, or all its containers, may stand and are not known yet."""
    for at, each in _walk(path, value):
        if each is UNKNOWN and at and at[-1] in _POD_FIELDS:
            yield at
        elif is_object(each) and not any(_lists_objects(each.get(key)) for key in CONTAINER_LISTS):
            for key in CONTAINER_LISTS:
                if any(entry is UNKNOWN for entry in _listed(each.get(key))):
                    yield (*at, key)


def _walk(path: Path, value: object) -> Iterator[tuple[Path, object]]:
    """Every value under a value, outermost first, in the order of the document, but those in containers."""
    pending: list[tuple[Path, object]] = [(path, value)]
    while pending:
        path, value = pending.pop()
        yield path, value
        if is_object(value):
            inner = [
                ((*path, key), each)
                for key, each in value.items()
                if key not in CONTAINER_LISTS or not is_list(each)
            ]
            pending.extend(reversed(inner))
        elif is_list(value):
            pending.extend(((*path, at), value[at]) for at in reversed(range(len(value))))


def _listed(value: object) -> Iterator[object]:
    if is_list(value):
        yield from value

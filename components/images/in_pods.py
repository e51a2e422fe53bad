"""The images that a pod spec in API form names. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from ..problems import Problem
from ..shapes.opaque import IsOpaque
from ..shapes.paths import join

CONTAINER_LISTS: Final = ("initContainers", "containers", "ephemeralContainers")
VOLUMES: Final = "volumes"
"""A volume has an image too, as `image.reference`. Source: k8s.io/api v0.36.3, core/v1/types.go,
ImageVolumeSource.
"""


def pod_images(pod: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Every image by the path of its field; only text counts.

    path: where the pod spec stands.
    """
    found: dict[str, Any] = {}
    for name in CONTAINER_LISTS:
        for index, container in entries(pod.get(name)):
            found[join(join(join(path, name), index), "image")] = container.get("image")
    for index, volume in entries(pod.get(VOLUMES)):
        if isinstance(volume.get("image"), Mapping):
            where = join(join(join(path, VOLUMES), index), "image")
            found[join(where, "reference")] = volume["image"].get("reference")
    return {place: image for place, image in found.items() if isinstance(image, str)}


def with_images(pod: Mapping[str, Any], image_of: Callable[[Any], Any]) -> dict[str, Any]:
    """The same pod spec with other images; the given one is not changed, and what is no container stays.

    image_of: from the value of a field to the value that takes its place.
    """

    def container_of(container: Any) -> Any:
        return replaced(container, "image", image_of)

    def volume_of(volume: Any) -> Any:
        return replaced(volume, "image", lambda image: replaced(image, "reference", image_of))

    result = dict(pod)
    for name, entry_of in {**dict.fromkeys(CONTAINER_LISTS, container_of), VOLUMES: volume_of}.items():
        if isinstance(result.get(name), list | tuple):
            result[name] = [entry_of(each) for each in result[name]]
    return result


def replaced(value: Any, key: str, new: Callable[[Any], Any]) -> Any:
    """A map with another value under a key that it has; anything else as it is."""
    if not isinstance(value, Mapping):
        return value
    given = cast(Mapping[str, Any], value)
    return {**given, key: new(given[key])} if key in given else given


def entries(value: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The maps in a list, with their indices."""
    if isinstance(value, list | tuple):
        for index, entry in enumerate(cast("list[Any]", value)):
            if isinstance(entry, Mapping):
                yield index, cast(Mapping[str, Any], entry)


def hidden_image_problems(pod: Mapping[str, Any], path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """Containers and volumes that are outputs as a whole: no image in them is seen, and none is mapped."""
    for name in (*CONTAINER_LISTS, VOLUMES):
        value = pod.get(name)
        hidden = [join(path, name)] if is_opaque(value) else []
        if isinstance(value, list | tuple):
            items = enumerate(cast("list[Any]", value))
            hidden = [join(join(path, name), index) for index, each in items if is_opaque(each)]
        for place in hidden:
            yield Problem(
                place,
                "is an output as a whole beside image_map",
                "the images within it would not be mapped",
                "a plain list of maps, with outputs as the values of single fields",
            )

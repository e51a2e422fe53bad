"""The image map: from where images are pulled instead of from where their names say. Pure.

A map has a registry, or a folder in one, and what stands in its place: `registry.k8s.io` and
`europe-west4-docker.pkg.dev/acme/registry-k8s-io`. The longest one that an image lies in counts.
"""

from collections.abc import Iterator, Mapping
from typing import cast

from ..problems import Problem
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join
from .reference import name_of, registry_of, version_of

EXAMPLE = "europe-west4-docker.pkg.dev/acme/mirror"


def mapped(image: object, image_map: Mapping[str, object]) -> object:
    """An image by the name under which it is pulled, with its tag and digest.

    What the map says nothing of stays as it is written, and so does an image that lies in a replacement
    already: mapping twice is mapping once. Docker Hub's short names count by their long ones: `python:3.12`
    lies in `docker.io/library`.
    """
    name = name_of(image) if isinstance(image, str) else None
    if name is None:
        return image
    replacements = registries(image_map)
    if any(lies_in(name, replacement) for replacement in replacements.values()):
        return image
    around = [registry for registry in replacements if lies_in(name, registry)]
    if not around:
        return image
    longest = max(around, key=len)
    return replacements[longest] + name[len(longest) :] + version_of(str(image))


def registries(image_map: Mapping[str, object]) -> dict[str, str]:
    """The entries that are valid, each registry by its one name."""
    pairs = ((registry_of(key), registry_or_none(value)) for key, value in image_map.items())
    return {key: value for key, value in pairs if key is not None and value is not None}


def registry_or_none(value: object) -> str | None:
    """A registry by its one name; None for anything else."""
    return registry_of(value) if isinstance(value, str) else None


def lies_in(name: str, registry: str) -> bool:
    """Whether a full name is of a registry or folder. Whole components are compared: `ghcr.io/acme-evil/x`
    does not lie in `ghcr.io/acme`.
    """
    return name == registry or name.startswith(f"{registry}/")


def image_map_problems(image_map: object, path: str, is_opaque: IsOpaque = never_opaque) -> Iterator[Problem]:
    """Entries that would map nothing, or to what nobody can pull."""
    if is_opaque(image_map) or not isinstance(image_map, Mapping):
        return
    entries = cast(Mapping[object, object], image_map)
    replacements = {key: registry_or_none(value) for key, value in entries.items()}
    seen: dict[str, object] = {}
    for key, value in entries.items():
        where, registry = join(path, key), registry_or_none(key)
        if registry is None:
            yield Problem(
                where,
                "is no registry, and no folder of one",
                "an image is compared by its whole name, with its registry and without tag",
                "registry.k8s.io, or docker.io/library for python:3.12",
            )
        elif registry in seen:
            yield Problem(where, f"is {seen[registry]} again", fix="one entry for both")
        elif any(around and lies_in(registry, around) for around in replacements.values()):
            yield Problem(
                where,
                "lies in what an entry maps to",
                "an image that is in a replacement already is not mapped again",
                "the last replacement in that entry, and no entry here",
            )
        if registry is not None:
            seen.setdefault(registry, key)
        if isinstance(value, str) and replacements[key] is None:
            yield Problem(
                where,
                "maps to what is no registry, and no folder of one",
                "the rest of the image's name, its tag and digest are put behind it",
                EXAMPLE,
            )

"""Whether the nodes can pull the images at all. Pure."""

from collections.abc import Iterator, Mapping

from ..problems import Problem
from .image_map import mapped
from .reference import name_of
from .registries import ON_THE_INTERNET, host_of, is_reached_privately

IN_VAIN = "its pods would wait for their image for ever"


def supply_problems(
    nat: bool | None, images: Mapping[str, str], image_map: Mapping[str, object]
) -> list[Problem]:
    """Images that private nodes cannot pull, for the want of a way to the internet and of a mirror.

    nat: whether the nodes reach the internet, by Cloud NAT or by addresses of their own; None where the
        network is somebody else's, and nobody knows: no problem then, but `supply_notices`.
    images: by the path of their field, as they are written. None may be a secret: messages name registries.
    """
    return list(unreachable_images(images, image_map)) if nat is False else []


def supply_notices(
    nat: bool | None, images: Mapping[str, str], image_map: Mapping[str, object]
) -> list[Problem]:
    """What to tell where it is not known whether the nodes reach an image; the arguments are those of
    `supply_problems`.
    """
    if nat:
        return []
    return [
        Problem(
            path,
            f"comes from {host}: whether the nodes reach that is undetermined",
            f"{in_doubt(host)} {IN_VAIN}",
            f"{host} among the upstreams of RemoteImageRepositories, or nothing where they reach it",
        )
        for path, host in distant_hosts(images, image_map).items()
        if nat is None or host not in ON_THE_INTERNET
    ]


def in_doubt(host: str) -> str:
    """On what it depends whether nodes reach a registry."""
    if host in ON_THE_INTERNET:
        return "the network is not made here; without Cloud NAT"
    return "it is not Google's; unless it lies in the nodes' own network, or they have Cloud NAT,"


def unreachable_images(images: Mapping[str, str], image_map: Mapping[str, object]) -> Iterator[Problem]:
    """Every image that comes from the internet and is not mapped to where private nodes pull from.

    images: by the path of their field, as they are written.
    """
    for path, host in distant_hosts(images, image_map).items():
        if host in ON_THE_INTERNET:
            yield Problem(
                path,
                f"comes from {host}, which nodes without a way to the internet do not reach",
                f"{ON_THE_INTERNET[host]}; {IN_VAIN}",
                f"{host} among the upstreams of RemoteImageRepositories, with its image_map; a copy in"
                " Artifact Registry; or a network with Cloud NAT",
            )


def distant_hosts(images: Mapping[str, str], image_map: Mapping[str, object]) -> dict[str, str]:
    """The registries that are not Google's, by the path of the field. What is no valid image is left to the
    checks of its form.
    """
    names = {path: name_of(str(mapped(image, image_map))) for path, image in images.items()}
    hosts = {path: host_of(name) for path, name in names.items() if name is not None}
    return {path: host for path, host in hosts.items() if not is_reached_privately(host)}

"""Whether the nodes may pull the images. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..problems import Problem
from .image_map import mapped
from .reference import name_of

DOCKER_HOST_SUFFIX = "-docker.pkg.dev"
"""A Docker repository's host is its location with this. Source: Artifact Registry documentation, "Repository
and image names".
"""


class ArtifactRepository(NamedTuple):
    """A repository of Artifact Registry, by the names of the group that gives nodes the right to it."""

    location: str
    project: str
    repository: str


def repository_of(image: object) -> ArtifactRepository | None:
    """The repository that an image lies in; None for an image of any other registry.

    The id of a project in a domain has a slash in place of its colon there:
    `us-docker.pkg.dev/example.com/acme/agents/python` is of the project `example.com:acme` (the same page).
    """
    name = name_of(image) if isinstance(image, str) else None
    host, *folders = (name or "").split("/")
    if not host.endswith(DOCKER_HOST_SUFFIX):
        return None
    if folders and "." in folders[0]:
        folders = [":".join(folders[:2]), *folders[2:]]
    # The last one is the image itself.
    if len(folders) < 3:
        return None
    return ArtifactRepository(host.removesuffix(DOCKER_HOST_SUFFIX), folders[0], folders[1])


def pull_problems(
    images: Mapping[str, str],
    image_map: Mapping[str, object],
    repositories: Mapping[str, Mapping[str, Any]],
    path: str,
    project: str,
) -> list[Problem]:
    """Repositories of the cluster's own project that the nodes may not read, once each. They are private
    unless somebody opened them.

    images: what runs on these nodes, by the path of its field, as it is written.
    repositories: `repositories` of a SandboxNodePool, or `nodes.image_repositories` of a cluster, with the
        groups that RemoteImageRepositories adds.
    path: where that map stands.
    project: the cluster's, which is the default of each group.
    """
    return [
        Problem(
            path,
            f"lacks {lacking.repository} in {lacking.location}, from which {used_by} is pulled",
            "the nodes' account may read the named repositories alone: its pods would wait for their image"
            " for ever",
            entry_of(lacking, project),
        )
        for lacking, used_by in lacking_repositories(images, image_map, repositories, project)
        if lacking.project == project
    ]


def pull_notices(
    images: Mapping[str, str],
    image_map: Mapping[str, object],
    repositories: Mapping[str, Mapping[str, Any]],
    path: str,
    project: str,
) -> list[Problem]:
    """The same for repositories of other projects, of which nobody knows here whether all may read them."""
    return [
        Problem(
            path,
            f"lacks {lacking.repository} in {lacking.location} of {lacking.project}, from which {used_by} is"
            " pulled: whether the nodes may read that is undetermined",
            "the nodes' account may read the named repositories, and those that all may read",
            f"{entry_of(lacking, project)}, unless all may read it",
        )
        for lacking, used_by in lacking_repositories(images, image_map, repositories, project)
        if lacking.project != project
    ]


def lacking_repositories(
    images: Mapping[str, str],
    image_map: Mapping[str, object],
    repositories: Mapping[str, Mapping[str, Any]],
    project: str,
) -> Iterator[tuple[ArtifactRepository, str]]:
    """Each repository that is used and not named, with the path of the first image in it."""
    told = {
        ArtifactRepository(
            str(each["location"]), str(each.get("project") or project), str(each["repository"])
        )
        for each in repositories.values()
    }
    for path, image in images.items():
        used = repository_of(mapped(image, image_map))
        if used is not None and used not in told:
            told.add(used)
            yield used, path


def entry_of(repository: ArtifactRepository, project: str) -> str:
    """What to write for a repository."""
    elsewhere = "" if repository.project == project else f", project: {repository.project}"
    key = repository.repository.replace(".", "-")
    group = f"location: {repository.location}, repository: {repository.repository}{elsewhere}"
    return f"{key}: {{{group}}}"

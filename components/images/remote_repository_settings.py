"""From the arguments of RemoteImageRepositories to names and properties. Pure."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

DEFAULT_UPSTREAMS: Final[Mapping[str, Mapping[str, Any]]] = {"registry.k8s.io": {}}
"""Where the images of the controller and of upstream's runtimes are. Source: agent-sandbox v0.5.6,
release manifest and examples.
"""

DOCKER_HUB: Final = "docker.io"

LONGEST_ID: Final = 63
"""Characters of a repository's id: lower-case letters, digits and hyphens, a letter first, no hyphen last.
Source: Artifact Registry documentation, "Create standard repositories", name.
"""

DIGEST_LENGTH: Final = 8
SECONDS_OF_A_DAY: Final = 24 * 60 * 60


def upstreams_of(args: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """The upstreams by their host, the default where none is said."""
    given: Mapping[str, Mapping[str, Any]] | None = args.get("upstreams")
    return DEFAULT_UPSTREAMS if given is None else given


def slug(host: str) -> str:
    """A registry's host as a part of names: `registry-k8s-io`."""
    return re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")


def repository_id(name: str, host: str, scope: str, kms_key_name: str | None) -> str:
    """The id of a repository, which is a part of the names of its images.

    It is another one when the repository must be a new one in the same place, so that the new one is made,
    and templates and pools have moved over to its images, before the old one is deleted.

    name: of the component. host: of the upstream.
    scope: what tells this stack from others in the same Google Cloud project.
    """
    digest = sha256(f"{scope}/{name}/{host}/{kms_key_name or ''}".encode()).hexdigest()[:DIGEST_LENGTH]
    words = slug(f"{name}-{host}")
    if not words[:1].isalpha():
        words = f"images-{words}"
    return f"{words[: LONGEST_ID - DIGEST_LENGTH - 1].strip('-')}-{digest}"


def registry_uri(location: str, project: str, repository: str) -> str:
    """What the names of a repository's images begin with. Source: Artifact Registry documentation,
    "Repository and image names", which has the slash for projects in a domain as well.
    """
    return f"{location}-docker.pkg.dev/{project.replace(':', '/')}/{repository}"


def repository_ids(name: str, args: Mapping[str, Any], scope: str) -> dict[str, str]:
    """The ids of the repositories by upstream.

    args: plain values.
    """
    key: str | None = args.get("kms_key_name")
    return {host: repository_id(name, host, scope, key) for host in upstreams_of(args)}


def planned_image_map(name: str, args: Mapping[str, Any], scope: str) -> dict[str, str]:
    """The image map that the component will have; known before anything is made.

    args: plain values, `project` among them.
    """
    ids = repository_ids(name, args, scope)
    return {host: registry_uri(args["location"], args["project"], each) for host, each in ids.items()}


def planned_repositories(name: str, args: Mapping[str, Any], scope: str) -> dict[str, dict[str, str]]:
    """The groups for `repositories` of node pools, likewise."""
    place = {"location": args["location"], "project": args["project"]}
    ids = repository_ids(name, args, scope)
    return {slug(host): {**place, "repository": each} for host, each in ids.items()}


def repository_properties(args: Mapping[str, Any], host: str) -> dict[str, Any]:
    """The properties of one repository, in pulumi_gcp's spelling, but for its id and its place.

    Docker Hub has a setting of its own; every other registry is a common repository, since custom
    repositories are deprecated (pulumi_gcp 10.2, RepositoryRemoteRepositoryConfigDockerRepository).
    """
    remote: dict[str, Any] = {"description": f"Images of {host}"}
    if host == DOCKER_HUB:
        remote["docker_repository"] = {"public_repository": "DOCKER_HUB"}
    else:
        remote["common_repository"] = {"uri": f"https://{host}"}
    credentials = upstreams_of(args)[host].get("credentials")
    if credentials:
        remote["upstream_credentials"] = {"username_password_credentials": dict(credentials)}
    properties: dict[str, Any] = {
        "format": "DOCKER",
        "mode": "REMOTE_REPOSITORY",
        "description": f"Images of {host}, fetched when they are first pulled",
        "remote_repository_config": remote,
        "kms_key_name": args.get("kms_key_name"),
        "labels": dict(args.get("labels") or {}),
        **cleanup_properties(args.get("cleanup") or {}),
    }
    return {key: value for key, value in properties.items() if value not in (None, {})}


def cleanup_properties(cleanup: Mapping[str, Any]) -> dict[str, Any]:
    """The cleanup policy; empty when nothing is deleted."""
    if not cleanup:
        return {}
    age = f"{int(cleanup['older_than_days']) * SECONDS_OF_A_DAY}s"
    return {
        "cleanup_policies": [{"id": "older-than", "action": "DELETE", "condition": {"older_than": age}}],
        "cleanup_policy_dry_run": cleanup.get("dry_run", False),
    }


def scanning(asked: object) -> str:
    """The setting of vulnerability scanning. Source: pulumi_gcp 10.2,
    RepositoryVulnerabilityScanningConfig.
    """
    return "DISABLED" if asked is False else "INHERITED"

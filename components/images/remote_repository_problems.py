"""Everything that is wrong with the arguments of RemoteImageRepositories, beyond their types. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ..problems import Problem
from ..shapes.names import DNS_LABEL
from ..shapes.paths import join
from .reference import registry_of
from .registries import host_of
from .remote_repository_settings import slug, upstreams_of

ZONE: Final = re.compile(r"[a-z]+-[a-z]+[0-9]+-[a-z]")
LOCATION: Final = re.compile(r"[a-z]+(-[a-z]+[0-9]+)?")
"""A region or multi-region. Source: Artifact Registry documentation, "Repository locations"."""

KEY: Final = re.compile(r"projects/[^/]+/locations/([^/]+)/keyRings/[^/]+/cryptoKeys/[^/]+")
SECRET_VERSION: Final = re.compile(r"projects/([^/]+)/secrets/([^/]+)/versions/[^/]+")
"""Source: pulumi_gcp 10.2, RepositoryRemoteRepositoryConfigUpstreamCredentialsUsernamePasswordCredentials."""

MEMBER: Final = re.compile(
    r"(serviceAccount|user|group|domain):[^\s:]+|(principal|principalSet)://iam\.googleapis\.com/\S+"
)
LABEL_KEY: Final = re.compile(r"[a-z][a-z0-9_-]{0,62}")
LABEL_VALUE: Final = re.compile(r"[a-z0-9_-]{0,63}")
"""Labels of Google Cloud, which are narrower than those of Kubernetes. Source: pulumi_gcp 10.2,
artifactregistry.Repository, labels.
"""

EVERYBODY: Final = ("allUsers", "allAuthenticatedUsers")
"""Source: IAM documentation, "Principal identifiers"."""


def repositories_problems(args: Mapping[str, Any], project: object) -> list[Problem]:
    """Every problem of the place, the upstreams, the key, the readers, the cleanup and the labels; only text
    and numbers are judged.

    project: what the arguments or the config say; None when neither does.
    """
    return [
        *place_problems(args, project),
        *upstream_problems(upstreams_of(args)),
        *key_problems(args),
        *reader_problems(args.get("readers") or {}),
        *cleanup_problems(args.get("cleanup") or {}),
        *label_problems(args.get("labels") or {}),
    ]


def place_problems(args: Mapping[str, Any], project: object) -> Iterator[Problem]:
    """A location that Artifact Registry does not have, and a project that nobody names."""
    location = args["location"]
    if isinstance(location, str) and ZONE.fullmatch(location):
        yield Problem(
            "location", "is a zone", "repositories lie in a region", "its region, e.g. europe-west4"
        )
    elif isinstance(location, str) and not LOCATION.fullmatch(location):
        yield Problem("location", "is neither a region nor a multi-region", fix="europe-west4, or europe")
    if project is None:
        yield Problem(
            "project",
            "is missing, and so is the config gcp:project",
            "the names of the images have it in them",
            "the id of the project",
        )


def upstream_problems(upstreams: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Upstreams that are no registry's host, or need no repository, and passwords in the wrong place."""
    if not upstreams:
        yield Problem("upstreams", "is empty", "nothing would be made", "registry.k8s.io: {}, or nothing")
    slugs: dict[str, str] = {}
    for host, upstream in upstreams.items():
        path = join("upstreams", host)
        name = registry_of(host)
        if name is None or name != host_of(name) or name != host:
            yield Problem(
                path,
                "is not the host of a registry",
                "its images are fetched from https:// and this host",
                "docker.io, without https:// and without a folder",
            )
        elif host == "pkg.dev" or host.endswith(".pkg.dev"):
            yield Problem(
                path,
                "is Artifact Registry itself",
                "nodes reach it without a remote repository, and need only the right to read",
                "an entry in repositories of the node pool",
            )
        elif slug(host) in slugs:
            yield Problem(
                path, f"has the same name in Google Cloud as {slugs[slug(host)]}", fix="one of them"
            )
        slugs.setdefault(slug(host), host)
        yield from credential_problems(upstream.get("credentials") or {}, f"{path}.credentials")


def credential_problems(credentials: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """A password that is no version of a secret. It may be the password itself, and is not repeated."""
    version = credentials.get("password_secret_version")
    if isinstance(version, str) and not SECRET_VERSION.fullmatch(version):
        yield Problem(
            f"{path}.password_secret_version",
            "is no version of a secret",
            "the password stays in Secret Manager; what is written here lies in the state and in the API",
            "projects/PROJECT/secrets/SECRET/versions/VERSION",
        )


def key_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """A key that Artifact Registry cannot use. Source for the location: its documentation, "Enabling
    customer-managed encryption keys".
    """
    key, location = args.get("kms_key_name"), args["location"]
    if not isinstance(key, str):
        return
    parts = KEY.fullmatch(key)
    if parts is None:
        fix = "projects/PROJECT/locations/LOCATION/keyRings/RING/cryptoKeys/KEY"
        yield Problem("kms_key_name", "is no name of a key", fix=fix)
    elif isinstance(location, str) and parts[1] != location:
        yield Problem(
            "kms_key_name",
            "lies in another location than the repositories",
            "Artifact Registry takes keys of the repository's own location alone",
            "a key in the location of the repositories",
        )


def reader_problems(readers: Mapping[str, Any]) -> Iterator[Problem]:
    """Names that no resource can have, and members that IAM does not know or that are everybody."""
    for name, member in readers.items():
        path = join("readers", name)
        if not DNS_LABEL.fullmatch(name):
            yield Problem(path, "is no name", "lower-case letters, digits and hyphens", "team-b-nodes")
        if not isinstance(member, str):
            continue
        if member in EVERYBODY:
            yield Problem(
                path,
                "is everybody",
                "anybody could fetch any image of the upstream through it, at your cost and in your name",
                "the accounts of the nodes that pull",
            )
        elif not MEMBER.fullmatch(member):
            yield Problem(
                path,
                "is no IAM member",
                "a member begins with what it is",
                "serviceAccount:nodes@my-project.iam.gserviceaccount.com",
            )


def cleanup_problems(cleanup: Mapping[str, Any]) -> Iterator[Problem]:
    """An age below a day."""
    days = cast("float | None", cleanup.get("older_than_days"))
    if days is not None and days < 1:
        yield Problem("cleanup.older_than_days", "is less than 1", fix="30")


def label_problems(labels: Mapping[str, Any]) -> Iterator[Problem]:
    """Labels that Google Cloud does not take."""
    for key, value in labels.items():
        if not LABEL_KEY.fullmatch(key) or (isinstance(value, str) and not LABEL_VALUE.fullmatch(value)):
            yield Problem(
                join("labels", key),
                "is no label of Google Cloud",
                "lower-case letters, digits, hyphens and underscores, 63 at most, a letter first in the key",
                "team: agents",
            )

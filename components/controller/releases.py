"""The releases of Agent Sandbox: their files, the API versions they serve, and known faults."""

import re
from dataclasses import dataclass

from ..problems import Problem, ProblemsError

# The newest release known when this table was written. Not v1.0.7 or v1.0.8: WebSockets through the router
# break there.
DEFAULT_RELEASE = "v1.0.11"

# The components write the kinds of this API version only.
API_VERSION = "v1beta1"

DOWNLOADS = "https://github.com/kubernetes-sigs/agent-sandbox/releases/download"

# Releases of which upstream's release notes, its image promotions (kubernetes/k8s.io,
# k8s-staging-agent-sandbox) or published install commands are on record. A tag that is not here gets no
# URL: what lies there was never looked at.
TAGS = (
    "v0.1.0",
    "v0.1.1",
    "v0.2.1",
    "v0.3.10",
    "v0.4.5",
    "v0.4.6",
    "v0.5.0",
    "v0.5.1",
    "v0.5.2",
    "v0.5.3",
    "v0.5.4",
    "v0.5.5",
    "v0.5.6",
    "v1.0.0",
    "v1.0.1",
    "v1.0.2",
    "v1.0.3",
    "v1.0.4",
    "v1.0.5",
    "v1.0.6",
    "v1.0.7",
    "v1.0.9",
    "v1.0.10",
    "v1.0.11",
)

# agent-sandbox#1012 renamed manifest.yaml to sandbox.yaml and added the single file, first released as
# v0.5.2. Before it, extensions.yaml carries a second copy of the controller's Deployment that takes the
# place of the first.
SINGLE_FILE_SINCE = (0, 5, 2)
SINGLE_FILE = ("sandbox-with-extensions.yaml",)
TWO_FILES = ("manifest.yaml", "extensions.yaml")

# docs/api-migration-guide.md at v0.5.6: v0.5.0 serves v1beta1 beside v1alpha1 and converts, v1.0.0 dropped
# v1alpha1.
BETA_SINCE = (0, 5, 0)
ALPHA_UNTIL = (1, 0, 0)

# Release notes of the release that mends it, or the issue named.
TAKES_CLAIMS = "an upgrade to it can take warm sandboxes from running claims (volcano-sh/agentcube#442)"
TRAPS = {
    "v0.5.0": f"{TAKES_CLAIMS}; take v0.5.2 or later",
    "v0.5.1": f"{TAKES_CLAIMS}; take v0.5.2 or later",
    "v1.0.5": "its manifest was published before its controller image; if that cannot be pulled, take v1.0.6",
    "v1.0.7": "WebSockets through the sandbox router are broken; take v1.0.9 or later",
    "v1.0.9": "its router NetworkPolicy opens port 9090 to every pod; v1.0.10 closed it",
}

Version = tuple[int, int, int]


@dataclass(frozen=True)
class Release:
    """One release.

    tag: its git tag, e.g. `v1.0.11`.
    assets: the names of the files to install, in the order in which to apply them.
    trap: what is known to be wrong with it; empty when nothing is.
    """

    tag: str
    assets: tuple[str, ...]
    trap: str = ""

    @property
    def urls(self) -> tuple[str, ...]:
        """Where upstream publishes the assets."""
        return tuple(f"{DOWNLOADS}/{self.tag}/{asset}" for asset in self.assets)


def parse_version(tag: str) -> Version | None:
    """`v1.0.11` as (1, 0, 11); None for anything else, pre-releases included."""
    match = re.fullmatch(r"v(\d+)\.(\d+)\.(\d+)", tag)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def served_api_versions(version: Version) -> tuple[str, ...]:
    """The API versions that a release serves, the older first."""
    alpha = ("v1alpha1",) if version < ALPHA_UNTIL else ()
    beta = ("v1beta1",) if version >= BETA_SINCE else ()
    return alpha + beta


def _assets(tag: str) -> tuple[str, ...]:
    version = parse_version(tag)
    return TWO_FILES if version is not None and version < SINGLE_FILE_SINCE else SINGLE_FILE


RELEASES = {tag: Release(tag, _assets(tag), TRAPS.get(tag, "")) for tag in TAGS}


def unknown_release(tag: str, path: str = "release") -> Problem | None:
    """The problem with a tag that is not in the table, with the list of those that are; None when it is.

    path: where the tag stands in the input.
    """
    if tag in RELEASES:
        return None
    candidate = f"v{tag}"
    fix = "one of these, or the file itself: manifest: {source: <path or https URL>, sha256: <digest>}"
    return Problem(
        path,
        f"{tag!r} is not a known release",
        f"known are {', '.join(TAGS)}; where another one would lie is not guessed",
        candidate if candidate in RELEASES else fix,
    )


def resolve(tag: str) -> Release:
    """The release with this tag.

    Errors: ProblemsError for a tag that is not in the table.
    """
    problem = unknown_release(tag)
    if problem:
        raise ProblemsError("Agent Sandbox release", [problem])
    return RELEASES[tag]

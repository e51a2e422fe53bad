"""The arguments of RemoteImageRepositories, in groups."""

from collections.abc import Mapping
from typing import Required, TypedDict

import pulumi


class RemoteImageCredentialsArgs(TypedDict, total=False):
    """As whom Artifact Registry pulls from an upstream."""

    username: Required[pulumi.Input[str]]
    """The name of the account there."""
    password_secret_version: Required[pulumi.Input[str]]
    """The version of a secret in Secret Manager that holds the password or token,
    `projects/PROJECT/secrets/SECRET/versions/VERSION`. Its value is never asked for.
    """


class RemoteImageUpstreamArgs(TypedDict, total=False):
    """A registry that images are fetched from."""

    credentials: RemoteImageCredentialsArgs
    """As whom; default: anonymously. Docker Hub counts anonymous pulls by address, and Artifact Registry's
    are shared with others.
    """


class RemoteImageCleanupArgs(TypedDict, total=False):
    """When fetched images are deleted. A pod that pulls one again has it fetched again, while the upstream
    has it.
    """

    older_than_days: Required[int]
    """Days after which an image is deleted, 1 or more, whether pods use it or not."""
    dry_run: pulumi.Input[bool]
    """Whether what would be deleted is only logged; default false."""


class RemoteImageRepositoriesArgs(TypedDict, total=False):
    """Remote repositories of Artifact Registry, one for each upstream."""

    location: Required[pulumi.Input[str]]
    """A region or multi-region, e.g. `europe-west4` or `europe`; best the cluster's. A change makes new
    repositories.
    """
    project: pulumi.Input[str]
    """The project's id. Default: the config `gcp:project`, also beside a provider of your own. A change makes
    new repositories.
    """
    upstreams: Mapping[str, RemoteImageUpstreamArgs]
    """The registries that images are fetched from, by their host, e.g. `registry.k8s.io`, `docker.io`,
    `ghcr.io`, `quay.io`, or any other that serves https. Default: registry.k8s.io, where Agent Sandbox's own
    images are.
    """
    cleanup: RemoteImageCleanupArgs
    """When fetched images are deleted; default: never."""
    vulnerability_scanning: pulumi.Input[bool]
    """Whether fetched images are scanned where the project has scanning on; default true."""
    kms_key_name: pulumi.Input[str]
    """A Cloud KMS key in the same location, `projects/…/cryptoKeys/…`, that encrypts what is fetched;
    default: Google's own. A change makes new repositories.
    """
    grant_service_agent: bool
    """Whether Artifact Registry's service agent is given the use of the key and the reading of the passwords;
    default true. False where somebody else gives them.
    """
    readers: Mapping[str, pulumi.Input[str]]
    """Who may pull beside the nodes that name the repositories, by a name of your own: IAM members, e.g.
    `serviceAccount:nodes@other-project.iam.gserviceaccount.com` for the nodes of another project.
    """
    labels: Mapping[str, pulumi.Input[str]]
    """Labels of the repositories."""

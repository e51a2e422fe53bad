"""What Artifact Registry itself needs: the use of the key, and the passwords of the upstreams."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pulumi
from pulumi_gcp import kms, projects, secretmanager

from ..cluster.encryption import KEY_ROLE
from .remote_repository_problems import SECRET_VERSION
from .remote_repository_settings import slug, upstreams_of

SERVICE: Final = "artifactregistry.googleapis.com"

SECRET_ROLE: Final = "roles/secretmanager.secretAccessor"
"""Source: Artifact Registry documentation, "Configure authentication to remote repository upstreams". Its
"Enabling customer-managed encryption keys" has the role on the key.
"""


def service_agent_grants(
    name: str, args: Mapping[str, Any], opts: pulumi.ResourceOptions
) -> list[pulumi.Resource]:
    """The bindings of the service agent; none where it needs none, or somebody else makes them. Google makes
    the agent with the first repository of a project, which is too late for a repository with a key
    (hashicorp/terraform-provider-google, issue 15572), so that it is asked for here.

    args: of RemoteImageRepositories. opts: of every resource.
    """
    key = args.get("kms_key_name")
    versions = dict(password_versions(args))
    if args.get("grant_service_agent") is False or (key is None and not versions):
        return []
    agent = projects.ServiceIdentity(
        f"{name}-artifact-registry", service=SERVICE, project=args["project"], opts=opts
    )
    grants: list[pulumi.Resource] = []
    if key is not None:
        grants.append(
            kms.CryptoKeyIAMMember(
                f"{name}-key", crypto_key_id=key, role=KEY_ROLE, member=agent.member, opts=opts
            )
        )
    for host, version in versions.items():
        parts = pulumi.Output.from_input(version).apply(secret_of)
        grants.append(
            secretmanager.SecretIamMember(
                f"{name}-{slug(host)}-password",
                project=parts.apply(lambda each: each[0]),
                secret_id=parts.apply(lambda each: each[1]),
                role=SECRET_ROLE,
                member=agent.member,
                opts=opts,
            )
        )
    return grants


def password_versions(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The version of the password's secret, by upstream."""
    for host, upstream in upstreams_of(args).items():
        if upstream.get("credentials"):
            yield host, upstream["credentials"]["password_secret_version"]


def secret_of(version: str) -> tuple[str, str]:
    """Project and secret of a version that was checked."""
    parts = SECRET_VERSION.fullmatch(version)
    return (parts[1], parts[2]) if parts else ("", "")

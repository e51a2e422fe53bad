"""Who the nodes of a pool are: a service account of their own, which can do little, and a network tag."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Required, TypedDict

import pulumi
from pulumi_gcp import artifactregistry, projects, serviceaccount

NODE_ROLE: Final = "roles/container.defaultNodeServiceAccount"
"""What a node needs for logs and metrics, and no more. Source: GKE documentation, "Configure GKE node service
accounts", grant the minimum required role.
"""

REPOSITORY_ROLE: Final = "roles/artifactregistry.reader"
"""What a node needs to pull images from one repository. Source: the same page."""


class SandboxNodeRepositoryArgs(TypedDict, total=False):
    """A repository of Artifact Registry from which nodes pull images."""

    location: Required[pulumi.Input[str]]
    """Its region or multi-region, e.g. `europe-west4` or `europe`."""
    repository: Required[pulumi.Input[str]]
    """Its name."""
    project: pulumi.Input[str]
    """Its project; default: the cluster's."""


@dataclass(frozen=True)
class NodeIdentity:
    """Who the nodes are.

    email: of the service account.
    tag: the network tag.
    bindings: what the account may do; nodes are made after them, since a node that cannot pull or log yet
        does not come up.
    """

    email: pulumi.Output[str]
    tag: str
    bindings: tuple[pulumi.Resource, ...]


def node_identity(
    name: str,
    identity: str,
    display_name: str,
    project: pulumi.Input[str],
    repositories: Mapping[str, Mapping[str, Any]],
    opts: pulumi.ResourceOptions,
) -> NodeIdentity:
    """The service account, and the roles that it has.

    name: in the stack, of the pool or cluster whose nodes these are.
    identity: the account's id and the tag.
    display_name: of the account, for people.
    project: the cluster's.
    repositories: the groups of SandboxNodeRepositoryArgs, by a name of the user's.
    opts: of every resource.
    """
    account = serviceaccount.Account(
        f"{name}-nodes",
        account_id=identity,
        project=project,
        display_name=display_name,
        opts=opts,
    )
    bindings: list[pulumi.Resource] = [
        projects.IAMMember(f"{name}-nodes", project=project, role=NODE_ROLE, member=account.member, opts=opts)
    ]
    for key, repository in repositories.items():
        bindings.append(
            artifactregistry.RepositoryIamMember(
                f"{name}-nodes-{key}",
                project=repository.get("project") or project,
                location=repository["location"],
                repository=repository["repository"],
                role=REPOSITORY_ROLE,
                member=account.member,
                opts=opts,
            )
        )
    return NodeIdentity(account.email, identity, tuple(bindings))

"""The component RemoteImageRepositories: where nodes pull from that do not reach the internet."""

from collections.abc import Mapping
from typing import Any, cast

import pulumi
from pulumi_gcp import artifactregistry

from ..cluster.node_identity import REPOSITORY_ROLE, SandboxNodeRepositoryArgs
from ..composition import available_after, checked_when_known, child_options, is_opaque, stack_scope
from ..gcp import project_of
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from ..waiting import GOOGLE, waits_for
from .remote_repository_args import RemoteImageRepositoriesArgs
from .remote_repository_problems import repositories_problems
from .remote_repository_settings import (
    planned_image_map,
    repository_ids,
    repository_properties,
    scanning,
    slug,
    upstreams_of,
)
from .service_agent import service_agent_grants


class RemoteImageRepositories(pulumi.ComponentResource):
    """Remote repositories of Artifact Registry, which fetch images from their upstream when they are first
    pulled, and keep them. Private nodes pull from them without Cloud NAT, by Private Google Access.

    Templates and the controller take `image_map`, and nodes `repositories`; both wait for the repositories.

    The repositories have names from those of the stack and of the component. A change that Artifact Registry
    cannot make in place makes new ones under other names; templates and pools move over to them, and the old
    ones are deleted last. Sandboxes that run by then keep running, but do not start anew on another node:
    with `protect` such a change is refused.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    project: pulumi.Output[str]
    """The project of the repositories."""
    location: pulumi.Output[str]
    """Their location."""
    image_map: pulumi.Output[Mapping[str, str]]
    """What stands in the place of each upstream, e.g. `registry.k8s.io` and
    `europe-west4-docker.pkg.dev/acme/images-registry-k8s-io-1a2b3c4d`. It is known at the first preview where
    location, project and key are.
    """
    repository_ids: pulumi.Output[Mapping[str, str]]
    """The id of each repository by its upstream."""

    def __init__(
        self, name: str, args: RemoteImageRepositoriesArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:RemoteImageRepositories", name, {}, opts)
        title = f"RemoteImageRepositories {name}"
        given = with_project(cast(Mapping[str, Any], args))
        with refusing():
            refuse(title, argument_problems(given))
        known = checked_when_known(title, given, lambda plain, _path: argument_problems(plain))

        scope = stack_scope()
        plain: pulumi.Output[dict[str, Any]] = pulumi.Output.all(
            location=known["location"],
            project=known["project"],
            kms_key_name=known.get("kms_key_name"),
            upstreams=dict.fromkeys(upstreams_of(known)),
        )
        ids = plain.apply(lambda each: repository_ids(name, each, scope))

        def id_of(host: str) -> pulumi.Output[str]:
            return ids.apply(lambda each: each[host])

        waits = waits_for(*GOOGLE)
        children = child_options(self, opts, hooks=waits)
        grants = service_agent_grants(name, known, children)
        after_grants = child_options(self, opts, hooks=waits, depends_on=list(grants))
        repositories = {
            host: remote_repository(f"{name}-{slug(host)}", known, host, id_of(host), after_grants)
            for host in upstreams_of(known)
        }
        bindings = [
            binding
            for host, repository in repositories.items()
            for binding in reader_bindings(f"{name}-{slug(host)}", known, repository, children)
        ]

        usable: list[pulumi.Resource] = [*repositories.values(), *bindings]
        image_map = plain.apply(lambda each: planned_image_map(name, each, scope))
        self.project = available_after(known["project"], usable)
        self.location = available_after(known["location"], usable)
        self.image_map = cast(Any, available_after(cast(Any, image_map), usable))
        self.repository_ids = cast(Any, available_after(cast(Any, ids), usable))
        self.repositories: Mapping[str, SandboxNodeRepositoryArgs] = {
            slug(host): {
                "location": known["location"],
                "project": known["project"],
                "repository": available_after(id_of(host), [repository]),
            }
            for host, repository in repositories.items()
        }
        """For `repositories` of a SandboxNodePool and `nodes.image_repositories` of a cluster, whose accounts
        then may pull. In Python alone; elsewhere `repository_ids` says the same.
        """
        self.register_outputs(
            {
                "project": self.project,
                "location": self.location,
                "image_map": self.image_map,
                "repository_ids": self.repository_ids,
            }
        )


def remote_repository(
    name: str,
    args: Mapping[str, Any],
    host: str,
    repository_id: pulumi.Input[str],
    opts: pulumi.ResourceOptions,
) -> artifactregistry.Repository:
    """The repository of one upstream.

    name: of the resource. args: checked. host: of the upstream.
    """
    asked = pulumi.Output.from_input(args.get("vulnerability_scanning"))
    return artifactregistry.Repository(
        name,
        repository_id=repository_id,
        location=args["location"],
        project=args["project"],
        vulnerability_scanning_config={"enablement_config": asked.apply(scanning)},
        opts=opts,
        **cast(Any, repository_properties(args, host)),
    )


def reader_bindings(
    name: str,
    args: Mapping[str, Any],
    repository: artifactregistry.Repository,
    opts: pulumi.ResourceOptions,
) -> list[artifactregistry.RepositoryIamMember]:
    """The right to pull from one repository, for each of the readers.

    name: what the resources' names begin with. args: checked.
    """
    readers: Mapping[str, pulumi.Input[str]] = args.get("readers") or {}
    return [
        artifactregistry.RepositoryIamMember(
            f"{name}-{reader}",
            project=args["project"],
            location=args["location"],
            repository=repository.repository_id,
            role=REPOSITORY_ROLE,
            member=member,
            opts=opts,
        )
        for reader, member in readers.items()
    ]


def with_project(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with the project of the config where they name none; None when neither does."""
    return {**args, "project": project_of(args)}


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types and, when they have none, of their values."""
    problems = list(value_problems(RemoteImageRepositoriesArgs, args, "", is_opaque))
    return problems or repositories_problems(args, args["project"])

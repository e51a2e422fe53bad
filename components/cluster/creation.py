"""What both modes of a cluster create: key, identity of the nodes, cluster, ordinary pool, and the way in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import pulumi
import pulumi_kubernetes as kubernetes
from pulumi_gcp import container
from pulumi_kubernetes.apiextensions import CustomResourcePatch

from ..composition import available_after, checked_when_known, child_options, stack_scope
from ..gcp import project_of
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..waiting import GOOGLE, Awaited, waits_for
from .access import gke_provider
from .checks import is_private, reached_by_dns
from .checks.arguments import name_problems
from .encryption import encryption_key
from .judgement import argument_problems, downgrades, undisclosed, value_at, warnings
from .kubeconfig import kubeconfig_text
from .node_identity import NodeIdentity, node_identity
from .node_names import identity_name
from .reachability import unreachable
from .requirements import Mode
from .settings import cluster_properties
from .settings.groups import group
from .settings.system_pool import system_pool_properties

WRITTEN_BACK: Final = ["initial_node_count", "node_config", "node_pools"]
"""Properties that GKE fills in with what its pools are now; the next refresh would then replace the cluster
(pulumi-gcp issues 122, 744 and 2247; cloud-foundation-fabric, gke-cluster-standard). Pools are resources of
their own here.
"""

POOL_WRITTEN_BACK: Final = ["initial_node_count"]
"""It follows the pool's size, and a change of it replaces the pool (pulumi_gcp 10.2, NodePool)."""

DENIALS: Final[Mapping[str, Any]] = {
    "cluster": {"allow": {"log": False, "delegate": False}, "deny": {"log": True, "delegate": False}}
}
"""Source: GKE documentation, "Use network policy logging"; GKE makes the one NetworkLogging, `default`."""

NETWORK_LOGGING: Final[Mapping[str, Any]] = {
    "name": "default",
    "annotations": {"pulumi.com/patchForce": "true"},
}
"""The object's metadata. GKE manages its fields: without the annotation, server-side apply ends in a conflict
(Pulumi Kubernetes provider, "pulumi.com/patchForce").
"""


@dataclass(frozen=True)
class CreatedCluster:
    """The outputs that every cluster component has."""

    cluster_id: pulumi.Output[str]
    cluster_name: pulumi.Output[str]
    location: pulumi.Output[str]
    project: pulumi.Output[str]
    mode: pulumi.Output[str]
    master_version: pulumi.Output[str]
    workload_pool: pulumi.Output[str]
    kubeconfig: pulumi.Output[str]
    provider: kubernetes.Provider

    def outputs(self) -> dict[str, Any]:
        """What is registered: everything but the provider, which is a resource."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "provider"}


def create_cluster(
    component: pulumi.ComponentResource,
    name: str,
    args: Mapping[str, Any],
    args_type: type,
    mode: Mode,
    opts: pulumi.ResourceOptions | None,
) -> CreatedCluster:
    """The resources of one cluster component.

    args_type: the TypedDict of its arguments.

    Errors: pulumi.RunError with every problem of the arguments.
    """
    title = f"{type(component).__name__} {name}"
    known = checked_arguments(title, name, args, args_type, mode)
    project = project_of(known)

    def warn(notices: list[Problem]) -> None:
        for notice in notices:
            pulumi.log.warn(f"{title}: {notice}", component)

    warn(warnings(args, mode, project_of(args)))

    waits = waits_for(*GOOGLE)
    children = child_options(component, opts, hooks=waits)
    key = encryption_key(
        name, group(group(known, "security"), "encryption"), known["location"], project, children
    )
    nodes = group(known, "nodes")
    identity = nodes_identity(name, nodes, project, children)
    account = nodes.get("service_account") if identity is None else identity.email
    properties = cluster_properties(
        known,
        mode,
        project=project,
        workload_pool=pulumi.Output.concat(project, ".svc.id.goog"),
        service_account=account,
        key_name=None if key is None else key.name,
    )
    before: list[pulumi.Resource] = [
        *(() if key is None else key.grants),
        *(() if identity is None else identity.bindings),
    ]
    protected = is_protected(properties)
    given: dict[str, Any] = {**properties, "deletion_protection": False} if protected else properties
    cluster = container.Cluster(
        name,
        **given,
        opts=child_options(
            component,
            opts,
            hooks=waits,
            depends_on=before,
            ignore_changes=WRITTEN_BACK,
            # Where it is off, what the component's own options say counts.
            protect=True if protected else None,
        ),
    )
    cluster.master_version.apply(lambda running: warn(downgrades(args, mode, project_of(args), running)))
    usable: list[pulumi.Resource] = [cluster]
    if mode is Mode.STANDARD:
        usable.append(
            container.NodePool(
                f"{name}-system",
                cluster=cluster.id,
                **cast(Any, system_pool_properties(nodes, account)),
                opts=child_options(
                    component, opts, hooks=waits, depends_on=before, ignore_changes=POOL_WRITTEN_BACK
                ),
            )
        )
    kubeconfig = available_after(kubeconfig_of(title, cluster, properties), usable)
    provider = gke_provider(name, kubeconfig, cluster.id, child_options(component, opts))
    if group(args, "networking").get("policy_denial_logging"):
        CustomResourcePatch(
            f"{name}-network-logging",
            api_version="networking.gke.io/v1alpha1",
            kind="NetworkLogging",
            metadata=cast(Any, NETWORK_LOGGING),
            spec=cast(Any, DENIALS),
            opts=child_options(component, opts, provider=provider, hooks=waits_for(Awaited.KIND)),
        )
    return CreatedCluster(
        cluster_id=cluster.id,
        cluster_name=cluster.name,
        location=cluster.location,
        project=cluster.project,
        mode=pulumi.Output.from_input(str(mode)),
        master_version=cluster.master_version,
        workload_pool=available_after(pulumi.Output.concat(project, ".svc.id.goog"), [cluster]),
        kubeconfig=kubeconfig,
        provider=provider,
    )


def checked_arguments(
    title: str, name: str, args: Mapping[str, Any], args_type: type, mode: Mode
) -> dict[str, Any]:
    """The arguments, refused now for what is wrong already, and later for outputs that turn out wrong."""
    with refusing():
        refuse(title, [*name_problems(name), *argument_problems(args, args_type, mode, project_of(args))])
    return checked_when_known(
        title,
        args,
        lambda plain, path: undisclosed(
            argument_problems(plain, args_type, mode, project_of(plain)), value_at(plain, path)
        ),
    )


def is_protected(properties: Mapping[str, Any]) -> bool:
    """Whether the engine guards the cluster, in the place of the provider.

    The engine refuses a change that would replace the cluster in the preview. The provider looks when the old
    cluster is to be deleted: after the new one was made and everything moved, and at what the state says of
    the old one, so that switching the protection off then no longer helps (docs of google_container_cluster,
    deletion_protection, which GKE itself does not know). An output is left to the provider, since the engine
    must know before it starts.
    """
    return properties.get("deletion_protection") is True


def nodes_identity(
    name: str, nodes: Mapping[str, Any], project: pulumi.Input[str], opts: pulumi.ResourceOptions
) -> NodeIdentity | None:
    """An account for the nodes that come with the cluster; None when the user brings one."""
    if nodes.get("service_account") is not None:
        return None
    scope = stack_scope()
    identity = identity_name(f"{name}-system", scope)
    repositories: Mapping[str, Any] = nodes.get("image_repositories") or {}
    return node_identity(name, identity, f"Nodes of the cluster {name}", project, repositories, opts)


def kubeconfig_of(
    title: str, cluster: container.Cluster, properties: Mapping[str, Any]
) -> pulumi.Output[str]:
    """The kubeconfig: by the DNS endpoint, whose certificate is a public one, or by address with the
    cluster's CA.
    """
    if reached_by_dns(properties):
        endpoint = cluster.control_plane_endpoints_config.apply(
            lambda config: cast(Any, config).dns_endpoint_config.endpoint
        )
        text = pulumi.Output.all(cluster.name, endpoint).apply(
            lambda known: kubeconfig_text(cast(str, known[0]), cast(str, known[1]))
        )
        return pulumi.Output.secret(text)
    private = is_private(properties)

    def reached(address: str) -> str:
        problem = unreachable(address) if private and not pulumi.runtime.is_dry_run() else None
        with refusing():
            refuse(title, [problem] if problem else [])
        return address

    certificate = cluster.master_auth.apply(lambda auth: cast(Any, auth).cluster_ca_certificate)
    text = pulumi.Output.all(cluster.name, cluster.endpoint.apply(reached), certificate).apply(
        lambda known: kubeconfig_text(cast(str, known[0]), cast(str, known[1]), cast("str | None", known[2]))
    )
    return pulumi.Output.secret(text)

"""The cluster of a stack, and the controller in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pulumi
import pulumi_kubernetes as kubernetes

from ..cluster.access import kubernetes_provider
from ..cluster.autopilot import AutopilotCluster
from ..cluster.existing import ExistingCluster, asked_features
from ..cluster.node_pool import SandboxNodePool
from ..cluster.requirements import Mode
from ..cluster.standard import StandardCluster
from ..controller.install import AgentSandboxController
from .config import ClusterConfig, StackConfig
from .plan import (
    cluster_args,
    cluster_table,
    existing_args,
    kind_of,
    node_pools,
    planned_facts,
    pool_args,
    pool_facts,
)

COMPONENTS: Mapping[str, Any] = {
    "autopilot": AutopilotCluster,
    "standard": StandardCluster,
    "existing": ExistingCluster,
}


@dataclass(frozen=True)
class ClusterHandle:
    """The way into a cluster.

    cluster_identifier: what makes it this cluster.
    workload_pool: its pool of Workload Identity; empty where that is not known.
    outputs: what the stack tells of it.
    resources: what has to be there before anything runs in it, and to stay until nothing does.
    """

    provider: kubernetes.Provider
    kubeconfig: pulumi.Input[str]
    cluster_identifier: pulumi.Input[str]
    workload_pool: pulumi.Input[str]
    outputs: Mapping[str, Any]
    resources: tuple[pulumi.Resource, ...] = ()


def make_cluster(config: ClusterConfig, waits_for: Sequence[pulumi.Resource] = ()) -> ClusterHandle:
    """The cluster that the config asks for: made with its gVisor pools, looked up, or reached by kubeconfig.

    waits_for: what has to be there before the cluster.

    Errors: pulumi.RunError with every problem of the arguments.
    """
    name, kind = config["name"], kind_of(config)
    if kind == "kubeconfig":
        kubeconfig = Path(cast(str, config.get("kubeconfig"))).read_text()
        provider = kubernetes_provider(name, kubeconfig, name)
        return ClusterHandle(provider, kubeconfig, name, "", {"name": name})
    args = existing_args(config) if kind == "existing" else cluster_args(config)
    cluster = COMPONENTS[kind](name, args, pulumi.ResourceOptions(depends_on=list(waits_for)))
    pools = make_node_pools(config, cluster)
    outputs = {
        "name": cluster.cluster_name,
        "id": cluster.cluster_id,
        "location": cluster.location,
        "project": cluster.project,
        "version": cluster.master_version,
        "pools": {key: pool.pool_name for key, pool in pools.items()},
    }
    resources = (cluster, *pools.values())
    return ClusterHandle(
        provider=cluster.provider,
        kubeconfig=cluster.kubeconfig,
        cluster_identifier=cluster.cluster_id,
        workload_pool=cluster.workload_pool,
        outputs=outputs,
        resources=resources,
    )


def make_node_pools(
    config: ClusterConfig, cluster: StandardCluster | ExistingCluster
) -> dict[str, SandboxNodePool]:
    """The gVisor pools by their names in the config, checked against what the cluster is, or is asked for."""
    pools = node_pools(config)
    if not pools:
        return {}
    facts, table = facts_of(config, cluster), cluster_table(config)
    return {
        name: SandboxNodePool(
            name, cast(Any, {"cluster_id": cluster.cluster_id, **pool_args(pool, facts, table)})
        )
        for name, pool in pools.items()
    }


def facts_of(config: ClusterConfig, cluster: StandardCluster | ExistingCluster) -> dict[str, Any]:
    """What is known of the cluster of pools, their group `cluster`."""
    if isinstance(cluster, ExistingCluster):
        return {
            "mode": cluster.mode,
            "release_channel": cluster.release_channel,
            "version": cluster.master_version,
            "features": sorted(asked_features(cluster_args(config))),
        }
    # What runs is known once the cluster is there; what is asked for is known before.
    return {
        "version": cluster.master_version,
        **pool_facts(planned_facts(cluster_args(config), Mode.STANDARD)),
    }


def install_controller(stack: StackConfig, cluster: ClusterHandle) -> AgentSandboxController | None:
    """The controller of the release; None where the config asks for none."""
    controller = stack.get("controller")
    if controller is None:
        return None
    args: Any = {
        "kubeconfig": cluster.kubeconfig,
        "cluster_identifier": cluster.cluster_identifier,
        **controller,
    }
    opts = pulumi.ResourceOptions(providers=[cluster.provider], depends_on=list(cluster.resources))
    return AgentSandboxController("agent-sandbox", args, opts)

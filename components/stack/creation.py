"""The cluster of a stack, and the controller in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pulumi
import pulumi_kubernetes as kubernetes

from ..cluster.access import kubernetes_provider
from ..cluster.autopilot import AutopilotCluster
from ..cluster.existing import ExistingCluster
from ..cluster.node_pool import SandboxNodePool
from ..cluster.requirements import Mode
from ..cluster.standard import StandardCluster
from ..controller.install import AgentSandboxController
from .config import ClusterConfig, StackConfig
from .plan import MODES, cluster_args, has_add_on, kind_of, node_pools, planned_facts, pool_facts

COMPONENTS: Mapping[str, Any] = {
    "autopilot": AutopilotCluster,
    "standard": StandardCluster,
    "existing": ExistingCluster,
}


@dataclass(frozen=True)
class ClusterHandle:
    """The way into a cluster.

    cluster_identifier: what makes it this cluster.
    outputs: what the stack tells of it.
    resources: what has to be there before anything runs in it, and to stay until nothing does.
    """

    provider: kubernetes.Provider
    kubeconfig: pulumi.Input[str]
    cluster_identifier: pulumi.Input[str]
    outputs: Mapping[str, Any]
    resources: tuple[pulumi.Resource, ...] = ()


def make_cluster(config: ClusterConfig) -> ClusterHandle:
    """The cluster that the config asks for: made with its gVisor pools, looked up, or reached by kubeconfig.

    Errors: pulumi.RunError with every problem of the arguments.
    """
    name, kind = config["name"], kind_of(config)
    if kind == "kubeconfig":
        kubeconfig = Path(cast(str, config.get("kubeconfig"))).read_text()
        return ClusterHandle(kubernetes_provider(name, kubeconfig, name), kubeconfig, name, {"name": name})
    cluster = COMPONENTS[kind](name, cluster_args(config))
    pools = make_node_pools(config, cluster) if MODES.get(kind) is Mode.STANDARD else {}
    outputs = {
        "name": cluster.cluster_name,
        "id": cluster.cluster_id,
        "version": cluster.master_version,
        "pools": {key: pool.pool_name for key, pool in pools.items()},
    }
    resources = (cluster, *pools.values())
    return ClusterHandle(cluster.provider, cluster.kubeconfig, cluster.cluster_id, outputs, resources)


def make_node_pools(config: ClusterConfig, cluster: StandardCluster) -> dict[str, SandboxNodePool]:
    """The gVisor pools by their names in the config, checked against what the cluster is asked for."""
    known = pool_facts(planned_facts(cluster_args(config), Mode.STANDARD))
    # What runs is known once the cluster is there; what is asked for is known before.
    facts: Any = {"version": cluster.master_version, **known}
    return {
        name: SandboxNodePool(name, cast(Any, {**args, "cluster_id": cluster.cluster_id, "cluster": facts}))
        for name, args in node_pools(config).items()
    }


def install_controller(stack: StackConfig, cluster: ClusterHandle) -> AgentSandboxController | None:
    """The controller of the release; None where Google runs it."""
    if has_add_on(stack["cluster"]):
        return None
    args: Any = {
        "kubeconfig": cluster.kubeconfig,
        "cluster_identifier": cluster.cluster_identifier,
        **(stack.get("controller") or {}),
    }
    opts = pulumi.ResourceOptions(providers=[cluster.provider], depends_on=list(cluster.resources))
    return AgentSandboxController("agent-sandbox", args, opts)

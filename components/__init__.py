"""Components that run agent-written code safely on GKE with Agent Sandbox.

The names are loaded when they are first asked for: rules and checks need neither Pulumi nor a provider.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .apis import GoogleApis, GoogleApisArgs, needed_apis
    from .cluster import (
        AutopilotCluster,
        AutopilotClusterArgs,
        ExistingCluster,
        ExistingClusterArgs,
        NodePoolSizing,
        SandboxNodePool,
        SandboxNodePoolArgs,
        StandardCluster,
        StandardClusterArgs,
        kubernetes_provider,
        size_node_pool,
    )
    from .controller import AgentSandboxController, AgentSandboxControllerArgs
    from .identity import WorkloadIdentity, WorkloadIdentityArgs
    from .images import RemoteImageRepositories, RemoteImageRepositoriesArgs
    from .network import ClusterNetwork, ClusterNetworkArgs, plan_ranges
    from .sandboxes import SandboxTemplate, SandboxTemplateArgs, SandboxWarmPool, SandboxWarmPoolArgs
    from .tenancy import SandboxNamespace, SandboxNamespaceArgs
    from .waiting import Awaited, waits_for

__all__ = [
    "AgentSandboxController",
    "AgentSandboxControllerArgs",
    "AutopilotCluster",
    "AutopilotClusterArgs",
    "Awaited",
    "ClusterNetwork",
    "ClusterNetworkArgs",
    "ExistingCluster",
    "ExistingClusterArgs",
    "GoogleApis",
    "GoogleApisArgs",
    "NodePoolSizing",
    "RemoteImageRepositories",
    "RemoteImageRepositoriesArgs",
    "SandboxNamespace",
    "SandboxNamespaceArgs",
    "SandboxNodePool",
    "SandboxNodePoolArgs",
    "SandboxTemplate",
    "SandboxTemplateArgs",
    "SandboxWarmPool",
    "SandboxWarmPoolArgs",
    "StandardCluster",
    "StandardClusterArgs",
    "WorkloadIdentity",
    "WorkloadIdentityArgs",
    "kubernetes_provider",
    "needed_apis",
    "plan_ranges",
    "size_node_pool",
    "waits_for",
]

ROOMS = {
    "AgentSandboxController": "controller",
    "AgentSandboxControllerArgs": "controller",
    "AutopilotCluster": "cluster",
    "AutopilotClusterArgs": "cluster",
    "Awaited": "waiting",
    "ClusterNetwork": "network",
    "ClusterNetworkArgs": "network",
    "ExistingCluster": "cluster",
    "ExistingClusterArgs": "cluster",
    "GoogleApis": "apis",
    "GoogleApisArgs": "apis",
    "NodePoolSizing": "cluster",
    "RemoteImageRepositories": "images",
    "RemoteImageRepositoriesArgs": "images",
    "SandboxNamespace": "tenancy",
    "SandboxNamespaceArgs": "tenancy",
    "SandboxNodePool": "cluster",
    "SandboxNodePoolArgs": "cluster",
    "SandboxTemplate": "sandboxes",
    "SandboxTemplateArgs": "sandboxes",
    "SandboxWarmPool": "sandboxes",
    "SandboxWarmPoolArgs": "sandboxes",
    "StandardCluster": "cluster",
    "StandardClusterArgs": "cluster",
    "WorkloadIdentity": "identity",
    "WorkloadIdentityArgs": "identity",
    "kubernetes_provider": "cluster",
    "needed_apis": "apis",
    "plan_ranges": "network",
    "size_node_pool": "cluster",
    "waits_for": "waiting",
}


def __getattr__(name: str) -> Any:
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{ROOMS[name]}", __name__), name)

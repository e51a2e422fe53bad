"""Clusters and their gVisor node pools, and how they are reached.

The components are imported when first used, so that the pure part (`requirements`, `node_pools`, ...) works
without the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .access import gke_provider, kubernetes_provider
    from .args import (
        ClusterControlPlaneEndpoint,
        ClusterLoggingComponent,
        ClusterMaintenanceExclusionScope,
        ClusterNotificationEvent,
        ClusterReleaseChannel,
        ClusterSecurityPosture,
    )
    from .autopilot import AutopilotCluster, AutopilotClusterArgs
    from .existing import (
        ExistingCluster,
        ExistingClusterAgentSandbox,
        ExistingClusterArgs,
        ExistingClusterEndpoint,
    )
    from .node_identity import SandboxNodeRepositoryArgs
    from .node_pool import SandboxNodePool
    from .node_pool_args import (
        SandboxNodePoolArgs,
        SandboxNodePoolLocationPolicy,
        SandboxNodePoolTaintEffect,
        SandboxNodePoolUpgradeStrategy,
    )
    from .node_pool_sizing import NodePoolSizing, size_node_pool
    from .standard import StandardCluster, StandardClusterArgs

__all__ = [
    "AutopilotCluster",
    "AutopilotClusterArgs",
    "ClusterControlPlaneEndpoint",
    "ClusterLoggingComponent",
    "ClusterMaintenanceExclusionScope",
    "ClusterNotificationEvent",
    "ClusterReleaseChannel",
    "ClusterSecurityPosture",
    "ExistingCluster",
    "ExistingClusterAgentSandbox",
    "ExistingClusterArgs",
    "ExistingClusterEndpoint",
    "NodePoolSizing",
    "SandboxNodePool",
    "SandboxNodePoolArgs",
    "SandboxNodePoolLocationPolicy",
    "SandboxNodePoolTaintEffect",
    "SandboxNodePoolUpgradeStrategy",
    "SandboxNodeRepositoryArgs",
    "StandardCluster",
    "StandardClusterArgs",
    "gke_provider",
    "kubernetes_provider",
    "size_node_pool",
]

HOMES = {
    "access": ("gke_provider", "kubernetes_provider"),
    "args": (
        "ClusterControlPlaneEndpoint",
        "ClusterLoggingComponent",
        "ClusterMaintenanceExclusionScope",
        "ClusterNotificationEvent",
        "ClusterReleaseChannel",
        "ClusterSecurityPosture",
    ),
    "autopilot": ("AutopilotCluster", "AutopilotClusterArgs"),
    "existing": (
        "ExistingCluster",
        "ExistingClusterAgentSandbox",
        "ExistingClusterArgs",
        "ExistingClusterEndpoint",
    ),
    "node_identity": ("SandboxNodeRepositoryArgs",),
    "node_pool": ("SandboxNodePool",),
    "node_pool_args": (
        "SandboxNodePoolArgs",
        "SandboxNodePoolLocationPolicy",
        "SandboxNodePoolTaintEffect",
        "SandboxNodePoolUpgradeStrategy",
    ),
    "node_pool_sizing": ("NodePoolSizing", "size_node_pool"),
    "standard": ("StandardCluster", "StandardClusterArgs"),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

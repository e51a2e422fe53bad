"""Components that run agent-written code safely on GKE with Agent Sandbox.

The names are loaded when they are first asked for: rules and checks need neither Pulumi nor a provider.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cluster import (
        AutopilotCluster,
        AutopilotClusterArgs,
        ExistingCluster,
        ExistingClusterArgs,
        SandboxNodePool,
        SandboxNodePoolArgs,
        StandardCluster,
        StandardClusterArgs,
        kubernetes_provider,
    )
    from .controller import AgentSandboxController, AgentSandboxControllerArgs
    from .sandboxes import SandboxTemplate, SandboxTemplateArgs, SandboxWarmPool, SandboxWarmPoolArgs
    from .tenancy import SandboxNamespace, SandboxNamespaceArgs

__all__ = [
    "AgentSandboxController",
    "AgentSandboxControllerArgs",
    "AutopilotCluster",
    "AutopilotClusterArgs",
    "ExistingCluster",
    "ExistingClusterArgs",
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
    "kubernetes_provider",
]

ROOMS = {
    "AgentSandboxController": "controller",
    "AgentSandboxControllerArgs": "controller",
    "AutopilotCluster": "cluster",
    "AutopilotClusterArgs": "cluster",
    "ExistingCluster": "cluster",
    "ExistingClusterArgs": "cluster",
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
    "kubernetes_provider": "cluster",
}


def __getattr__(name: str) -> Any:
    if name not in ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{ROOMS[name]}", __name__), name)

"""The keys of the stack config: the components' own arguments, less those that the stack fills in."""

from collections.abc import Mapping
from typing import Any, NotRequired, Required, TypedDict, cast, get_type_hints

import pulumi

from ..cluster.autopilot import AutopilotClusterArgs
from ..cluster.existing import ExistingClusterArgs
from ..cluster.node_pool_args import SandboxNodePoolArgs
from ..cluster.standard import StandardClusterArgs
from ..controller.install import AgentSandboxControllerArgs
from ..sandboxes.template import SandboxTemplateArgs
from ..sandboxes.warm_pool import SandboxWarmPoolArgs
from ..tenancy.namespace import SandboxNamespaceArgs


def derived(name: str, args: Any, filled_in: set[str], own: Mapping[str, Any]) -> Any:
    """A TypedDict with the keys of an Args class.

    filled_in: keys that are left out, because the stack gives their values.
    own: further keys, with their types.
    """
    hints = get_type_hints(args, localns={"Output": pulumi.Output, "T": Any})
    required = cast("frozenset[str]", args.__required_keys__)
    kept = {
        key: Required[hint] if key in required else NotRequired[hint]
        for key, hint in hints.items()
        if key not in filled_in
    }
    return cast("Any", TypedDict)(name, {**kept, **own})


class ClusterConfig(TypedDict, total=False):
    """The cluster to work on: one of `kubeconfig`, `autopilot`, `standard` and `existing`."""

    name: Required[str]
    """What the cluster is called in this stack, and the beginning of the name of one that is made. With
    `kubeconfig` it is what makes it this cluster: when it changes, everything in it is replaced.
    """
    kubeconfig: str
    """Path of a kubeconfig, relative to the project's folder."""
    autopilot: Mapping[str, Any]
    """A cluster that is made: the arguments of AutopilotCluster. `project` is required."""
    standard: Mapping[str, Any]
    """A cluster that is made: the arguments of StandardCluster, with `pools`, its gVisor pools by name: the
    arguments of SandboxNodePool. `project` is required.
    """
    existing: Mapping[str, Any]
    """A GKE cluster that somebody else made: the arguments of ExistingCluster."""


KINDS = ("kubeconfig", "autopilot", "standard", "existing")
"""The keys of ClusterConfig of which one is given."""

NodePoolConfig = derived("NodePoolConfig", SandboxNodePoolArgs, {"cluster_id", "cluster"}, {})
AutopilotConfig = derived("AutopilotConfig", AutopilotClusterArgs, {"project"}, {"project": Required[str]})
StandardConfig = derived(
    "StandardConfig",
    StandardClusterArgs,
    {"project"},
    {"project": Required[str], "pools": NotRequired[Mapping[str, NodePoolConfig]]},
)
CLUSTER = derived(
    "CLUSTER",
    ClusterConfig,
    {"autopilot", "standard", "existing"},
    {
        "autopilot": NotRequired[AutopilotConfig],
        "standard": NotRequired[StandardConfig],
        "existing": NotRequired[ExistingClusterArgs],
    },
)
"""ClusterConfig with the types of its groups, for the checks."""

TemplateConfig = derived("TemplateConfig", SandboxTemplateArgs, {"namespace"}, {})
PoolConfig = derived("PoolConfig", SandboxWarmPoolArgs, {"namespace", "pool_name"}, {})
TenantConfig = derived(
    "TenantConfig",
    SandboxNamespaceArgs,
    {"namespace"},
    {
        "templates": NotRequired[Mapping[str, TemplateConfig]],
        "pools": NotRequired[Mapping[str, PoolConfig]],
    },
)
ControllerConfig = derived(
    "ControllerConfig", AgentSandboxControllerArgs, {"kubeconfig", "cluster_identifier"}, {}
)


class StackConfig(TypedDict, total=False):
    """The whole config of a stack."""

    cluster: Required[ClusterConfig]
    """The cluster to work on."""
    controller: Mapping[str, Any]
    """The Agent Sandbox controller: the arguments of AgentSandboxController. Left out where the cluster has
    the managed add-on.
    """
    tenants: Mapping[str, Any]
    """Tenants by namespace: the arguments of SandboxNamespace, with `templates` and `pools` by name. A pool
    is claimed by its name here, and its `template` is a name in `templates`."""


STACK = derived(
    "STACK",
    StackConfig,
    {"cluster", "controller", "tenants"},
    {
        "cluster": Required[CLUSTER],
        "controller": NotRequired[ControllerConfig],
        "tenants": NotRequired[Mapping[str, TenantConfig]],
    },
)
"""StackConfig with the types of its groups, for the checks."""

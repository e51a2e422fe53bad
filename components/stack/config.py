"""The keys of the stack config: the components' own arguments, less those that the stack fills in."""

from collections.abc import Mapping
from typing import Any, NotRequired, Required, TypedDict, cast, get_type_hints

import pulumi

from ..apis.google_apis import GoogleApisArgs
from ..cluster.args import ClusterNetworkReferenceArgs
from ..cluster.autopilot import AutopilotClusterArgs
from ..cluster.existing import ExistingClusterArgs
from ..cluster.node_pool_args import SandboxNodePoolArgs
from ..cluster.standard import StandardClusterArgs
from ..controller.install import AgentSandboxControllerArgs
from ..identity.args import WorkloadIdentityArgs
from ..images.remote_repository_args import RemoteImageRepositoriesArgs
from ..network.args import ClusterNetworkArgs, ClusterNetworkSharedVpcArgs
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
    """A cluster that is made: the arguments of AutopilotCluster. `project` is required, `network` is left out
    where the stack has one of its own.
    """
    standard: Mapping[str, Any]
    """A cluster that is made: the arguments of StandardCluster, with `pools`, its gVisor pools by name: the
    arguments of SandboxNodePool. `project` is required, `network` is left out where the stack has one of its
    own.
    """
    existing: Mapping[str, Any]
    """A GKE cluster that somebody else made: the arguments of ExistingCluster, with `pools`, gVisor pools
    that are made in it, as for `standard`. With them, its `features` need not include `gvisor`. In the place
    of `cluster_name`, `location` and `project`, `stack` names the stack that made the cluster, e.g.
    `acme/gke-agent-sandbox/cluster`; its outputs `cluster` and `images` are used.
    """


KINDS = ("kubeconfig", "autopilot", "standard", "existing")
"""The keys of ClusterConfig of which one is given."""

NodePoolConfig = derived("NodePoolConfig", SandboxNodePoolArgs, {"cluster_id", "cluster"}, {})
MADE_HERE = {"project": Required[str], "network": NotRequired[ClusterNetworkReferenceArgs]}
AutopilotConfig = derived("AutopilotConfig", AutopilotClusterArgs, {*MADE_HERE}, MADE_HERE)
StandardConfig = derived(
    "StandardConfig",
    StandardClusterArgs,
    {*MADE_HERE},
    {**MADE_HERE, "pools": NotRequired[Mapping[str, NodePoolConfig]]},
)
ExistingConfig = derived(
    "ExistingConfig",
    ExistingClusterArgs,
    {"cluster_name", "location"},
    {
        "cluster_name": NotRequired[str],
        "location": NotRequired[str],
        "stack": NotRequired[str],
        "pools": NotRequired[Mapping[str, NodePoolConfig]],
    },
)
CLUSTER = derived(
    "CLUSTER",
    ClusterConfig,
    {"autopilot", "standard", "existing"},
    {
        "autopilot": NotRequired[AutopilotConfig],
        "standard": NotRequired[StandardConfig],
        "existing": NotRequired[ExistingConfig],
    },
)
"""ClusterConfig with the types of its groups, for the checks."""

ApisConfig = derived("ApisConfig", GoogleApisArgs, {"project"}, {})
SharedVpcConfig = derived(
    "SharedVpcConfig",
    ClusterNetworkSharedVpcArgs,
    {"service_project"},
    {"service_project": NotRequired[str]},
)
NetworkConfig = derived(
    "NetworkConfig",
    ClusterNetworkArgs,
    {"region", "shared_vpc"},
    {"region": NotRequired[str], "shared_vpc": NotRequired[SharedVpcConfig]},
)
ImagesConfig = derived(
    "ImagesConfig", RemoteImageRepositoriesArgs, {"location"}, {"location": NotRequired[str]}
)
IdentityConfig = derived("IdentityConfig", WorkloadIdentityArgs, {"workload_pool", "namespace"}, {})
TemplateConfig = derived("TemplateConfig", SandboxTemplateArgs, {"namespace"}, {})
PoolConfig = derived("PoolConfig", SandboxWarmPoolArgs, {"namespace", "pool_name"}, {})
TenantConfig = derived(
    "TenantConfig",
    SandboxNamespaceArgs,
    {"namespace"},
    {
        "templates": NotRequired[Mapping[str, TemplateConfig]],
        "pools": NotRequired[Mapping[str, PoolConfig]],
        "identities": NotRequired[Mapping[str, IdentityConfig]],
    },
)
ControllerConfig = derived(
    "ControllerConfig", AgentSandboxControllerArgs, {"kubeconfig", "cluster_identifier"}, {}
)


class StackConfig(TypedDict, total=False):
    """The whole config of a stack. What is not said is not made, so that a stack can hold one layer alone:
    the cluster with what lies around it, the controller, or the tenants.
    """

    apis: Mapping[str, Any]
    """Google APIs that are turned on in the cluster's project: the arguments of GoogleApis. `{}` for those
    that the rest of the stack needs.
    """
    network: Mapping[str, Any]
    """The network of a cluster that is made: the arguments of ClusterNetwork. Region and project are the
    cluster's where nothing else is said.
    """
    images: Mapping[str, Any]
    """Mirrors that controller and sandboxes pull from: the arguments of RemoteImageRepositories. Location and
    project are the cluster's where nothing else is said; `{}` for a mirror of registry.k8s.io.
    """
    cluster: Required[ClusterConfig]
    """The cluster to work on."""
    controller: Mapping[str, Any]
    """The Agent Sandbox controller: the arguments of AgentSandboxController. Left out where the cluster has
    the managed add-on, or another stack installs it.
    """
    tenants: Mapping[str, Any]
    """Tenants by namespace: the arguments of SandboxNamespace, with `templates`, `pools` and `identities` by
    name. A pool is claimed by its name here, and its `template` is a name in `templates`; an identity is a
    WorkloadIdentity, for what is trusted in the namespace.
    """


STACK = derived(
    "STACK",
    StackConfig,
    {"apis", "network", "images", "cluster", "controller", "tenants"},
    {
        "apis": NotRequired[ApisConfig],
        "network": NotRequired[NetworkConfig],
        "images": NotRequired[ImagesConfig],
        "cluster": Required[CLUSTER],
        "controller": NotRequired[ControllerConfig],
        "tenants": NotRequired[Mapping[str, TenantConfig]],
    },
)
"""StackConfig with the types of its groups, for the checks."""

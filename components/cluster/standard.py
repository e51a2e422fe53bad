"""The component StandardCluster: a cluster whose node pools are the user's."""

from collections.abc import Mapping, Sequence
from typing import Any, Required, TypedDict, cast

import pulumi

from .args import (
    ClusterAccessArgs,
    ClusterAddonsArgs,
    ClusterNetworkingArgs,
    ClusterNetworkReferenceArgs,
    ClusterObservabilityArgs,
    ClusterReleaseArgs,
    ClusterSecurityArgs,
)
from .creation import create_cluster
from .node_identity import SandboxNodeRepositoryArgs
from .requirements import Mode


class ClusterSystemPoolArgs(TypedDict, total=False):
    """The ordinary pool: GKE's own pods run here, the controller and the router, never sandboxes."""

    machine_type: pulumi.Input[str]
    """The machine type. Default `e2-standard-4`."""
    min_nodes: int
    """Fewest nodes, over all zones, 1 or more. Default 1."""
    max_nodes: int
    """Most nodes, over all zones. Default 3."""
    disk_size_gb: int
    """Size of the boot disk in GB. Default: GKE's, 100."""


class ClusterAutoProvisioningArgs(TypedDict, total=False):
    """Node pools that GKE makes when pods find no place, up to a limit over the whole cluster."""

    max_cpu: Required[int]
    """Most vCPUs of all nodes together."""
    max_memory_gib: Required[int]
    """Most memory of all nodes together, in GiB."""


class StandardClusterNodesArgs(TypedDict, total=False):
    """The nodes that come with the cluster; those for sandboxes are SandboxNodePool."""

    system_pool: ClusterSystemPoolArgs
    """The ordinary pool."""
    auto_provisioning: ClusterAutoProvisioningArgs
    """Pools that GKE makes. Default: none."""
    zones: Sequence[pulumi.Input[str]]
    """Zones of the nodes. Default: GKE's, three of the region."""
    service_account: pulumi.Input[str]
    """Email of the account that these nodes run as. Default: one is made that may write logs and metrics and
    pull the named images.
    """
    network_tags: Sequence[pulumi.Input[str]]
    """Network tags of these nodes, for firewall rules. Nodes of a SandboxNodePool have their own."""
    image_repositories: Mapping[str, SandboxNodeRepositoryArgs]
    """Repositories of Artifact Registry that the account that is made may pull from, by name."""


class StandardClusterArgs(TypedDict, total=False):
    """A cluster in the mode Standard."""

    location: Required[pulumi.Input[str]]
    """The region, e.g. `europe-west4`; or a zone of it, for a control plane in that zone alone."""
    project: pulumi.Input[str]
    """The project's id. Default: the config `gcp:project`, also beside a provider of your own."""
    network: Required[ClusterNetworkReferenceArgs]
    """The network that the cluster is put in."""
    access: ClusterAccessArgs
    """Who reaches the API server. Default: whom IAM lets through, by the DNS endpoint."""
    release: ClusterReleaseArgs
    """Versions and upgrades."""
    security: ClusterSecurityArgs
    """Encryption, Binary Authorization, posture."""
    networking: ClusterNetworkingArgs
    """Network policy, and what is seen of it."""
    observability: ClusterObservabilityArgs
    """Logs, metrics, traces."""
    addons: ClusterAddonsArgs
    """What GKE installs."""
    nodes: StandardClusterNodesArgs
    """The nodes that come with the cluster."""
    deletion_protection: pulumi.Input[bool]
    """Whether a change that would replace or delete the cluster is refused, by the engine and in the preview
    already (`protect`). Default true; it is switched off by an `up` before the `destroy`. An output guards
    the cluster from its deletion alone, by the provider.
    """
    overrides: Mapping[str, Any]
    """Properties of `gcp.container.Cluster` in the names of Python, laid over ours and checked as they are;
    null takes one away.
    """


class StandardCluster(pulumi.ComponentResource):
    """A Standard cluster for untrusted code: private shielded nodes, an API server behind IAM, Dataplane V2,
    Workload Identity, Secrets encrypted with a key of yours, and an ordinary pool for the system. Sandboxes
    run in pools of their own, SandboxNodePool.

    Cluster and pool get their names from the engine; nodes run as an account with next to no rights. Key and
    key ring stay when the stack is destroyed, and the next `up` takes them again.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known, and of a private API server that cannot be reached from where the program runs.
    """

    cluster_id: pulumi.Output[str]
    """`projects/PROJECT/locations/LOCATION/clusters/NAME`, for node pools."""
    cluster_name: pulumi.Output[str]
    """The cluster's name."""
    location: pulumi.Output[str]
    """The region or zone."""
    project: pulumi.Output[str]
    """The project's id."""
    mode: pulumi.Output[str]
    """`standard`."""
    master_version: pulumi.Output[str]
    """The version of the control plane."""
    workload_pool: pulumi.Output[str]
    """The pool of Workload Identity, known once the cluster is there: bindings to it fail before."""
    kubeconfig: pulumi.Output[str]
    """A kubeconfig without credentials: gke-gcloud-auth-plugin gives them. A secret."""

    def __init__(
        self, name: str, args: StandardClusterArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:StandardCluster", name, {}, opts)
        made = create_cluster(
            self, name, cast(Mapping[str, Any], args), StandardClusterArgs, Mode.STANDARD, opts
        )
        self.cluster_id = made.cluster_id
        self.cluster_name = made.cluster_name
        self.location = made.location
        self.project = made.project
        self.mode = made.mode
        self.master_version = made.master_version
        self.workload_pool = made.workload_pool
        self.kubeconfig = made.kubeconfig
        # Not annotated: other languages cannot take a provider object, and the schema is made of annotations.
        self.provider = made.provider
        self.register_outputs(made.outputs())

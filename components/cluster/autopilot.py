"""The component AutopilotCluster: a cluster whose nodes are Google's business."""

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


class AutopilotClusterNodesArgs(TypedDict, total=False):
    """What the nodes are that GKE makes."""

    service_account: pulumi.Input[str]
    """Email of the account that they run as. Default: one is made that may write logs and metrics and pull
    the named images.
    """
    image_repositories: Mapping[str, SandboxNodeRepositoryArgs]
    """Repositories of Artifact Registry that the account that is made may pull from, by name."""
    network_tags: Sequence[pulumi.Input[str]]
    """Network tags of the nodes, for firewall rules."""


class AutopilotClusterArgs(TypedDict, total=False):
    """A cluster in the mode Autopilot."""

    location: Required[pulumi.Input[str]]
    """The region, e.g. `europe-west4`."""
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
    nodes: AutopilotClusterNodesArgs
    """What the nodes are."""
    deletion_protection: pulumi.Input[bool]
    """Whether a change that would replace or delete the cluster is refused, by the engine and in the preview
    already (`protect`). Default true; it is switched off by an `up` before the `destroy`. An output guards
    the cluster from its deletion alone, by the provider.
    """
    overrides: Mapping[str, Any]
    """Properties of `gcp.container.Cluster` in the names of Python, laid over ours and checked as they are;
    null takes one away.
    """


class AutopilotCluster(pulumi.ComponentResource):
    """An Autopilot cluster for untrusted code: private nodes, an API server behind IAM, Dataplane V2,
    Workload Identity, Secrets encrypted with a key of yours, and gVisor in each pod that asks for it.

    The cluster gets a name from the engine; its nodes run as an account with next to no rights. Key and key
    ring stay when the stack is destroyed, and the next `up` takes them again.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known, and of a private API server that cannot be reached from where the program runs.
    """

    cluster_id: pulumi.Output[str]
    """`projects/PROJECT/locations/LOCATION/clusters/NAME`."""
    cluster_name: pulumi.Output[str]
    """The cluster's name."""
    location: pulumi.Output[str]
    """The region."""
    project: pulumi.Output[str]
    """The project's id."""
    mode: pulumi.Output[str]
    """`autopilot`."""
    master_version: pulumi.Output[str]
    """The version of the control plane."""
    workload_pool: pulumi.Output[str]
    """The pool of Workload Identity, known once the cluster is there: bindings to it fail before."""
    kubeconfig: pulumi.Output[str]
    """A kubeconfig without credentials: gke-gcloud-auth-plugin gives them. A secret."""

    def __init__(
        self, name: str, args: AutopilotClusterArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:AutopilotCluster", name, {}, opts)
        made = create_cluster(
            self, name, cast(Mapping[str, Any], args), AutopilotClusterArgs, Mode.AUTOPILOT, opts
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

"""The arguments of a gVisor node pool, in groups."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Required, TypedDict

import pulumi

from .node_identity import SandboxNodeRepositoryArgs
from .requirements import GkeRequirementArgs


class SandboxNodePoolLocationPolicy(StrEnum):
    """In which zone a node is added. Source: GKE REST v1, NodePoolAutoscaling.LocationPolicy."""

    BALANCED = "BALANCED"
    """Where there are fewest."""
    ANY = "ANY"
    """Where there is most capacity: spot nodes are taken away less often there."""


class SandboxNodePoolUpgradeStrategy(StrEnum):
    """How nodes are replaced. Source: pulumi_gcp 10.2, NodePoolUpgradeSettings."""

    SURGE = "SURGE"
    """A few at a time; a sandbox on them is evicted."""
    BLUE_GREEN = "BLUE_GREEN"
    """By a second set of nodes, which stands beside the first for a while; it needs quota for both."""


class SandboxNodePoolTaintEffect(StrEnum):
    """What a taint does. Source: GKE REST v1, NodeTaint.Effect."""

    NO_SCHEDULE = "NO_SCHEDULE"
    """Pods that do not tolerate it are not put here."""
    PREFER_NO_SCHEDULE = "PREFER_NO_SCHEDULE"
    """They are put elsewhere where that is possible."""
    NO_EXECUTE = "NO_EXECUTE"
    """Those that are here are evicted as well."""


class SandboxNodePoolDiskArgs(TypedDict, total=False):
    """The boot disk of a node. Images and, without local SSDs, all that sandboxes write lie on it."""

    size_gb: int
    """Size in GB, 10 or more; default: GKE's, 100."""
    type: pulumi.Input[str]
    """E.g. `pd-balanced`, or `hyperdisk-balanced` for N4 and C4; default: GKE's."""
    kms_key: pulumi.Input[str]
    """A Cloud KMS key, `projects/…/cryptoKeys/…`, that encrypts it; default: Google's own."""


class SandboxNodePoolMachineArgs(TypedDict, total=False):
    """What a node is. A change of any of it but `type`, `network_tags`, `image_streaming` and the disk's size
    and type makes a new pool, and only then deletes the old one.
    """

    type: Required[pulumi.Input[str]]
    """The machine type, e.g. `n2-standard-8`. On Intel GKE turns SMT off under gVisor, so that half of the
    vCPUs count.
    """
    min_cpu_platform: pulumi.Input[str]
    """The oldest CPU, e.g. `Intel Ice Lake`; default: any."""
    boot_disk: SandboxNodePoolDiskArgs
    """The boot disk."""
    local_ssd_count: int
    """How many local SSDs hold what sandboxes write, in the place of the boot disk; default 0."""
    image_streaming: pulumi.Input[bool]
    """Whether containers start while their image is still being loaded. Needs images in Artifact Registry
    and the API containerfilesystem.googleapis.com; default: the cluster's.
    """
    nested_virtualization: bool
    """Whether virtual machines may run in the nodes, for Kata or microVMs beside gVisor; default false."""
    spot: pulumi.Input[bool]
    """Whether nodes are cheap and may be taken away at any time, 30 seconds ahead, with all sandboxes on
    them; default false.
    """
    network_tags: Sequence[pulumi.Input[str]]
    """Network tags of the nodes beside the pool's own (the output `network_tag`), for the firewall rules of a
    network; default: none.
    """


class SandboxNodePoolSizeArgs(TypedDict, total=False):
    """How many nodes there are."""

    min: int
    """The fewest, over all zones; default 0: the first sandbox then waits for a node, about two minutes."""
    max: int
    """The most, over all zones. Either this or `per_zone`."""
    location_policy: SandboxNodePoolLocationPolicy
    """In which zone a node is added; default ANY for spot nodes, else BALANCED."""
    per_zone: int
    """A fixed number in each zone, which nothing scales."""
    zones: Sequence[pulumi.Input[str]]
    """The zones, e.g. `europe-west4-a`; default: the cluster's."""


class SandboxNodePoolPodArgs(TypedDict, total=False):
    """What the nodes let their pods do."""

    pids_limit: int
    """Processes of one pod, 1024 to 4194303; default 4096."""
    max_per_node: int
    """Pods on one node, 8 to 256; default: the cluster's. A change makes a new pool."""
    range: pulumi.Input[str]
    """Name of the secondary range for their addresses; default: the cluster's. A change makes a new pool."""


class SandboxNodePoolBlueGreenArgs(TypedDict, total=False):
    """The steps of a blue-green upgrade."""

    batch_node_count: int
    """How many old nodes are drained at once; default 1."""
    batch_soak_duration: pulumi.Input[str]
    """The pause after each batch, in seconds, e.g. `60s`; default `0s`."""
    node_pool_soak_duration: pulumi.Input[str]
    """How long the old nodes stay after the last batch, in seconds, at most a week; default: GKE's, an
    hour.
    """


class SandboxNodePoolUpgradeArgs(TypedDict, total=False):
    """How nodes are replaced by newer ones."""

    strategy: SandboxNodePoolUpgradeStrategy
    """Default SURGE."""
    max_surge: int
    """With SURGE: nodes that are added for the time of the upgrade; default 1."""
    max_unavailable: int
    """With SURGE: nodes that may be missing meanwhile; default 0. Both together are 1 to 20."""
    blue_green: SandboxNodePoolBlueGreenArgs
    """With BLUE_GREEN: its steps."""


class SandboxNodePoolTaintArgs(TypedDict, total=False):
    """What keeps pods away that do not tolerate it."""

    value: Required[pulumi.Input[str]]
    """The value, which may be empty."""
    effect: Required[SandboxNodePoolTaintEffect]
    """What it does."""


class SandboxNodePoolClusterArgs(TypedDict, total=False):
    """What is known of the cluster beyond its id. It is for the checks alone; what is left out is not
    checked, or said to be undetermined.
    """

    mode: pulumi.Input[str]
    """`mode` of a cluster component."""
    release_channel: pulumi.Input[str]
    """Its release channel: RAPID, REGULAR, STABLE, EXTENDED, or UNSPECIFIED for none."""
    version: pulumi.Input[str]
    """`master_version` of a cluster component."""
    features: Sequence[str]
    """What it is asked for, by the names of the requirement table, e.g. `pod-snapshots`."""


class SandboxNodePoolArgs(TypedDict, total=False):
    """Nodes that run pods under gVisor."""

    cluster_id: Required[pulumi.Input[str]]
    """`cluster_id` of a cluster component: `projects/PROJECT/locations/LOCATION/clusters/NAME`. A Standard
    cluster; Autopilot runs gVisor without a pool.
    """
    cluster: SandboxNodePoolClusterArgs
    """What is known of the cluster, for the checks."""
    machine: Required[SandboxNodePoolMachineArgs]
    """What a node is."""
    size: Required[SandboxNodePoolSizeArgs]
    """How many nodes there are."""
    pods: SandboxNodePoolPodArgs
    """What the nodes let their pods do."""
    upgrade: SandboxNodePoolUpgradeArgs
    """How nodes are replaced by newer ones."""
    repositories: Mapping[str, SandboxNodeRepositoryArgs]
    """Repositories from which nodes pull images, by a name of your own; default: public images alone."""
    labels: Mapping[str, pulumi.Input[str]]
    """Labels of the nodes, beside GKE's own."""
    taints: Mapping[str, SandboxNodePoolTaintArgs]
    """Taints of the nodes by their key, beside GKE's own. Sandboxes must tolerate them."""
    tenant: pulumi.Input[str]
    """The tenant whose nodes these are, the value of a label and a taint (NO_SCHEDULE) with the key
    `gke-agent-sandbox/tenant`: sandboxes with that node selector and toleration run here, and no others.
    """
    overrides: Mapping[str, Any]
    """Further properties of the node pool in pulumi_gcp's spelling, e.g.
    `{"node_config": {"gvnic": {"enabled": True}}}`. They are merged before the checks; null takes one away.
    """
    requirements: Mapping[str, GkeRequirementArgs]
    """Entries of the requirement table in the place of ours, by feature."""

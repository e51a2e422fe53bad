"""What is judged: a cluster, its node pools and what is to run there, in plain values.

None always means: not known. An empty collection means: known, and there is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Mode(StrEnum):
    """The mode of operation of a cluster."""

    AUTOPILOT = "autopilot"
    STANDARD = "standard"


class Channel(StrEnum):
    """The release channel of a cluster. Source: GKE REST v1, ReleaseChannel.Channel; UNSPECIFIED: none."""

    RAPID = "RAPID"
    REGULAR = "REGULAR"
    STABLE = "STABLE"
    EXTENDED = "EXTENDED"
    UNSPECIFIED = "UNSPECIFIED"


class Feature(StrEnum):
    """What a cluster can be asked for or has, where GKE makes conditions."""

    AGENT_SANDBOX = "agent-sandbox"
    """The managed add-on, `addons_config.agent_sandbox_config`."""
    AGENT_SANDBOX_V1BETA1 = "agent-sandbox-v1beta1"
    """Objects of the API version v1beta1, with the managed add-on as the controller."""
    POD_SNAPSHOTS = "pod-snapshots"
    """Snapshots of whole pods, `addons_config.pod_snapshot_config`."""
    ROOTFS_SNAPSHOTS = "rootfs-snapshots"
    """Snapshots of the root file system alone, by the same add-on; in place of POD_SNAPSHOTS."""
    GVISOR = "gvisor"
    """Pods with the RuntimeClass gvisor."""
    NETWORK_POLICY = "network-policy"
    """NetworkPolicy objects that are meant to bind."""
    FQDN_NETWORK_POLICY = "fqdn-network-policy"
    """FQDNNetworkPolicy objects, `enable_fqdn_network_policy`."""
    CILIUM_CLUSTERWIDE_NETWORK_POLICY = "cilium-clusterwide-network-policy"
    """CiliumClusterwideNetworkPolicy objects, `enable_cilium_clusterwide_network_policy`."""
    NETWORK_POLICY_ENFORCER = "network-policy-enforcer"
    """Dataplane V2, or Calico by `network_policy.enabled`."""
    DATAPLANE_V2 = "dataplane-v2"
    """`datapath_provider` ADVANCED_DATAPATH."""
    WORKLOAD_IDENTITY = "workload-identity"
    """`workload_identity_config.workload_pool`."""
    INTRANODE_VISIBILITY = "intranode-visibility"
    """`enable_intranode_visibility`."""
    ANONYMOUS_AUTHENTICATION_LIMITS = "anonymous-authentication-limits"
    """`anonymous_authentication_config.mode` LIMITED."""
    RBAC_BINDING_LIMITS = "rbac-binding-limits"
    """`rbac_binding_config` with the insecure bindings off."""
    IN_TRANSIT_ENCRYPTION = "in-transit-encryption"
    """`in_transit_encryption_config` IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT."""
    KUBELET_READ_ONLY_PORT_OFF = "kubelet-read-only-port-off"
    """`insecure_kubelet_readonly_port_enabled` FALSE."""


@dataclass(frozen=True)
class PoolFacts:
    """One node pool of a Standard cluster.

    name: its key where pools are listed; in paths.
    machine_type: e.g. `n2-standard-8`.
    image_type: e.g. `COS_CONTAINERD`; None: the component fills it in.
    gvisor: whether GKE Sandbox is on.
    labels, taints: those that the user writes, not those that GKE adds; a taint has key, value and effect.
    auto_upgrade: None: not said, which is on.
    local_ssds: how many local SSDs are asked for.
    nested_virtualization: whether virtual machines are to run in the nodes.
    """

    name: str = ""
    machine_type: str | None = None
    image_type: str | None = None
    gvisor: bool = False
    labels: Mapping[str, Any] = field(default_factory=dict[str, Any])
    taints: tuple[Mapping[str, Any], ...] = ()
    auto_upgrade: bool | None = None
    local_ssds: int = 0
    nested_virtualization: bool = False


@dataclass(frozen=True)
class TemplateFacts:
    """A SandboxTemplate that is to run on the cluster.

    runtime_class: None: the node's ordinary runtime.
    annotations, node_selector: those of the pod.
    """

    name: str
    runtime_class: str | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict[str, Any])
    node_selector: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class ClusterFacts:
    """A cluster, as it is asked for or as it was found.

    mode: which of the two modes; None: an unknown cluster, of which only a kubeconfig is at hand.
    channel: None: not known; UNSPECIFIED: none.
    version: the version that is asked for, also `1.36` or `latest`; of a cluster that is there, what runs.
    running_version: what runs, where a version is asked for as well.
    features: what is asked for, and what is on.
    pools: None: not known.
    templates: what is to run there.
    exists: whether the cluster is there already, with the pools named.
    controller_release: the release of a controller of our own, e.g. `v1.0.11`; empty: none.
    """

    mode: Mode | None
    channel: Channel | None = None
    version: str | None = None
    running_version: str | None = None
    features: frozenset[Feature] = frozenset()
    pools: tuple[PoolFacts, ...] | None = None
    templates: tuple[TemplateFacts, ...] = ()
    exists: bool = False
    controller_release: str = ""


@dataclass(frozen=True)
class FirewallRule:
    """A rule of the VPC firewall that lets traffic in.

    source_ranges: CIDR ranges.
    allow: protocol (`tcp`, `all` or a number) to its ports (`9443`, `9000-9999`); no ports: every port.
    """

    source_ranges: tuple[str, ...] = ()
    allow: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


@dataclass(frozen=True)
class ControllerFacts:
    """A controller of our own, and the way from the control plane to it.

    release: its tag, e.g. `v1.0.11`.
    private_nodes: whether the nodes have internal addresses only.
    control_plane_cidr: where the control plane calls from.
    firewall_rules: what lets it in beside GKE's own rules.
    """

    release: str
    private_nodes: bool
    control_plane_cidr: str | None = None
    firewall_rules: tuple[FirewallRule, ...] = ()

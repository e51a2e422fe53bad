"""What a gVisor pool must be, and what it must not be, whoever wrote it. Pure data."""

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Demand:
    """A property that must have one value.

    path: the property, in pulumi_gcp's spelling, with dots.
    value: what it must be.
    why: what would happen otherwise.
    """

    path: str
    value: Any
    why: str


@dataclass(frozen=True)
class Ban:
    """A property that must not be given.

    path: the property.
    why: what would happen otherwise.
    fix: what to write instead; may be empty.
    """

    path: str
    why: str
    fix: str = ""


DEMANDS: Final = (
    Demand(
        "node_config.sandbox_config.type",
        "GVISOR",
        "without it there is no kernel between untrusted code and the node's",
    ),
    Demand(
        "node_config.workload_metadata_config.mode",
        "GKE_METADATA",
        "pods would get the token of the node's service account from the metadata server",
    ),
    Demand(
        "node_config.metadata.disable-legacy-endpoints",
        "true",
        "the legacy endpoints give the node's token to whoever can make it fetch a URL",
    ),
    Demand(
        "node_config.kubelet_config.insecure_kubelet_readonly_port_enabled",
        "FALSE",
        "port 10255 tells any pod, without a password, what else runs on the node",
    ),
    Demand(
        "node_config.shielded_instance_config.enable_secure_boot",
        True,
        "a changed boot loader or kernel would not be noticed",
    ),
    Demand(
        "node_config.shielded_instance_config.enable_integrity_monitoring",
        True,
        "a changed boot loader or kernel would not be noticed",
    ),
    Demand(
        "management.auto_repair",
        True,
        "a node that fails stays in the pool, and sandboxes on it",
    ),
)
"""Source: GKE documentation, "Harden your cluster's security", and the CIS GKE Benchmark 1.9, 5.2.2, 5.5.2,
5.5.5 to 5.5.7 and 5.10.3.
"""

BANS: Final = (
    Ban("name", "a change that makes a new pool would clash with the old one's name", "no name: it is given"),
    Ban("name_prefix", "a change of the prefix makes a new pool", "no name: it is given"),
    Ban("cluster", "it is said by cluster_id", "cluster_id"),
    Ban("project", "it is said by cluster_id", "cluster_id"),
    Ban("location", "it is said by cluster_id", "cluster_id"),
    Ban(
        "initial_node_count",
        "GKE changes it when the pool is resized, and then the pool is replaced",
        "size.min",
    ),
    Ban("version", "it and the automatic upgrades undo each other", "min_master_version of the cluster"),
    Ban("node_config.service_account", "the pool has an account of its own", "repositories for more rights"),
    Ban(
        "node_config.tags",
        "the pool has a tag of its own, which firewall rules rely on",
        "machine.network_tags for further ones",
    ),
    Ban(
        "node_config.sandbox_config.sandbox_type",
        "it is deprecated (pulumi_gcp 10.2)",
        "leave it out",
    ),
    Ban("node_config.preemptible", "preemptible nodes live for a day at most", "machine.spot: true"),
)
"""What overrides must not say. Source: pulumi_gcp 10.2, NodePool, where nothing else is named."""

KUBERNETES_DOMAINS: Final = ("kubernetes.io", "k8s.io")
LABEL_DOMAINS_FOR_NODES: Final = ("node.kubernetes.io", "kubelet.kubernetes.io")
"""Prefixes of labels that are Kubernetes' own, and those among them that a node may have. Source: the API's
error "Applying kubernetes label is not allowed" (terraform-provider-google issue 6003), and Kubernetes
documentation, kubelet, --node-labels.
"""

SHORTEST_PIDS, LONGEST_PIDS = 1024, 4194303
"""Source: pulumi_gcp 10.2, NodePoolNodeConfigKubeletConfig, pod_pids_limit."""

FEWEST_PODS, MOST_PODS = 8, 256
"""Pods per node. Source: GKE documentation, "Configure maximum Pods per node"."""

MOST_UPGRADED_AT_ONCE = 20
"""Nodes. Source: pulumi_gcp 10.2, NodePool, upgrade_settings."""

LONGEST_SOAK_SECONDS = 7 * 24 * 3600
"""Source: GKE documentation, "Node upgrade strategies", blue-green upgrades."""

SMALLEST_DISK_GB = 10
"""Source: pulumi_gcp 10.2, NodePoolNodeConfig, disk_size_gb."""

LONGEST_POOL_NAME = 32
"""GKE takes 40 characters, and the engine adds eight of its own. Source: the API's error for `node_pool.name`
(pulumi/pulumi-gcp issue 1510).
"""

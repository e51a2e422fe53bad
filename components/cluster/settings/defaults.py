"""What a cluster is set to where nothing else is said: each fact once, with its reason and its source."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from ..overrides import merged
from ..requirements import Mode
from .lookup import nested

BOTH: Final = (Mode.AUTOPILOT, Mode.STANDARD)
STANDARD: Final = (Mode.STANDARD,)
AUTOPILOT: Final = (Mode.AUTOPILOT,)


@dataclass(frozen=True)
class Default:
    """One property of the cluster.

    path: its name in pulumi_gcp, dotted. modes: where it is set; GKE decides elsewhere.
    """

    path: str
    value: Any
    modes: tuple[Mode, ...]
    reason: str
    source: str


CIS: Final = "CIS GKE Benchmark 1.4"
HARDENING: Final = "GKE documentation, Harden your cluster's security"
OVERVIEW: Final = "GKE documentation, Compare features in Autopilot and Standard clusters"

STATE_METRICS: Final = (
    "SYSTEM_COMPONENTS",
    "STORAGE",
    "HPA",
    "POD",
    "DAEMONSET",
    "DEPLOYMENT",
    "STATEFULSET",
    "CADVISOR",
    "KUBELET",
)

DEFAULTS: Final = (
    Default(
        "enable_autopilot",
        True,
        AUTOPILOT,
        "absent on Standard: false would collide with other properties",
        "pulumi_gcp 10.2; terraform-provider-google issue 12245",
    ),
    Default(
        "remove_default_node_pool",
        True,
        STANDARD,
        "a pool within the cluster cannot be changed without a new cluster",
        "pulumi_gcp 10.2, node_pools",
    ),
    Default(
        "initial_node_count",
        1,
        STANDARD,
        "the least that a cluster is made with before its default pool is removed",
        "pulumi_gcp 10.2, initial_node_count",
    ),
    Default(
        "datapath_provider",
        "ADVANCED_DATAPATH",
        STANDARD,
        "without an enforcer every NetworkPolicy is accepted and does nothing; Autopilot has it",
        f"{CIS} 5.6.7; GKE documentation, Using GKE Dataplane V2",
    ),
    Default(
        "enable_intranode_visibility",
        True,
        STANDARD,
        "traffic between pods of one node passes the VPC's flow logs; Autopilot has it",
        f"{CIS} 5.6.1",
    ),
    Default(
        "enable_shielded_nodes",
        True,
        STANDARD,
        "a node proves its identity before it joins; Autopilot has it",
        f"{CIS} 5.5.5",
    ),
    Default(
        "node_pool_defaults.node_config_defaults.insecure_kubelet_readonly_port_enabled",
        "FALSE",
        STANDARD,
        "the port tells every pod of the node what runs there",
        HARDENING,
    ),
    Default(
        "node_pool_auto_config.node_kubelet_config.insecure_kubelet_readonly_port_enabled",
        "FALSE",
        AUTOPILOT,
        "the port tells every pod of the node what runs there",
        HARDENING,
    ),
    Default(
        "node_pool_defaults.node_config_defaults.gcfs_config.enabled",
        True,
        STANDARD,
        "a sandbox starts before its image is loaded; Autopilot always does",
        "GKE documentation, Use Image streaming",
    ),
    Default(
        "private_cluster_config.enable_private_nodes",
        True,
        BOTH,
        "nodes that run untrusted code have no public address",
        f"{CIS} 5.6.5",
    ),
    Default(
        "anonymous_authentication_config.mode",
        "LIMITED",
        BOTH,
        "anonymous requests reach health checks alone",
        HARDENING,
    ),
    Default(
        "rbac_binding_config.enable_insecure_binding_system_authenticated",
        False,
        BOTH,
        "system:authenticated is everybody with a Google account",
        HARDENING,
    ),
    Default(
        "rbac_binding_config.enable_insecure_binding_system_unauthenticated",
        False,
        BOTH,
        "system:unauthenticated is everybody",
        HARDENING,
    ),
    Default(
        "service_external_ips_config.enabled",
        False,
        STANDARD,
        "a Service with externalIPs takes over traffic to any address (CVE-2020-8554)",
        HARDENING,
    ),
    Default(
        "enable_fqdn_network_policy",
        True,
        BOTH,
        "egress of a sandbox is named by host, not by address",
        "GKE documentation, Control Pod egress traffic using FQDN network policies",
    ),
    Default(
        "release_channel.channel",
        "REGULAR",
        BOTH,
        "upgrades come by themselves",
        f"{CIS} 5.5.4",
    ),
    Default(
        "binary_authorization.evaluation_mode",
        "PROJECT_SINGLETON_POLICY_ENFORCE",
        BOTH,
        "the project's policy says which images run",
        f"{CIS} 5.10.5",
    ),
    Default(
        "security_posture_config.mode",
        "BASIC",
        BOTH,
        "risky settings of workloads are shown",
        "GKE documentation, About the security posture dashboard",
    ),
    Default(
        "logging_config.enable_components",
        ["SYSTEM_COMPONENTS", "WORKLOADS"],
        BOTH,
        "what the cluster and its workloads did is on record",
        f"{CIS} 5.7.1",
    ),
    Default(
        "monitoring_config.enable_components",
        list(STATE_METRICS),
        BOTH,
        "what GKE turns on in a new cluster; a shorter list would turn the rest off",
        "GKE documentation, Configure metrics collection",
    ),
    Default(
        "monitoring_config.managed_prometheus.enabled",
        True,
        BOTH,
        "metrics of the controller and the router are collected",
        "GKE documentation, Managed Service for Prometheus",
    ),
    Default(
        "monitoring_config.advanced_datapath_observability_config",
        {"enable_metrics": True, "enable_relay": False},
        BOTH,
        "denied and forwarded flows are counted",
        "GKE documentation, About GKE Dataplane V2 observability",
    ),
    Default(
        "cost_management_config.enabled",
        True,
        BOTH,
        "costs are shown by tenant, since a tenant is a namespace",
        "GKE documentation, View cluster resource costs",
    ),
    Default(
        "deletion_protection",
        True,
        BOTH,
        "a destroy takes every tenant's work with it",
        "pulumi_gcp 10.2, deletion_protection",
    ),
)


def default_properties(mode: Mode) -> dict[str, Any]:
    """Everything that a cluster of the mode is set to, in the form of pulumi_gcp."""
    layers = (nested(each.path, each.value) for each in DEFAULTS if mode in each.modes)
    empty: Mapping[str, Any] = {}
    return reduce(merged, layers, dict(empty))

"""Properties that belong to the other mode. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ...problems import Problem
from ..requirements import Mode
from ..settings.lookup import MISSING, at


class Foreign(NamedTuple):
    """A property that a cluster of one mode must not have, whatever its value."""

    path: str
    why: str
    fix: str


CONFLICTS: Final = "the provider turns it down beside enable_autopilot (pulumi_gcp 9.35, its schema)"
ALWAYS: Final = "Autopilot has it by itself"
NO_POOLS: Final = "Autopilot has no node pools of the user's; gVisor is there without one, chosen by each pod"
NODES: Final = "a Standard cluster, with SandboxNodePool"
REPLACES: Final = (
    "the default pool is removed, so it has nothing to hold on to: each refresh would show a difference that "
    "replaces the whole cluster (pulumi-gcp issue 744)"
)

FOREIGN: Final[Mapping[Mode, tuple[Foreign, ...]]] = {
    Mode.AUTOPILOT: (
        Foreign(
            "node_config",
            "any change of it replaces an Autopilot cluster (pulumi-gcp issue 2247)",
            "nodes.service_account and nodes.network_tags",
        ),
        Foreign("node_pools", NO_POOLS, "runtimeClassName gvisor in the pods, or a Standard cluster"),
        Foreign("remove_default_node_pool", CONFLICTS, NODES),
        Foreign("initial_node_count", NO_POOLS, NODES),
        Foreign("node_version", NO_POOLS, "release.min_master_version"),
        Foreign("node_pool_defaults", NO_POOLS, "node_pool_auto_config"),
        Foreign("default_max_pods_per_node", CONFLICTS, NODES),
        Foreign("datapath_provider", f"{ALWAYS}: Dataplane V2", "nothing: leave it out"),
        Foreign("network_policy", CONFLICTS, "nothing: Dataplane V2 enforces policies"),
        Foreign("enable_intranode_visibility", CONFLICTS, "nothing: leave it out"),
        Foreign("enable_shielded_nodes", CONFLICTS, "nothing: leave it out"),
        Foreign("workload_identity_config", ALWAYS, "nothing: leave it out"),
        Foreign("cluster_autoscaling.enabled", CONFLICTS, "nothing: leave it out"),
        Foreign("cluster_autoscaling.resource_limits", CONFLICTS, "a ResourceQuota of the tenant"),
        Foreign("addons_config.dns_cache_config", CONFLICTS, "nothing: leave it out"),
        Foreign("addons_config.network_policy_config", CONFLICTS, "nothing: leave it out"),
        Foreign("addons_config.stateful_ha_config", CONFLICTS, "nothing: leave it out"),
        Foreign("binary_authorization.enabled", CONFLICTS, "security.binary_authorization"),
    ),
    Mode.STANDARD: (
        Foreign(
            "enable_autopilot",
            "even false collides with other properties (terraform-provider-google issue 12245)",
            "AutopilotCluster",
        ),
        Foreign("node_config", REPLACES, "nodes.system_pool, and SandboxNodePool"),
        Foreign(
            "node_pools",
            "a pool within the cluster cannot be changed without a new cluster (pulumi_gcp 10.2, node_pools)",
            "SandboxNodePool",
        ),
        Foreign(
            "node_version",
            "it is that of the default pool, which is removed (pulumi_gcp 10.2, node_version)",
            "release.min_master_version",
        ),
        Foreign("allow_net_admin", "it is of Autopilot alone (pulumi_gcp 10.2)", "nothing: leave it out"),
        Foreign(
            "autopilot_privileged_admissions",
            "it is of Autopilot alone (pulumi_gcp 10.2)",
            "nothing: leave it out",
        ),
    ),
}


def mode_problems(properties: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """Every property that belongs to the other mode."""
    other = "an Autopilot" if mode is Mode.AUTOPILOT else "a Standard"
    for foreign in FOREIGN[mode]:
        if at(properties, foreign.path) is not MISSING:
            yield Problem(foreign.path, f"is not for {other} cluster", foreign.why, foreign.fix)

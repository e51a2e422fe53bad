"""The cluster that a stack config asks for, in the words of the requirement table."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ..cluster.checks import cluster_facts
from ..cluster.existing import DEFAULT_FEATURES, ExistingClusterAgentSandbox
from ..cluster.judgement import planned
from ..cluster.requirements import ClusterFacts, Feature, Mode
from ..cluster.settings.groups import group
from .config import KINDS, ClusterConfig

Group = Mapping[str, Any]

TENANT_GROUPS = ("templates", "pools", "identities")
"""What a tenant has beside the arguments of its namespace."""

MODES = {"autopilot": Mode.AUTOPILOT, "standard": Mode.STANDARD}
"""The mode of a cluster that is made, by the key of its group."""


def given_kinds(cluster: Group) -> list[str]:
    """The keys that say which cluster it is."""
    return [kind for kind in KINDS if cluster.get(kind) is not None]


def kind_of(cluster: ClusterConfig) -> str:
    """The one key that says which cluster it is."""
    return given_kinds(cluster)[0]


def group_of(cluster: ClusterConfig) -> Group:
    """The group of that key; empty for a kubeconfig."""
    value: object = cluster.get(kind_of(cluster))
    return cast("Group", value) if isinstance(value, Mapping) else {}


def cluster_args(cluster: ClusterConfig) -> dict[str, Any]:
    """The arguments of the cluster's component, as far as they are the user's."""
    return {key: value for key, value in group_of(cluster).items() if key != "pools"}


def existing_args(cluster: ClusterConfig) -> dict[str, Any]:
    """The arguments of ExistingCluster: with pools of ours it need not have gVisor, which comes with them."""
    args = cluster_args(cluster)
    if not node_pools(cluster):
        return args
    given: Sequence[str] | None = args.get("features")
    asked = DEFAULT_FEATURES if given is None else given
    return {**args, "features": [each for each in asked if each != Feature.GVISOR]}


def namespace_args(name: str, tenant: Group) -> dict[str, Any]:
    """The arguments of a tenant's namespace."""
    own = {key: value for key, value in tenant.items() if key not in TENANT_GROUPS}
    return {"namespace": name, **own}


def node_pools(cluster: ClusterConfig) -> Mapping[str, Group]:
    """The gVisor pools by name."""
    return cast("Mapping[str, Group]", group_of(cluster).get("pools") or {})


def pool_args(pool: Group, facts: Group, table: Group) -> dict[str, Any]:
    """The arguments of a pool's component, but for the cluster's id.

    pool: the pool's arguments in the config; its own entries of the requirement table count first.
    facts: what is known of the cluster, the group `cluster`.
    table: the cluster's entries of the requirement table.
    """
    return {**pool, "cluster": facts, "requirements": {**table, **(pool.get("requirements") or {})}}


def cluster_table(cluster: ClusterConfig) -> Group:
    """The cluster's own entries of the requirement table."""
    args = cluster_args(cluster)
    entries: object = (group(args, "release") if kind_of(cluster) in MODES else args).get("requirements")
    return cast("Group", entries or {})


def planned_facts(args: Group, mode: Mode) -> ClusterFacts:
    """What is known of a cluster before it is made.

    args: the arguments of its component.
    """
    pool = group(args, "addons").get("gvisor_pool") or ""
    return cluster_facts(planned(args, mode, args["project"]), mode, pool)


def pool_facts(facts: ClusterFacts) -> dict[str, Any]:
    """The group `cluster` of a pool's arguments."""
    known = {
        "mode": facts.mode,
        "release_channel": facts.channel,
        "version": facts.version,
        "features": sorted(facts.features),
    }
    return {key: value for key, value in known.items() if value is not None}


def has_add_on(cluster: ClusterConfig) -> bool:
    """Whether Google runs the Agent Sandbox controller, by the managed add-on."""
    kind = kind_of(cluster)
    if kind in MODES:
        return Feature.AGENT_SANDBOX in planned_facts(cluster_args(cluster), MODES[kind]).features
    return group_of(cluster).get("agent_sandbox") == ExistingClusterAgentSandbox.ADD_ON

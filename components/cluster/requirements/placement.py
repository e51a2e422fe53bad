"""Where sandboxes run: the pools of a cluster together, and the templates that are to run on them."""

from collections.abc import Iterator
from dataclasses import replace

from ...facts.gke_sandbox import GVISOR
from ...problems import Problem
from ...shapes.paths import join
from .derived import version_of
from .facts import ClusterFacts, Feature, Mode, PoolFacts, TemplateFacts
from .pools import pool_verdicts
from .table import Requirements
from .verdict import Check, Outcome, Verdict

MACHINE_SELECTORS = frozenset({"cloud.google.com/compute-class", "cloud.google.com/machine-family"})
"""By which a pod on Autopilot says what machine it wants. Source: GKE documentation, "Prepare for Pod
snapshots", which advises a ComputeClass.
"""


def all_pool_verdicts(cluster: ClusterFacts, table: Requirements) -> Iterator[Verdict]:
    """What is wrong with the pools together, and with each of them."""
    if not cluster.pools:
        return
    if cluster.mode is Mode.AUTOPILOT:
        yield Verdict(
            Check.AUTOPILOT_POOLS,
            Outcome.REFUSED,
            Problem(
                "pools",
                f"an Autopilot cluster has no node pools of its user's ({_names(cluster.pools)})",
                "GKE makes the nodes; gVisor is there, and a pod asks for it by its runtimeClassName",
                "leave the pools out",
            ),
        )
        return
    if all(pool.gvisor for pool in cluster.pools):
        yield Verdict(
            Check.ORDINARY_POOL,
            Outcome.REFUSED,
            Problem(
                "pools",
                f"GKE Sandbox is on in every pool ({_names(cluster.pools)})",
                "system pods, the controller and the router need an ordinary node; GKE refuses gVisor on the "
                "default pool",
                "one more pool without GKE Sandbox, with a node at least",
            ),
            Feature.GVISOR,
        )
    for pool in cluster.pools:
        place = join("pools", pool.name)
        for each in pool_verdicts(pool, cluster.channel, cluster.features, version_of(cluster), table):
            yield replace(each, problem=replace(each.problem, path=f"{place}.{each.problem.path}"))


def gvisor_verdicts(cluster: ClusterFacts, table: Requirements) -> Iterator[Verdict]:
    """Whether there is a gVisor pool for what runs in gVisor."""
    wanting = [each for each in cluster.templates if each.runtime_class == GVISOR.runtime_class]
    needing = [each for each in table if each in cluster.features and _needs_gvisor(each, table)]
    if cluster.mode is Mode.AUTOPILOT or not (wanting or needing):
        return
    who = _who(wanting, needing)
    if cluster.mode is None or cluster.pools is None:
        yield Verdict(
            Check.GVISOR_POOL,
            Outcome.UNDETERMINED,
            Problem(
                "pools",
                f"whether a node pool has GKE Sandbox on is not known: undetermined ({who})",
                "on Standard the RuntimeClass comes with such a pool; without one the pods never start",
                "on Standard, a SandboxNodePool",
            ),
            Feature.GVISOR,
        )
    elif not any(pool.gvisor for pool in cluster.pools):
        yield Verdict(
            Check.GVISOR_POOL,
            Outcome.REFUSED,
            Problem(
                "pools",
                f"no node pool has GKE Sandbox on ({who})",
                "the RuntimeClass gvisor comes with such a pool; without one the pods never start",
                "a SandboxNodePool beside the ordinary pool",
            ),
            Feature.GVISOR,
        )


def _needs_gvisor(feature: Feature, table: Requirements) -> bool:
    return feature is Feature.GVISOR or Feature.GVISOR in table[feature].needs


def _who(wanting: list[TemplateFacts], needing: list[Feature]) -> str:
    if wanting:
        names = ", ".join(each.name for each in wanting)
        one = len(wanting) == 1
        return f"the template {names} asks for it" if one else f"the templates {names} ask for it"
    return f"needed by {', '.join(needing)}"


def autopilot_machine_verdicts(cluster: ClusterFacts, table: Requirements) -> Iterator[Verdict]:
    """Templates for which Autopilot may take a machine that a feature does not go with."""
    if cluster.mode is not Mode.AUTOPILOT:
        return
    for feature, row in table.items():
        if feature not in cluster.features or not row.refused_families:
            continue
        for template in cluster.templates:
            if template.runtime_class == GVISOR.runtime_class and not (
                MACHINE_SELECTORS & set(template.node_selector)
            ):
                yield Verdict(
                    Check.MACHINE_FAMILY,
                    Outcome.WARNING,
                    Problem(
                        f"{join('templates', template.name)}.node_selector",
                        "leaves the machine to Autopilot, which may take "
                        f"{', '.join(each.upper() for each in row.refused_families)}",
                        f"there {row.title} is not supported ({row.source})",
                        "cloud.google.com/compute-class, naming a ComputeClass with other machine families",
                    ),
                    feature,
                )


def sidecar_verdicts(cluster: ClusterFacts, table: Requirements) -> Iterator[Verdict]:
    """Templates with a sidecar that a feature does not go with."""
    for feature in cluster.features:
        for template in cluster.templates:
            for key, value in table[feature].refused_annotations.items():
                if template.annotations.get(key) == value:
                    yield Verdict(
                        Check.SNAPSHOT_SIDECAR,
                        Outcome.WARNING,
                        Problem(
                            join(f"{join('templates', template.name)}.annotations", key),
                            f"brings a sidecar that does not go with {table[feature].title}",
                            table[feature].source,
                            "leave it out, or mount no bucket in pods that are snapshot",
                        ),
                        feature,
                    )


def _names(pools: tuple[PoolFacts, ...]) -> str:
    return ", ".join(pool.name or "unnamed" for pool in pools)

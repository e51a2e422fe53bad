"""Whether a cluster can do what it is asked for."""

from collections.abc import Iterator

from ...problems import Problem
from .facts import ClusterFacts, Feature, Mode
from .features import feature_verdicts
from .placement import (
    all_pool_verdicts,
    autopilot_machine_verdicts,
    gvisor_verdicts,
    sidecar_verdicts,
)
from .table import REQUIREMENTS, Requirements
from .verdict import Check, Outcome, Verdict
from .versions import at_least, version_problems

CONTROLLERS_CLASH = (
    "both own the same CRDs and controller; Google and upstream say to run one of them "
    "(kubernetes-sigs/agent-sandbox#1023)"
)


def cluster_verdicts(cluster: ClusterFacts, table: Requirements = REQUIREMENTS) -> list[Verdict]:
    """Everything about a cluster, its pools and its templates that can be told from what is known.

    table: what is asked for, with the user's own rows (`requirements`).

    The paths are those of ClusterFacts: `version`, `features.pod-snapshots`, `pools.sandbox.machine_type`,
    `templates.python.runtime_class`; `placed` puts a caller's own in their place.
    """
    asked = [feature for feature in table if feature in cluster.features]
    return [
        *_version_forms(cluster),
        *_downgrade(cluster),
        *(each for feature in asked for each in feature_verdicts(feature, table[feature], cluster, table)),
        *_one_controller(cluster),
        *_add_on_after_pool(cluster),
        *all_pool_verdicts(cluster, table),
        *gvisor_verdicts(cluster, table),
        *autopilot_machine_verdicts(cluster, table),
        *sidecar_verdicts(cluster, table),
    ]


def _version_forms(cluster: ClusterFacts) -> Iterator[Verdict]:
    for path in ("version", "running_version"):
        for problem in version_problems(getattr(cluster, path), path):
            yield Verdict(Check.VERSION_FORM, Outcome.REFUSED, problem)


def _downgrade(cluster: ClusterFacts) -> Iterator[Verdict]:
    asked, running = cluster.version, cluster.running_version
    if asked and running and at_least(asked, running) is False:
        yield Verdict(
            Check.DOWNGRADE,
            Outcome.WARNING,
            Problem(
                "version",
                f"is {asked}, and the control plane is at {running}",
                "GKE has upgraded past it, and a control plane does not go back; it is left at its version",
                f"{running} or newer, or nothing, to follow the release channel",
            ),
        )


def _one_controller(cluster: ClusterFacts) -> Iterator[Verdict]:
    if Feature.AGENT_SANDBOX in cluster.features and cluster.controller_release:
        yield Verdict(
            Check.ONE_CONTROLLER,
            Outcome.REFUSED,
            Problem(
                "controller_release",
                f"{cluster.controller_release} is to be installed beside the Agent Sandbox add-on",
                CONTROLLERS_CLASH,
                "the add-on or a release, not both",
            ),
            Feature.AGENT_SANDBOX,
        )


def _add_on_after_pool(cluster: ClusterFacts) -> Iterator[Verdict]:
    new = cluster.mode is Mode.STANDARD and not cluster.exists
    if Feature.AGENT_SANDBOX in cluster.features and new:
        yield Verdict(
            Check.ADD_ON_AFTER_POOL,
            Outcome.REFUSED,
            Problem(
                f"features.{Feature.AGENT_SANDBOX}",
                "the Agent Sandbox add-on is asked for on a Standard cluster that is yet to be made",
                "Google enables it after a gVisor pool exists, and a pool comes after its cluster",
                "a release of the controller (AgentSandboxController); or the add-on once the pool is there",
            ),
            Feature.AGENT_SANDBOX,
        )

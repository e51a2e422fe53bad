"""What GKE asks of a cluster and its node pools before a feature works, as data, and the judgement over it.
Pure.

Say what a cluster is in plain values (`ClusterFacts`, with a `PoolFacts` per node pool and a `TemplateFacts`
per template, as far as they are known), and ask:

    found = cluster_verdicts(facts, requirements(overrides))
    refuse(title, refusals(placed(found, {"version": "release.min_master_version"})))
    for notice in notices(found): pulumi.log.warn(str(notice))

One node pool alone is asked about by `pool_verdicts(pool, channel, features, version)`, a controller of our
own by `webhook_verdicts`. A verdict is refused (GKE would turn it down, or take it and not do it), a warning,
or undetermined: what it takes to judge is not known yet, e.g. the version that a release channel will give.

`placed` writes the caller's own names of fields into the paths of verdicts. `requirements(overrides)` is the
table with the user's entries in place of ours; `override_problems` says what is wrong with such entries.
`required_apis` names the Google APIs that features need. `machine_type` reads vCPUs and memory off a machine
type's name; `allocatable`, `sandboxes_per_node` and `nodes_for` say how many sandboxes fit.
"""

from .derived import features_of
from .facts import (
    Channel,
    ClusterFacts,
    ControllerFacts,
    Feature,
    FirewallRule,
    Mode,
    PoolFacts,
    TemplateFacts,
)
from .judge import cluster_verdicts
from .machines import Machine, machine_type, usable_vcpus
from .overrides import GkeRequirementArgs, override_problems, requirements
from .pools import pool_verdicts
from .sizing import Resources, allocatable, nodes_for, sandboxes_per_node
from .table import REQUIREMENTS, Requirement, Requirements, required_apis
from .verdict import Check, Outcome, Verdict, notices, placed, refusals
from .versions import at_least, version_problems
from .webhook import webhook_verdicts

__all__ = [
    "REQUIREMENTS",
    "Channel",
    "Check",
    "ClusterFacts",
    "ControllerFacts",
    "Feature",
    "FirewallRule",
    "GkeRequirementArgs",
    "Machine",
    "Mode",
    "Outcome",
    "PoolFacts",
    "Requirement",
    "Requirements",
    "Resources",
    "TemplateFacts",
    "Verdict",
    "allocatable",
    "at_least",
    "cluster_verdicts",
    "features_of",
    "machine_type",
    "nodes_for",
    "notices",
    "override_problems",
    "placed",
    "pool_verdicts",
    "refusals",
    "required_apis",
    "requirements",
    "sandboxes_per_node",
    "usable_vcpus",
    "version_problems",
    "webhook_verdicts",
]

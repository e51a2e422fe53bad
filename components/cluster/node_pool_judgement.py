"""What is wrong with the arguments of a gVisor node pool, and what to tell of those that are right."""

from collections.abc import Mapping
from typing import Any

from pulumi_gcp import container

from ..composition import is_opaque
from ..gcp import property_problems
from ..problems import Problem
from ..shapes import value_problems
from .node_pool_args import SandboxNodePoolArgs
from .node_pool_facts import cluster_facts_problems, node_pool_verdicts
from .node_pool_paths import in_arguments
from .node_pool_problems import combination_problems, demand_problems
from .node_pools import node_pool_properties
from .overrides import hidden_group_problems, merged
from .requirements import Mode, Verdict, notices, override_problems, refusals
from .settings.lookup import at


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types, then of their combination, then of what they make."""
    problems = list(value_problems(SandboxNodePoolArgs, args, "", is_opaque))
    problems = problems or [
        *combination_problems(args, is_opaque),
        *cluster_facts_problems(args.get("cluster") or {}),
        *override_problems(args.get("requirements") or {}, "requirements"),
    ]
    if problems:
        return problems
    overrides: Mapping[str, Any] = args.get("overrides") or {}
    ours = properties_of(args)
    problems = list(hidden_group_problems(ours, overrides, is_opaque))
    if problems:
        return problems
    properties = merged(ours, overrides)
    made = list(property_problems(container.NodePoolArgs, properties))
    made = made or [*demand_problems(properties, is_opaque), *refusals(verdicts(args, properties))]
    return [*autopilot_problems(args), *in_arguments(made, args)]


def autopilot_problems(args: Mapping[str, Any]) -> list[Problem]:
    """A pool for a cluster that takes none."""
    cluster: Mapping[str, Any] = args.get("cluster") or {}
    if cluster.get("mode") != Mode.AUTOPILOT:
        return []
    return [
        Problem(
            "cluster_id",
            "is an Autopilot cluster, which takes no node pools",
            "Autopilot runs gVisor by itself, chosen by each pod (GKE documentation, GKE Sandbox)",
            "no SandboxNodePool at all",
        )
    ]


def properties_of(args: Mapping[str, Any]) -> dict[str, Any]:
    """The properties without those of the identity, which are not known yet."""
    return node_pool_properties(args, None, "tag")


def verdicts(args: Mapping[str, Any], properties: Mapping[str, Any]) -> list[Verdict]:
    """What the requirement table says."""
    cluster: Mapping[str, Any] = args.get("cluster") or {}
    return node_pool_verdicts(properties, cluster, args.get("requirements") or {}, is_opaque)


def warnings(args: Mapping[str, Any]) -> list[Problem]:
    """What to tell while going on, of arguments without problems."""
    overrides: Mapping[str, Any] = args.get("overrides") or {}
    properties = merged(properties_of(args), overrides)
    told = notices(verdicts(args, properties))
    if at(properties, "node_config.spot") is True:
        told.append(
            Problem(
                "node_config.spot",
                "is on: Compute Engine takes such a node away at any time, 30 seconds ahead",
                "every sandbox on it is lost with all that it had in memory and on disk",
                "false, where somebody works in the sandboxes",
            )
        )
    return in_arguments(told, args)

"""Everything that is wrong with the arguments of a cluster, and what to tell of those that are right."""

from collections.abc import Awaitable, Generator, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pulumi_gcp import container

from ..composition import is_opaque
from ..gcp import property_problems
from ..problems import Problem
from ..shapes import value_problems
from .checks import cluster_facts, cluster_problems, in_arguments
from .checks.arguments import combination_problems
from .checks.features import FEATURES
from .checks.paths import in_overrides
from .encryption import is_customer_managed
from .overrides import hidden_group_problems
from .requirements import (
    Mode,
    Verdict,
    cluster_verdicts,
    notices,
    override_problems,
    placed,
    refusals,
    requirements,
)
from .requirements.verdict import Check
from .settings import cluster_properties
from .settings.groups import group

FACT_PATHS: Final = {
    "version": "release.min_master_version",
    "channel": "release.channel",
    "pools": "addons.gvisor_pool",
    "features.agent-sandbox": "addons.agent_sandbox",
    "features.pod-snapshots": "addons.pod_snapshots",
    "features.fqdn-network-policy": "networking.fqdn_network_policies",
    "features.in-transit-encryption": "security.in_transit_encryption",
}
"""From the fields of the requirement table to the arguments."""

FACT_PROPERTIES: Final = (
    ("version", "min_master_version"),
    ("channel", "release_channel.channel"),
    *((f"features.{feature}", path) for path, _, feature in FEATURES),
)
"""From the same fields to the properties that they are read off."""


class Later(Awaitable[str]):
    """Stands for what is made with the cluster: no check looks at it."""

    def __await__(self) -> Generator[Any, None, str]:
        raise RuntimeError("it is not there yet")


def argument_problems(args: Mapping[str, Any], args_type: type, mode: Mode, project: Any) -> list[Problem]:
    """Every problem of the arguments' keys and types, then of their combination, then of what they make.

    args_type: the TypedDict of the component's arguments. project: the project's id; None: nobody said it.
    """
    problems = list(value_problems(args_type, args, "", is_opaque))
    if problems:
        return problems
    table: object = group(args, "release").get("requirements")
    ours = planned({**args, "overrides": {}}, mode, project)
    overrides: Mapping[str, Any] = args.get("overrides") or {}
    problems = [
        *combination_problems(args, mode, project, is_opaque),
        *override_problems({} if table is None else table, "release.requirements"),
        *hidden_group_problems(ours, overrides, is_opaque),
    ]
    if problems:
        return problems
    properties = planned(args, mode, project)
    found = list(property_problems(container.ClusterArgs, properties))
    found = found or cluster_problems(properties, mode, is_opaque)
    return [*in_arguments(found, overrides, properties), *refusals(verdicts(args, mode, properties))]


def warnings(args: Mapping[str, Any], mode: Mode, project: Any) -> list[Problem]:
    """What to tell while going on, of arguments without problems."""
    return notices(verdicts(args, mode, planned(args, mode, project)))


def verdicts(args: Mapping[str, Any], mode: Mode, properties: Mapping[str, Any]) -> list[Verdict]:
    """What the requirement table says, with the arguments' names."""
    table = requirements(group(args, "release").get("requirements"))
    facts = cluster_facts(properties, mode, group(args, "addons").get("gvisor_pool") or "")
    return placed(cluster_verdicts(facts, table), fact_paths(args))


def fact_paths(args: Mapping[str, Any]) -> dict[str, str]:
    """From the fields of the requirement table to where the user wrote what they say."""
    overrides: Mapping[str, Any] = args.get("overrides") or {}
    written = {field: f"overrides.{path}" for field, path in FACT_PROPERTIES if in_overrides(path, overrides)}
    return {**FACT_PATHS, **written}


def downgrades(args: Mapping[str, Any], mode: Mode, project: Any, running: str) -> list[Problem]:
    """A version that is asked for although GKE has gone past it; nothing is changed then.

    running: the version of the control plane.
    """
    facts = replace(cluster_facts(planned(args, mode, project), mode), running_version=running)
    found = [each for each in cluster_verdicts(facts) if each.check is Check.DOWNGRADE]
    return notices(placed(found, fact_paths(args)))


def planned(args: Mapping[str, Any], mode: Mode, project: Any) -> dict[str, Any]:
    """The properties with stand-ins for what is made with the cluster: its key, and its nodes' account."""
    later = Later()
    encryption = group(group(args, "security"), "encryption")
    own_key = encryption.get("key_name")
    key = later if own_key is None else own_key
    return cluster_properties(
        args,
        mode,
        project=project,
        workload_pool=f"{project}.svc.id.goog" if isinstance(project, str) else later,
        service_account=later,
        key_name=key if is_customer_managed(encryption) else None,
    )


def undisclosed(problems: Iterable[Problem], value: object) -> list[Problem]:
    """The same problems without the value, which may be a secret's."""
    if not isinstance(value, str) or not value:
        return list(problems)
    return [
        replace(
            each,
            what=each.what.replace(value, "[value]"),
            why=each.why.replace(value, "[value]"),
            fix=each.fix.replace(value, "[value]"),
        )
        for each in problems
    ]


def value_at(args: Mapping[str, Any], path: Iterable[str | int]) -> object:
    """The value at a path of keys."""
    value: Any = args
    for step in path:
        value = value[step]
    return value

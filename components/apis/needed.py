"""Which Google APIs a cluster needs, from its arguments. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

from ..cluster.requirements import REQUIREMENTS, Feature, Requirements, required_apis
from .table import NEEDED_APIS, SERVICE_AGENTS, NeededApi

FEATURES: Final = {
    "addons.agent_sandbox": Feature.AGENT_SANDBOX,
    "addons.pod_snapshots": Feature.POD_SNAPSHOTS,
}
"""Arguments of a cluster that stand for a feature of the requirement table."""

OFF: Final[tuple[Any, ...]] = (None, False, "", "DISABLED", {})
"""Values of an argument that ask for nothing."""


def needed_apis(
    cluster: Mapping[str, Any] | None = None,
    features: Iterable[Feature] = (),
    table: Requirements = REQUIREMENTS,
) -> tuple[str, ...]:
    """The Google APIs that a project needs for a cluster, sorted by name.

    cluster: the arguments of AutopilotCluster or StandardCluster; default: none, so that every default
        counts. What is an output there counts as asked for.
    features: further features that the project is to have.
    table: the requirement table.
    """
    args = cluster or {}
    asked = {feature for path, feature in FEATURES.items() if setting(args, path) not in OFF}
    named = {each.name for each in NEEDED_APIS if wanted(each, args)}
    return tuple(sorted({*named, *required_apis({*asked, *features}, table)}))


def needed_service_agents(cluster: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """The APIs among them whose service agent a cluster gives a role, sorted by name.

    cluster: as for needed_apis.
    """
    args = cluster or {}
    by_path = {each.setting: each for each in NEEDED_APIS}
    return tuple(sorted(api for api, path in SERVICE_AGENTS.items() if wanted(by_path[path], args)))


def wanted(row: NeededApi, args: Mapping[str, Any]) -> bool:
    """Whether a cluster with these arguments uses the API for the row's reason."""
    if not row.setting:
        return True
    given = setting(args, row.setting)
    return (row.default if given is None else given) not in OFF


def setting(args: Mapping[str, Any], path: str) -> Any:
    """The argument at a dotted path; None where it is not given."""
    value: Any = args
    for key in path.split("."):
        if not isinstance(value, Mapping):
            return value
        value = cast(Mapping[str, Any], value).get(key)
    return value

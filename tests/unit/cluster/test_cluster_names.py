"""Everything that the code can write is known to pulumi_gcp: a name that an update changes is seen here."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import hypothesis
import pytest
from hypothesis import strategies
from pulumi_gcp import container

from gke_agent_sandbox.cluster.args import (
    ClusterLoggingComponent,
    ClusterMaintenanceExclusionScope,
    ClusterNotificationEvent,
    ClusterReleaseChannel,
    ClusterSecurityPosture,
)
from gke_agent_sandbox.cluster.autopilot import AutopilotClusterArgs
from gke_agent_sandbox.cluster.checks.enforcement import NEEDS_DATAPLANE_V2
from gke_agent_sandbox.cluster.checks.features import FEATURES
from gke_agent_sandbox.cluster.checks.modes import FOREIGN
from gke_agent_sandbox.cluster.checks.paths import ARGUMENTS
from gke_agent_sandbox.cluster.checks.unsafe import UNSAFE
from gke_agent_sandbox.cluster.checks.values import FORMS
from gke_agent_sandbox.cluster.creation import POOL_WRITTEN_BACK, WRITTEN_BACK
from gke_agent_sandbox.cluster.judgement import argument_problems, planned
from gke_agent_sandbox.cluster.requirements import Mode
from gke_agent_sandbox.cluster.settings import cluster_properties
from gke_agent_sandbox.cluster.settings.defaults import DEFAULTS
from gke_agent_sandbox.cluster.settings.lookup import nested
from gke_agent_sandbox.cluster.settings.system_pool import system_pool_properties
from gke_agent_sandbox.cluster.standard import StandardClusterArgs
from gke_agent_sandbox.gcp import property_problems, resource_types
from gke_agent_sandbox.shapes.shape import typed_dict_hints, union_members
from tests.unit.cluster.cluster_recorder import PROJECT, args
from tests.unit.gcp.properties import built

KEY = "projects/p/locations/europe-west4/keyRings/r/cryptoKeys/k"
TYPES: dict[Mode, Any] = {Mode.AUTOPILOT: AutopilotClusterArgs, Mode.STANDARD: StandardClusterArgs}

EVERYTHING: dict[str, Any] = {
    "network": {"network": "n", "subnetwork": "s", "pod_range": "pods", "service_range": "services"},
    "access": {
        "endpoint": "private",
        "authorized_networks": {"office": "203.0.113.0/24"},
        "private_endpoint_subnetwork": "control",
        "global_access": True,
        "google_group": "gke-security-groups@example.com",
    },
    "release": {
        "channel": "RAPID",
        "min_master_version": "1.36.3-gke.1767000",
        "maintenance": {
            "recurring": {
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T08:00:00Z",
                "recurrence": "FREQ=DAILY",
            },
            "exclusions": {"launch": {"start_time": "2027-01-02T02:00:00Z", "scope": "NO_MINOR_UPGRADES"}},
            "patch_interval": "604800s",
            "minor_interval": "7776000s",
        },
        "notifications": {"topic": "projects/p/topics/t", "events": ["UPGRADE_EVENT"]},
    },
    "security": {"binary_authorization": False, "posture": "BASIC", "in_transit_encryption": True},
    "networking": {"dataplane_metrics": True, "dataplane_relay": True, "gateway_api": True},
    "observability": {
        "logging_components": ["SYSTEM_COMPONENTS"],
        "monitoring_components": ["SYSTEM_COMPONENTS"],
        "managed_prometheus": True,
        "managed_opentelemetry": True,
    },
    "addons": {
        "agent_sandbox": True,
        "gvisor_pool": "sandboxes",
        "pod_snapshots": True,
        "backup_agent": True,
        "secret_manager": True,
        "image_streaming": True,
        "fleet_project": "fleet",
        "cost_allocation": True,
    },
    "nodes": {
        "network_tags": ["sandboxes"],
        "zones": ["europe-west4-a"],
        "auto_provisioning": {"max_cpu": 64, "max_memory_gib": 256},
    },
    "deletion_protection": False,
}


def properties_of(mode: Mode, more: Mapping[str, Any]) -> dict[str, Any]:
    return cluster_properties(
        args(**more),
        mode,
        project=PROJECT,
        workload_pool=f"{PROJECT}.svc.id.goog",
        service_account="nodes@p.iam.gserviceaccount.com",
        key_name=KEY,
    )


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("more", [{}, EVERYTHING], ids=["least", "everything"])
def test_pulumi_gcp_knows_every_property(mode: Mode, more: dict[str, Any]) -> None:
    properties = properties_of(mode, more)
    assert list(property_problems(container.ClusterArgs, properties)) == []
    assert built(container.ClusterArgs, properties)


def test_pulumi_gcp_knows_the_system_pool() -> None:
    pool = {"machine_type": "n2-standard-4", "min_nodes": 1, "max_nodes": 2, "disk_size_gb": 50}
    everything = {"system_pool": pool, "network_tags": ["sandboxes"]}
    properties = {"cluster": "c", **system_pool_properties(everything, "nodes@p.iam.gserviceaccount.com")}
    assert list(property_problems(container.NodePoolArgs, properties)) == []
    assert built(container.NodePoolArgs, properties)


def paths() -> Iterator[str]:
    """Every path of a property that a table names."""
    yield from (each.path for each in DEFAULTS)
    yield from (each.path for foreign in FOREIGN.values() for each in foreign)
    yield from (each.path for each in UNSAFE)
    yield from (path for path, *_ in FEATURES)
    yield from (path for path, *_ in FORMS)
    yield from (path for path, *_ in NEEDS_DATAPLANE_V2)
    yield from (path for path, *_ in ARGUMENTS)
    yield from WRITTEN_BACK


@pytest.mark.parametrize("path", sorted(set(paths())))
def test_every_path_in_a_table_is_a_property(path: str) -> None:
    problems = property_problems(container.ClusterArgs, nested(path, {"no such": 1}))
    unknown = [each for each in problems if each.what.startswith(("is no property", "is no setting"))]
    assert [each for each in unknown if "no such" not in each.path] == []


def test_a_path_that_is_no_property_is_seen() -> None:
    problems = list(property_problems(container.ClusterArgs, nested("addons_config.agent_sandboxes", {})))
    assert [each.path for each in problems] == ["addons_config.agent_sandboxes"]
    assert POOL_WRITTEN_BACK[0] in resource_types(container.NodePoolArgs)


@pytest.mark.parametrize("path", sorted({field for _, field in ARGUMENTS}))
def test_every_argument_in_a_table_is_one(path: str) -> None:
    hints: Any = StandardClusterArgs
    for step in path.split("."):
        fields = typed_dict_hints(hints)
        assert step in fields
        (hints,) = [each for each in union_members(fields[step]) if each is not type(None)][:1]


def test_both_modes_take_the_same_but_for_nodes() -> None:
    autopilot, standard = (dict(typed_dict_hints(each)) for each in TYPES.values())
    assert autopilot.pop("nodes") is not standard.pop("nodes")
    assert autopilot == standard


DOCUMENTED = {
    (container.ClusterReleaseChannelArgs, "channel"): ClusterReleaseChannel,
    (container.ClusterMaintenancePolicyMaintenanceExclusionExclusionOptionsArgs, "scope"): (
        ClusterMaintenanceExclusionScope
    ),
    (container.ClusterNotificationConfigPubsubFilterArgs, "event_types"): ClusterNotificationEvent,
    (container.ClusterSecurityPostureConfigArgs, "mode"): ClusterSecurityPosture,
    (container.ClusterLoggingConfigArgs, "enable_components"): ClusterLoggingComponent,
}


@pytest.mark.parametrize(
    ("place", "enum"), DOCUMENTED.items(), ids=lambda each: getattr(each, "__name__", "")
)
def test_enum_values_are_those_that_pulumi_gcp_documents(place: Any, enum: Any) -> None:
    text = getattr(place[0], place[1]).__doc__
    documented = set(re.findall(r"\b[A-Z][A-Z_]{3,}\b", text)) - {"UNSPECIFIED", "UNTIL_END_OF_SUPPORT"}
    assert documented & set(enum) == set(enum), documented


def arguments(declared: Any) -> strategies.SearchStrategy[Any]:
    """Values of a TypedDict: the right keys with values that may be right, and now and then a wrong one."""
    fields = {key: value_of(key, hint) for key, hint in typed_dict_hints(declared).items()}
    required = {key: fields[key] for key in declared.__required_keys__}
    optional = {key: value for key, value in fields.items() if key not in required}
    return strategies.fixed_dictionaries(required, optional=optional)


WORDS = strategies.sampled_from(
    [
        "europe-west4",
        "europe-west4-a",
        "moon",
        "1.36",
        "1.30.1-gke.1",
        "03:00",
        "0.0.0.0/0",
        "10.0.0.0/8",
        KEY,
        "",
    ]
)
OVERRIDES = strategies.dictionaries(
    strategies.sampled_from(
        [
            "resource_labels",
            "addons_config",
            "node_config",
            "enable_autopilot",
            "datapath_provider",
            "no_such_property",
            "release_channel",
            "private_cluster_config",
        ]
    ),
    strategies.one_of(
        strategies.none(),
        strategies.booleans(),
        WORDS,
        strategies.dictionaries(
            strategies.sampled_from(["enabled", "channel", "enable_private_nodes"]), WORDS
        ),
    ),
    max_size=2,
)


RIGHT = {
    "location": "europe-west4",
    "authorized_networks": "10.0.0.0/8",
    "google_group": "gke-security-groups@example.com",
    "min_master_version": "1.36.3-gke.1767000",
    "daily_start": "03:00",
    "start_time": "2027-01-02T02:00:00Z",
    "end_time": "2027-01-02T08:00:00Z",
    "recurrence": "FREQ=DAILY",
    "patch_interval": "604800s",
    "minor_interval": "604800s",
    "topic": "projects/p/topics/t",
    "key_name": KEY,
    "monitoring_components": "SYSTEM_COMPONENTS",
}
"""A right value for each text that has a form."""


def value_of(key: str, hint: Any) -> strategies.SearchStrategy[Any]:
    """Values for one key."""
    (member,) = union_members(hint)[:1]
    origin = getattr(member, "__origin__", None)
    if key == "overrides":
        return OVERRIDES
    if key == "requirements":
        return strategies.just({})
    if hasattr(member, "__required_keys__"):
        return arguments(member)
    if origin is not None and issubclass(origin, Mapping):
        return strategies.dictionaries(
            strategies.sampled_from(["office", "a b"]), value_of(key, member.__args__[1]), max_size=2
        )
    if origin is not None:
        return strategies.lists(value_of(key, member.__args__[0]), max_size=2)
    if member is bool:
        return strategies.booleans()
    if member is int:
        return strategies.sampled_from([0, 1, 1, 3.0, 3, 3, 90, 90])
    if member is str:
        right = strategies.just(RIGHT.get(key, "sandboxes"))
        return strategies.one_of(*[right] * 19, WORDS)
    return strategies.sampled_from([*list(cast(Any, member)) * 3, "WRONG"])


@pytest.mark.parametrize("mode", list(Mode))
@hypothesis.settings(max_examples=60, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
@hypothesis.given(data=strategies.data())
def test_any_arguments_are_refused_or_known(mode: Mode, data: Any) -> None:
    given = data.draw(arguments(TYPES[mode]))
    problems = argument_problems(given, TYPES[mode], mode, PROJECT)
    if problems:
        assert all(each.path and each.what for each in problems)
    else:
        properties = planned(given, mode, PROJECT)
        assert list(property_problems(container.ClusterArgs, properties)) == []

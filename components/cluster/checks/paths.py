"""Where the user wrote what a property came from. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from ...problems import Problem
from ...shapes.paths import join, within

ARGUMENTS: Final = (
    ("network", "network.network"),
    ("subnetwork", "network.subnetwork"),
    ("ip_allocation_policy.cluster_secondary_range_name", "network.pod_range"),
    ("ip_allocation_policy.services_secondary_range_name", "network.service_range"),
    ("control_plane_endpoints_config", "access.endpoint"),
    ("master_authorized_networks_config", "access.authorized_networks"),
    ("private_cluster_config.private_endpoint_subnetwork", "access.private_endpoint_subnetwork"),
    ("authenticator_groups_config.security_group", "access.google_group"),
    ("release_channel.channel", "release.channel"),
    ("min_master_version", "release.min_master_version"),
    ("maintenance_policy.daily_maintenance_window.start_time", "release.maintenance.daily_start"),
    ("maintenance_policy.recurring_window", "release.maintenance.recurring"),
    (
        "maintenance_policy.disruption_budget.patch_version_disruption_interval",
        "release.maintenance.patch_interval",
    ),
    (
        "maintenance_policy.disruption_budget.minor_version_disruption_interval",
        "release.maintenance.minor_interval",
    ),
    ("maintenance_policy.maintenance_exclusions", "release.maintenance.exclusions"),
    ("maintenance_policy", "release.maintenance"),
    ("notification_config.pubsub.topic", "release.notifications.topic"),
    ("database_encryption", "security.encryption"),
    ("in_transit_encryption_config", "security.in_transit_encryption"),
    ("enable_fqdn_network_policy", "networking.fqdn_network_policies"),
    (
        "monitoring_config.advanced_datapath_observability_config.enable_metrics",
        "networking.dataplane_metrics",
    ),
    (
        "monitoring_config.advanced_datapath_observability_config.enable_relay",
        "networking.dataplane_relay",
    ),
    ("logging_config.enable_components", "observability.logging_components"),
    ("monitoring_config.enable_components", "observability.monitoring_components"),
    ("addons_config.agent_sandbox_config", "addons.agent_sandbox"),
    ("addons_config.pod_snapshot_config", "addons.pod_snapshots"),
)
"""Property and argument; the first entry that fits counts."""

STEPS: Final = re.compile(r"[^.\[\]\"]+")
ENTRY: Final = re.compile(
    r"(?P<list>master_authorized_networks_config\.cidr_blocks|maintenance_policy\.maintenance_exclusions)"
    r"\[(?P<index>\d+)\](?P<rest>.*)"
)
ENTRY_NAMES: Final = {
    "master_authorized_networks_config.cidr_blocks": ("access.authorized_networks", "display_name"),
    "maintenance_policy.maintenance_exclusions": ("release.maintenance.exclusions", "exclusion_name"),
}
"""Lists that were maps in the arguments: the argument, and the field that was the key."""


def in_arguments(
    problems: Iterable[Problem], overrides: Mapping[str, Any], properties: Mapping[str, Any]
) -> list[Problem]:
    """The same problems, with the place where the user wrote what was found in the place of the property."""
    return [replace(each, path=argument_path(each.path, overrides, properties)) for each in problems]


def argument_path(path: str, overrides: Mapping[str, Any], properties: Mapping[str, Any]) -> str:
    """One path by the user's names: below `overrides` when it was written there."""
    if in_overrides(path, overrides):
        return f"overrides.{path}"
    entry = ENTRY.fullmatch(path)
    if entry is not None:
        argument, key = ENTRY_NAMES[entry["list"]]
        items: Any = properties
        for step in entry["list"].split("."):
            items = items[step]
        rest = "" if argument.startswith("access") else entry["rest"]
        return join(argument, items[int(entry["index"])].get(key)) + rest
    for field, argument in ARGUMENTS:
        if within(path, field):
            rest = path[len(field) :]
            # An argument may stand for a whole group of properties, whose fields it does not have.
            return argument if argument in WHOLE else argument + rest
    return path


WHOLE: Final = frozenset(
    {"access.endpoint", "access.authorized_networks", "addons.agent_sandbox", "addons.pod_snapshots"}
)


def in_overrides(path: str, overrides: Mapping[str, Any]) -> bool:
    """Whether the overrides say what is at the path, or take it away."""
    value: object = overrides
    for step in STEPS.findall(path):
        if not isinstance(value, Mapping):
            return True
        entries = cast(Mapping[str, object], value)
        if step not in entries:
            return False
        value = entries[step]
    return True

"""From the properties of a gVisor node pool back to the arguments that they come from. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..problems import Problem
from ..shapes.paths import join, within
from .settings.lookup import MISSING, at

TAINT_INDEX = re.compile(r"node_config\.taints\[([0-9]+)\]")

ARGUMENT_PATHS = (
    ("autoscaling.total_min_node_count", "size.min"),
    ("autoscaling.total_max_node_count", "size.max"),
    ("autoscaling.location_policy", "size.location_policy"),
    ("node_count", "size.per_zone"),
    ("node_locations", "size.zones"),
    ("max_pods_per_node", "pods.max_per_node"),
    ("network_config.pod_range", "pods.range"),
    ("node_config.kubelet_config.pod_pids_limit", "pods.pids_limit"),
    ("upgrade_settings.blue_green_settings.standard_rollout_policy", "upgrade.blue_green"),
    ("upgrade_settings.blue_green_settings", "upgrade.blue_green"),
    ("upgrade_settings", "upgrade"),
    ("node_config.machine_type", "machine.type"),
    ("node_config.min_cpu_platform", "machine.min_cpu_platform"),
    ("node_config.spot", "machine.spot"),
    ("node_config.disk_type", "machine.boot_disk.type"),
    ("node_config.disk_size_gb", "machine.boot_disk.size_gb"),
    ("node_config.boot_disk_kms_key", "machine.boot_disk.kms_key"),
    ("node_config.ephemeral_storage_local_ssd_config.local_ssd_count", "machine.local_ssd_count"),
    ("node_config.gcfs_config.enabled", "machine.image_streaming"),
    ("node_config.advanced_machine_features.enable_nested_virtualization", "machine.nested_virtualization"),
    ("node_config.labels", "labels"),
    ("node_config.taints", "taints"),
)
"""Where a property comes from in the arguments; the first entry that fits counts."""


def in_arguments(problems: Iterable[Problem], args: Mapping[str, Any]) -> list[Problem]:
    """The same problems, by the paths of the component's arguments; `overrides.` where those say it."""
    return [replace(problem, path=argument_path(problem.path, args)) for problem in problems]


def argument_path(path: str, args: Mapping[str, Any]) -> str:
    """One path by the arguments' names."""
    if at(args.get("overrides") or {}, path.partition("[")[0]) is not MISSING:
        return f"overrides.{path}"
    index = TAINT_INDEX.match(path)
    if index is not None:
        # The list is made from a map, in its order; the tenant's comes last.
        given: Mapping[str, Any] = args.get("taints") or {}
        keys = [*given, None]
        key = keys[int(index[1])]
        return "tenant" if key is None else join("taints", key)
    for property_path, argument in ARGUMENT_PATHS:
        if within(path, property_path):
            return argument + path[len(property_path) :]
    return path

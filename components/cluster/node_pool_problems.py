"""Everything that is wrong with the arguments of a gVisor node pool, beyond their types. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from ..facts.tenant_nodes import TENANT_LABEL
from ..problems import Problem
from ..shapes.names import key_problems, label_problems, label_value_problems
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join
from .cluster_ids import cluster_id_problems
from .node_names import network_tag_problems
from .node_pool_limits import (
    BANS,
    DEMANDS,
    FEWEST_PODS,
    KUBERNETES_DOMAINS,
    LABEL_DOMAINS_FOR_NODES,
    LONGEST_PIDS,
    LONGEST_POOL_NAME,
    LONGEST_SOAK_SECONDS,
    MOST_PODS,
    MOST_UPGRADED_AT_ONCE,
    SHORTEST_PIDS,
    SMALLEST_DISK_GB,
)
from .settings.lookup import MISSING, at

POOL_NAME = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST_POOL_NAME - 1}}}")
DURATION = re.compile(r"[0-9]+(\.[0-9]{1,9})?s")


def name_problems(name: str) -> Iterator[Problem]:
    """The component's own name, from which the engine makes the pool's."""
    if not POOL_NAME.fullmatch(name):
        yield Problem(
            "",
            f"the component's name {name!r} cannot be the beginning of a node pool's",
            f"GKE takes lower-case letters, digits and hyphens, a letter first, and {LONGEST_POOL_NAME} "
            "characters leave room for what the engine adds",
            "a name such as sandboxes",
        )


def combination_problems(args: Mapping[str, Any], is_opaque: IsOpaque = never_opaque) -> list[Problem]:
    """Numbers out of bounds, names of a wrong form, and arguments that contradict each other."""
    return [
        *cluster_id_problems(args["cluster_id"], "cluster_id"),
        *size_problems(args["size"]),
        *network_tag_problems(args["machine"].get("network_tags"), "machine.network_tags"),
        *range_problems(args, "machine.local_ssd_count", 0, None),
        *range_problems(args, "machine.boot_disk.size_gb", SMALLEST_DISK_GB, None),
        *range_problems(args, "pods.pids_limit", SHORTEST_PIDS, LONGEST_PIDS),
        *range_problems(args, "pods.max_per_node", FEWEST_PODS, MOST_PODS),
        *upgrade_problems(args.get("upgrade") or {}),
        *label_problems(args.get("labels"), "labels", is_opaque),
        *taint_problems(args.get("taints") or {}),
        *tenant_problems(args),
        *ban_problems(args.get("overrides") or {}),
    ]


def range_problems(args: Mapping[str, Any], path: str, least: int, most: int | None) -> Iterator[Problem]:
    """A number outside of its bounds."""
    number = at(args, path)
    if number is None or number is MISSING:
        return
    if number < least:
        yield Problem(path, f"is less than {least}")
    elif most is not None and number > most:
        yield Problem(path, f"is more than {most}")


def size_problems(size: Mapping[str, Any]) -> Iterator[Problem]:
    """Either limits over all zones, or a number in each."""
    for key in ("min", "max", "per_zone"):
        if size.get(key) is not None and size[key] < 0:
            yield Problem(f"size.{key}", "is less than 0")
    if size.get("per_zone") is not None:
        for key in ("min", "max", "location_policy"):
            if size.get(key) is not None:
                yield Problem(
                    f"size.{key}",
                    "is given beside per_zone",
                    "a fixed number is not scaled",
                    "one of the two",
                )
    elif size.get("max") is None:
        yield Problem(
            "size.max",
            "is missing, and so is per_zone",
            fix="max for a pool that is scaled, or per_zone for a fixed number of nodes in each zone",
        )
    elif size["max"] < 1:
        yield Problem("size.max", "is less than 1", "no sandbox could ever run")
    elif (size.get("min") or 0) > size["max"]:
        yield Problem("size.min", "is more than max")


def upgrade_problems(upgrade: Mapping[str, Any]) -> Iterator[Problem]:
    """Settings of the one strategy under the other, and numbers and durations out of bounds."""
    blue_green = upgrade.get("strategy") == "BLUE_GREEN"
    for key in ("max_surge", "max_unavailable") if blue_green else ("blue_green",):
        if upgrade.get(key) is not None:
            strategy = "SURGE" if blue_green else "BLUE_GREEN"
            yield Problem(f"upgrade.{key}", "has no effect under this strategy", "", f"strategy: {strategy}")
    if not blue_green:
        yield from surge_problems(upgrade)
        return
    settings: Mapping[str, Any] = upgrade.get("blue_green") or {}
    batch = settings.get("batch_node_count")
    if batch is not None and batch < 1:
        yield Problem("upgrade.blue_green.batch_node_count", "is less than 1")
    for key in ("batch_soak_duration", "node_pool_soak_duration"):
        yield from duration_problems(settings.get(key), f"upgrade.blue_green.{key}")


def surge_problems(upgrade: Mapping[str, Any]) -> Iterator[Problem]:
    """How many nodes are replaced at once."""
    surge = upgrade.get("max_surge")
    surge = 1 if surge is None else surge
    unavailable = upgrade.get("max_unavailable") or 0
    if surge < 0 or unavailable < 0:
        key = "max_surge" if surge < 0 else "max_unavailable"
        yield Problem(f"upgrade.{key}", "is less than 0")
    elif surge + unavailable == 0:
        yield Problem("upgrade.max_surge", "is 0, and so is max_unavailable", "no node could be replaced")
    elif surge + unavailable > MOST_UPGRADED_AT_ONCE:
        yield Problem(
            "upgrade.max_surge",
            f"and max_unavailable are together more than {MOST_UPGRADED_AT_ONCE}",
            "GKE replaces no more nodes at once",
        )


def duration_problems(value: object, path: str) -> Iterator[Problem]:
    """Seconds with an `s`, at most a week; only text is judged."""
    if not isinstance(value, str):
        return
    if not DURATION.fullmatch(value):
        yield Problem(path, "is no duration in seconds", fix='"3600s"')
    elif float(value[:-1]) > LONGEST_SOAK_SECONDS:
        yield Problem(path, f"is more than a week ({LONGEST_SOAK_SECONDS}s)")


def taint_problems(taints: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Keys and values of a form that nodes do not take."""
    for key, taint in taints.items():
        path = join("taints", key)
        yield from key_problems(key, path)
        yield from label_value_problems(taint["value"], f"{path}.value")


def tenant_problems(args: Mapping[str, Any]) -> Iterator[Problem]:
    """A tenant's name, which becomes the value of a label; and the same label by hand."""
    tenant = args.get("tenant")
    yield from label_value_problems(tenant, "tenant")
    for group in ("labels", "taints") if tenant is not None else ():
        if TENANT_LABEL in (args.get(group) or {}):
            yield Problem(join(group, TENANT_LABEL), "is said twice: tenant gives it", fix="leave it out")


def ban_problems(overrides: Mapping[str, Any]) -> Iterator[Problem]:
    """What overrides must not say, not even null, which would take away what is there."""
    for ban in BANS:
        group, _, name = ban.path.rpartition(".")
        values = at(overrides, group) if group else overrides
        if isinstance(values, Mapping) and name in values:
            yield Problem(f"overrides.{ban.path}", "cannot be overridden", ban.why, ban.fix)


def demand_problems(properties: Mapping[str, Any], is_opaque: IsOpaque = never_opaque) -> Iterator[Problem]:
    """What the pool must be, and is not once the overrides are in it."""
    for demand in DEMANDS:
        value = at(properties, demand.path)
        if value != demand.value and not is_opaque(value):
            what = "is taken away" if value is MISSING else f"is not {demand.value!r}"
            yield Problem(demand.path, what, demand.why, f"{demand.value!r}, or leave it out")
    yield from kubernetes_label_problems(at(properties, "node_config.labels"))
    autoscaling = properties.get("autoscaling")
    if isinstance(autoscaling, Mapping):
        yield from autoscaling_problems(cast(Mapping[str, Any], autoscaling))


def kubernetes_label_problems(labels: object) -> Iterator[Problem]:
    """Labels that are Kubernetes' own to set."""
    for key in cast("Mapping[str, object]", labels) if isinstance(labels, Mapping) else ():
        domain = key.rpartition("/")[0]
        if in_domain(domain, KUBERNETES_DOMAINS) and not in_domain(domain, LABEL_DOMAINS_FOR_NODES):
            yield Problem(
                join("node_config.labels", key),
                "is a label of Kubernetes itself",
                "GKE turns such a label down when the pool is created",
                "a prefix of your own, e.g. example.com/team",
            )


def in_domain(domain: str, domains: Iterable[str]) -> bool:
    """Whether a DNS name is one of the domains, or lies below one."""
    return any(domain == each or domain.endswith(f".{each}") for each in domains)


def autoscaling_problems(autoscaling: Mapping[str, Any]) -> Iterator[Problem]:
    """Limits of both kinds."""
    for key in ("min_node_count", "max_node_count"):
        if key in autoscaling:
            yield Problem(
                f"autoscaling.{key}",
                "is a limit for each zone",
                "a pool of three zones would grow to three times the number, and GKE takes one kind alone",
                "size.min and size.max, which are limits over all zones",
            )

"""What is made where the arguments say nothing of it. Pure."""

from collections.abc import Mapping
from typing import Any

from .facts import (
    DEFAULT_MAX_PORTS,
    DEFAULT_MIN_PORTS,
    DEFAULT_PODS_PER_NODE,
    DOMAINS,
    MOST_NAT_PORTS,
    WEBHOOK_PORT,
    GoogleApisDomain,
)

Group = Mapping[str, Any]


def group(args: Group, name: str) -> Group:
    """A group or a map of the arguments; empty when it is not there."""
    return args.get(name) or {}


def listed(args: Group, name: str) -> list[Any]:
    """A list of the arguments; empty when it is not there."""
    return list(args.get(name) or ())


def is_existing(args: Group) -> bool:
    """Whether the network is one that exists."""
    return args.get("existing") is not None


def makes_nat(args: Group) -> bool:
    """Whether Cloud NAT is made: for a network of our own, or where it is asked for."""
    enabled = group(args, "nat").get("enabled")
    return not is_existing(args) if enabled is None else bool(enabled)


def has_nat(args: Group) -> bool | None:
    """Whether nodes without addresses of their own reach the internet; None for a network that exists and may
    have what is not made here.

    args: of ClusterNetwork.
    """
    return True if makes_nat(args) else None if is_existing(args) else False


def makes_egress_rules(args: Group) -> bool:
    """Whether what leaves the sandbox nodes is limited: in a network of our own, or where it is asked for."""
    if args.get("egress") is None:
        return not is_existing(args)
    return group(args, "egress").get("enabled") is not False


def google_apis_domain(args: Group) -> GoogleApisDomain | None:
    """The name by whose addresses Google APIs are reached; None for their public ones."""
    given = group(args, "google_apis").get("domain")
    if given is None:
        given = "private" if not is_existing(args) or makes_egress_rules(args) else "public"
    return DOMAINS.get(str(given))


def makes_dns_zones(args: Group) -> bool:
    """Whether zones and a route lead to those addresses."""
    return google_apis_domain(args) is not None and group(args, "google_apis").get("dns_zones") is not False


def pods_per_node(args: Group) -> int:
    """Most pods on a node."""
    return number(group(args, "planned"), "pods_per_node", DEFAULT_PODS_PER_NODE)


def nat_ports(args: Group) -> tuple[int, int]:
    """Fewest and most ports of a node."""
    nat = group(args, "nat")
    least = number(nat, "min_ports_per_vm", DEFAULT_MIN_PORTS)
    return least, number(nat, "max_ports_per_vm", min(MOST_NAT_PORTS, max(DEFAULT_MAX_PORTS, 2 * least)))


def webhook_port(args: Group) -> int:
    """The port of the webhook."""
    return number(group(args, "webhook"), "port", WEBHOOK_PORT)


def number(entries: Group, key: str, default: int) -> int:
    """A whole number; other languages send it as a float."""
    value = entries.get(key)
    return default if value is None else int(value)

"""Ranges for a network of a planned size. Pure."""

from collections.abc import Iterator
from ipaddress import IPv4Network
from typing import TypedDict

from ..problems import Problem, refuse
from .cidr import aligned, ipv4_network, is_ipv6
from .facts import (
    DEFAULT_PODS_PER_NODE,
    DEFAULT_SERVICES,
    FEWEST_PODS_PER_NODE,
    LARGEST_SERVICES_PREFIX,
    MOST_PODS_PER_NODE,
)
from .sizes import ADDRESS_BITS, nodes_prefix, pods_prefix, service_capacity, services_prefix


class PlannedRanges(TypedDict):
    """The ranges of a network, in CIDR form."""

    nodes: str
    pods: str
    services: str


def plan_ranges(
    cidr: str,
    *,
    nodes: int,
    pods_per_node: int = DEFAULT_PODS_PER_NODE,
    services: int = DEFAULT_SERVICES,
) -> PlannedRanges:
    """The smallest ranges for a network of a planned size, one after the other from the start of a range of
    yours:

        ranges = plan_ranges("10.8.0.0/16", nodes=100)
        ClusterNetwork("main", {"region": "europe-west4", "ranges": {**ranges}})

    cidr:          what may be used, e.g. `10.8.0.0/16`.
    nodes:         of all clusters together, those of an upgrade as well.
    pods_per_node: most pods on a node, 8 to 256; 110 by default, Autopilot has 32.
    services:      Services, at most 65536; 4096 by default.

    Errors: ProblemsError with every problem of the arguments; when the range is too small, with the size that
    is needed.
    """
    refuse("plan_ranges", plan_problems(cidr, nodes, pods_per_node, services))
    room = IPv4Network(cidr)
    prefixes = {
        "nodes": nodes_prefix(nodes),
        "pods": pods_prefix(nodes, pods_per_node),
        "services": services_prefix(services),
    }
    refuse("plan_ranges", room_problems(room, list(prefixes.values())))
    found: dict[str, str] = {}
    address = int(room.network_address)
    # From the largest to the smallest, each begins at a multiple of its own size.
    for name in sorted(prefixes, key=lambda name: prefixes[name]):
        found[name] = str(IPv4Network((address, prefixes[name])))
        address += 2 ** (ADDRESS_BITS - prefixes[name])
    return PlannedRanges(nodes=found["nodes"], pods=found["pods"], services=found["services"])


def plan_problems(cidr: str, nodes: int, pods_per_node: int, services: int) -> Iterator[Problem]:
    """What is wrong with the numbers, and with the text of the range."""
    if ipv4_network(cidr) is None:
        if is_ipv6(cidr):
            yield Problem("cidr", "is a range of IPv6", "networks here have IPv4 alone", "10.8.0.0/16")
        else:
            yield Problem("cidr", "is no range in CIDR form", fix=aligned(cidr) or "10.8.0.0/16")
    if nodes < 1:
        yield Problem("nodes", "is less than 1")
    if not FEWEST_PODS_PER_NODE <= pods_per_node <= MOST_PODS_PER_NODE:
        yield Problem(
            "pods_per_node",
            f"is not between {FEWEST_PODS_PER_NODE} and {MOST_PODS_PER_NODE}",
            'GKE documentation, "Configure maximum Pods per node"',
        )
    most = service_capacity(LARGEST_SERVICES_PREFIX)
    if not 1 <= services <= most:
        yield Problem("services", f"is not between 1 and {most}", "GKE takes a /16 at most for Services")


def room_problems(room: IPv4Network, prefixes: list[int]) -> Iterator[Problem]:
    """A range that the planned ones do not fit into."""
    needed = sum(2 ** (ADDRESS_BITS - prefix) for prefix in prefixes)
    if needed > room.num_addresses:
        prefix = ADDRESS_BITS - (needed - 1).bit_length()
        yield Problem(
            "cidr",
            f"has {room.num_addresses} addresses, and {needed} are needed",
            "nodes, pods and Services take a range each, whose size is a power of 2",
            f"a /{prefix}, or fewer nodes or pods_per_node" if prefix >= 0 else "fewer nodes",
        )

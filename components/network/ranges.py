"""Everything that is wrong with ranges of addresses, and what to tell of those that are right. Pure; only
plain values are judged.
"""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network
from typing import Any

from ..problems import Problem
from ..shapes.paths import join
from .choices import group
from .cidr import aligned, ipv4_network, is_ipv6, is_within, overlapping
from .facts import (
    DOCKER_BRIDGE,
    FUTURE_USE,
    LARGEST_SERVICES_PREFIX,
    PRIVATE,
    PROHIBITED,
    SMALLEST_PRIMARY_PREFIX,
    SMALLEST_SERVICES_PREFIX,
)
from .sizes import (
    node_capacity,
    nodes_prefix,
    pod_node_capacity,
    pods_prefix,
    service_capacity,
    services_prefix,
)

OWN = ("nodes", "pods", "services")
MAPS = ("more_pods", "others")


def entries(ranges: Mapping[str, Any]) -> dict[str, Any]:
    """Every range by its path within the group, in the order of the arguments' declaration."""
    single = {name: ranges[name] for name in (*OWN, "control_plane") if ranges.get(name) is not None}
    named = {
        join(name, key): value
        for name in MAPS
        for key, value in group(ranges, name).items()
        if value is not None
    }
    return {**single, **named}


def networks(ranges: Mapping[str, Any]) -> dict[str, IPv4Network]:
    """The same, as networks: those that are known and are some."""
    found = {path: ipv4_network(value) for path, value in entries(ranges).items()}
    return {path: network for path, network in found.items() if network is not None}


def judged_networks(ranges: Mapping[str, Any]) -> dict[str, IPv4Network]:
    """The networks whose sizes can be judged: pods take all of their ranges together, so none before all are
    known.
    """
    known = networks(ranges)
    unknown = any(is_pods(path) and path not in known for path in entries(ranges))
    return {path: network for path, network in known.items() if not (unknown and is_pods(path))}


def is_pods(path: str) -> bool:
    """Whether a range is one of pods."""
    return path == "pods" or path.startswith("more_pods")


def is_ours(path: str) -> bool:
    """Whether a range is one of the subnetwork's, rather than one that is elsewhere."""
    return path in OWN or is_pods(path)


def is_others(path: str) -> bool:
    """Whether a range is one that the user names as taken elsewhere."""
    return path.startswith("others")


def range_problems(ranges: Mapping[str, Any]) -> Iterator[Problem]:
    """Ranges that are none, that nobody may have, and that overlap. Paths begin at the group."""
    for path, value in entries(ranges).items():
        yield from cidr_problems(value, path)
    known = networks(ranges)
    for path, network in known.items():
        if is_ours(path):
            yield from prohibited_problems(network, path)
    for one, other in overlapping(known):
        # What lies elsewhere may be named twice.
        if not (is_others(one) and is_others(other)):
            yield Problem(
                other,
                f"{known[other]} overlaps {one}, {known[one]}",
                "in a network, and between networks that are joined, every address is one machine's",
                "ranges apart from each other; plan_ranges of this library finds such",
            )
    yield from bound_problems(known)


def cidr_problems(value: object, path: str) -> Iterator[Problem]:
    """What is wrong with one range; only text is judged."""
    if not isinstance(value, str) or ipv4_network(value) is not None:
        return
    if is_ipv6(value):
        yield Problem(path, "is a range of IPv6", "networks here have IPv4 alone", "a range of IPv4")
    else:
        yield Problem(
            path,
            "is no range in CIDR form",
            "the first address of the range, a slash, and the length of its prefix",
            aligned(value) or "10.8.0.0/20",
        )


def prohibited_problems(network: IPv4Network, path: str) -> Iterator[Problem]:
    """A range that Google Cloud lets nobody have."""
    for reserved in PROHIBITED:
        if network.overlaps(IPv4Network(reserved.cidr)):
            yield Problem(
                path,
                f"{network} overlaps {reserved.cidr}, which is for {reserved.use}",
                'VPC documentation, "Subnets", prohibited IPv4 subnet ranges',
                "a range within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10",
            )


def bound_problems(known: Mapping[str, IPv4Network]) -> Iterator[Problem]:
    """Sizes that Google Cloud does not take, whatever is planned."""
    nodes, services = known.get("nodes"), known.get("services")
    if nodes is not None and nodes.prefixlen > SMALLEST_PRIMARY_PREFIX:
        yield Problem(
            "nodes",
            f"{nodes} is too small",
            f"a subnetwork has a /{SMALLEST_PRIMARY_PREFIX} at least",
            f"a /{SMALLEST_PRIMARY_PREFIX} or larger",
        )
    if services is not None and not (
        LARGEST_SERVICES_PREFIX <= services.prefixlen <= SMALLEST_SERVICES_PREFIX
    ):
        yield Problem(
            "services",
            f"{services} is of a size that GKE does not take",
            f"it takes a /{LARGEST_SERVICES_PREFIX} to a /{SMALLEST_SERVICES_PREFIX} for Services",
            "a /20",
        )


def size_problems(
    known: Mapping[str, IPv4Network], nodes: int, pods_per_node: int, services: int | None
) -> Iterator[Problem]:
    """Ranges that do not hold what is planned.

    known: networks by path; those that are not there are not judged.
    """
    primary = known.get("nodes")
    if primary is not None and node_capacity(primary.prefixlen) < nodes:
        yield Problem(
            "nodes",
            f"{primary} holds {node_capacity(primary.prefixlen)} nodes, and {nodes} are planned",
            "four of its addresses are Google Cloud's own",
            f"a /{nodes_prefix(nodes)} or larger",
        )
    pods = {path: each for path, each in known.items() if is_pods(path)}
    held = sum(pod_node_capacity(each.prefixlen, pods_per_node) for each in pods.values())
    if "pods" in pods and held < nodes:
        yield Problem(
            "pods",
            f"{' and '.join(str(each) for each in pods.values())} has room for the pods of {held} nodes, and "
            f"{nodes} are planned",
            f"a node takes twice as many addresses as its {pods_per_node} pods, rounded up to a power of 2",
            f"a /{pods_prefix(nodes, pods_per_node)} or larger, or fewer planned.pods_per_node",
        )
    virtual = known.get("services")
    if services is not None and virtual is not None and service_capacity(virtual.prefixlen) < services:
        yield Problem(
            "services",
            f"{virtual} holds {service_capacity(virtual.prefixlen)} Services, and {services} are planned",
            fix=f"a /{services_prefix(services)} or larger",
        )


def range_notices(ranges: Mapping[str, Any]) -> Iterator[Problem]:
    """Ranges that Google Cloud takes and that make trouble elsewhere."""
    for path, network in networks(ranges).items():
        if not is_ours(path):
            continue
        if network.overlaps(IPv4Network(DOCKER_BRIDGE.cidr)):
            yield Problem(
                path,
                f"{network} overlaps {DOCKER_BRIDGE.cidr}, {DOCKER_BRIDGE.use}",
                "Cloud SQL and Cloud Build keep it for themselves, so nothing here reaches them privately",
                "another range, unless that does not matter",
            )
        if network.overlaps(IPv4Network(FUTURE_USE.cidr)):
            yield Problem(
                path,
                f"{network} lies in {FUTURE_USE.cidr}, kept for {FUTURE_USE.use}",
                "some operating systems and routers drop it",
                "another range, where machines outside of Google Cloud are to be reached",
            )
        if not is_within(network, PRIVATE):
            yield Problem(
                path,
                f"{network} is a public range that is used privately",
                "whoever owns it on the internet cannot be reached from here; for pods GKE also wants the "
                'cluster\'s default SNAT off (GKE documentation, "Privately used public IPs")',
                "a range within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10",
            )

"""Ranges of IPv4 addresses: read, and compared. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from itertools import combinations


def ipv4_network(text: object) -> IPv4Network | None:
    """The network that a text names in CIDR form; None when it is none."""
    try:
        network = ip_network(text) if isinstance(text, str) and "/" in text else None
    except ValueError:
        return None
    return network if isinstance(network, IPv4Network) else None


def is_ipv6(text: str) -> bool:
    """Whether a text names a network or an address of IPv6."""
    try:
        return isinstance(ip_network(text, strict=False), IPv6Network)
    except ValueError:
        return False


def aligned(text: str) -> str:
    """The network that an address with a prefix lies in, in CIDR form; empty when it is none."""
    try:
        return str(ip_network(text, strict=False)) if "/" in text else ""
    except ValueError:
        return ""


def overlapping(networks: Mapping[str, IPv4Network]) -> Iterator[tuple[str, str]]:
    """The names of every two networks that share an address, in the map's order."""
    for (one, first), (other, second) in combinations(networks.items(), 2):
        if first.overlaps(second):
            yield one, other


def is_within(network: IPv4Network, ranges: Iterable[str]) -> bool:
    """Whether a network lies in one of the ranges, all of it."""
    return any(network.subnet_of(IPv4Network(each)) for each in ranges)

"""What an egress rule of a network policy lets through, as far as the metadata server is concerned."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from ipaddress import IPv4Network, ip_network
from typing import Final, NamedTuple

from ...facts.metadata_server import METADATA_ADDRESSES, METADATA_PORTS
from ..api_object import ApiObject
from ..identity import Identity
from ..part import Part, Seen, Surroundings, is_list, is_object, within
from ..path import Path
from ..unknown import UNKNOWN

_GROUPS: Final = frozenset({"networking.k8s.io", "extensions"})
_TEMPLATE: Final = Identity("extensions.agents.x-k8s.io", "SandboxTemplate")
_LAST_PORT: Final = 65535


class Opening(Enum):
    """How far the metadata server is open."""

    CLOSED = "closed"
    UNKNOWN = "unknown"
    NARROW = "narrow"
    """It alone, on its own ports."""
    WIDE = "wide"
    """With more than it."""


class Opened(NamedTuple):
    """How far, and by what."""

    opening: Opening
    by: Seen


def policy_of(found: ApiObject, secrets: frozenset[Path]) -> Part | None:
    """The part of an object that holds `egress`: the spec of a NetworkPolicy, or the rules of a template
    whose policy the controller makes. None for an object that makes no policy, and for a policy that leaves
    egress alone.
    """
    if is_network_policy(found):
        spec = within(Seen(found.path, found.value), "spec")
        return _part(found, spec, secrets) if _is_about_egress(_held(spec)) else None
    if found.identity == _TEMPLATE:
        # One without rules gets the controller's own, which leave out every private range.
        rules = within(Seen(found.path, found.value), "spec", "networkPolicy")
        management = within(Seen(found.path, found.value), "spec", "networkPolicyManagement")
        return _part(found, rules, secrets) if management.value != "Unmanaged" else None
    return None


def _part(found: ApiObject, seen: Seen, secrets: frozenset[Path]) -> Part:
    return Part(found.identity.kind, seen.path, _held(seen), Surroundings(secrets, owner=found))


def is_network_policy(found: ApiObject) -> bool:
    """Whether an object is a NetworkPolicy of Kubernetes."""
    return found.identity.kind == "NetworkPolicy" and found.identity.group in _GROUPS


def _held(seen: Seen) -> Mapping[str, object]:
    """What is not known yet may hold any egress."""
    if seen.value is UNKNOWN:
        return {"egress": UNKNOWN}
    return seen.value if is_object(seen.value) else {}


def _is_about_egress(spec: Mapping[str, object]) -> bool:
    """Source: Kubernetes documentation, "Network Policies", policyTypes."""
    types = spec.get("policyTypes")
    if is_list(types) and types:
        return "Egress" in types or UNKNOWN in types
    return spec.get("egress") is not None


def openings(policy: Part) -> Iterator[Opened]:
    """Each place in a policy by which the metadata server is open, or may be."""
    for rule in policy.each("egress"):
        if rule.value is UNKNOWN:
            yield Opened(Opening.UNKNOWN, rule)
        elif is_object(rule.value):
            yield from _of_rule(rule)


def _of_rule(rule: Seen) -> Iterator[Opened]:
    ports = _ports(within(rule, "ports"))
    if ports is Opening.CLOSED:
        return
    for destination, reach in _destinations(within(rule, "to")):
        if Opening.UNKNOWN in (ports, reach) and reach is not Opening.CLOSED:
            yield Opened(Opening.UNKNOWN, destination)
        elif reach is not Opening.CLOSED:
            narrow = ports is reach is Opening.NARROW
            yield Opened(Opening.NARROW if narrow else Opening.WIDE, destination)


def _destinations(to: Seen) -> Iterator[tuple[Seen, Opening]]:
    """Each destination, and how it compares with the addresses of the metadata server. A selector selects
    pods, and a rule without destinations is for all.
    """
    if to.value is UNKNOWN:
        yield to, Opening.UNKNOWN
    elif to.value is None or to.value == []:
        yield to, Opening.WIDE
    for at, peer in enumerate(to.value if is_list(to.value) else ()):
        seen = Seen((*to.path, at), peer)
        if peer is UNKNOWN:
            yield seen, Opening.UNKNOWN
            continue
        block = within(seen, "ipBlock")
        if block.value is UNKNOWN:
            yield block, Opening.UNKNOWN
        elif is_object(block.value):
            yield within(block, "cidr"), _block(block.value.get("cidr"), block.value.get("except"))


def _block(cidr: object, exceptions: object) -> Opening:
    if cidr is UNKNOWN:
        return Opening.UNKNOWN
    network = _network(cidr)
    if network is None:
        return Opening.CLOSED
    left = [each.address for each in METADATA_ADDRESSES if each.address in network]
    listed = exceptions if is_list(exceptions) else ()
    for each in listed:
        without = _network(each)
        left = [address for address in left if without is None or address not in without]
    if not left:
        return Opening.CLOSED
    if exceptions is UNKNOWN or UNKNOWN in listed:
        return Opening.UNKNOWN
    return Opening.NARROW if network.prefixlen == network.max_prefixlen else Opening.WIDE


def _network(cidr: object) -> IPv4Network | None:
    """A range of IPv4 addresses; None for anything else: the API server refuses what is no range, and the
    metadata server of GKE has no IPv6 address.
    """
    try:
        network = ip_network(cidr, strict=False) if isinstance(cidr, str) else None
    except ValueError:
        return None
    return network if isinstance(network, IPv4Network) else None


def _ports(ports: Seen) -> Opening:
    """Closed where no port of the metadata server is among them, narrow where no other is."""
    if ports.value is UNKNOWN:
        return Opening.UNKNOWN
    if not is_list(ports.value) or not ports.value:
        return Opening.WIDE
    found = [_port(each) for each in ports.value]
    if all(each is Opening.CLOSED for each in found):
        return Opening.CLOSED
    return _worst(found)


def _worst(found: Iterable[Opening]) -> Opening:
    """Of ports that are not all closed: one beside those of the metadata server makes the whole wide."""
    said = set(found)
    if Opening.WIDE in said or (Opening.NARROW in said and Opening.CLOSED in said):
        return Opening.WIDE
    return Opening.NARROW if Opening.NARROW in said else Opening.UNKNOWN


def _port(entry: object) -> Opening:
    if entry is UNKNOWN:
        return Opening.UNKNOWN
    if not is_object(entry):
        return Opening.CLOSED
    protocol, port, end = entry.get("protocol"), entry.get("port"), entry.get("endPort")
    if UNKNOWN in (protocol, port, end):
        return Opening.UNKNOWN
    if protocol not in (None, "TCP"):
        return Opening.CLOSED
    if port is None:
        return Opening.WIDE
    if isinstance(port, bool) or not isinstance(port, int | float):
        return Opening.CLOSED  # a name stands for a port of a pod, and an address has none
    last = end if isinstance(end, int | float) else port
    within_range = [each for each in METADATA_PORTS if port <= each <= min(last, _LAST_PORT)]
    if not within_range:
        return Opening.CLOSED
    return Opening.NARROW if last == port else Opening.WIDE

"""Sizes and ranges against the plainest way to find them."""

from ipaddress import IPv4Address, IPv4Network

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gke_agent_sandbox.network.cidr import aligned, ipv4_network, is_within, overlapping
from gke_agent_sandbox.network.planning import plan_ranges
from gke_agent_sandbox.network.sizes import (
    node_block_prefix,
    node_capacity,
    nodes_prefix,
    pod_node_capacity,
    pods_prefix,
    service_capacity,
    services_prefix,
)
from gke_agent_sandbox.problems import ProblemsError

PREFIXES = st.integers(0, 32)
SMALL_NETWORKS = st.builds(
    lambda offset, prefix: IPv4Network((int(IPv4Address("10.0.0.0")) + offset, prefix), strict=False),
    st.integers(0, 255),
    st.integers(24, 32),
)


def addresses(network: IPv4Network) -> set[IPv4Address]:
    """Every address, one by one."""
    return {IPv4Address(int(network.network_address) + index) for index in range(network.num_addresses)}


def smallest(fits: list[bool]) -> int:
    """The longest prefix that fits: whether each length does, from 0 to 32."""
    return max(prefix for prefix in range(33) if fits[prefix])


@given(st.dictionaries(st.sampled_from("abcde"), SMALL_NETWORKS))
def test_overlaps_are_shared_addresses(networks: dict[str, IPv4Network]) -> None:
    found = set(overlapping(networks))
    names = list(networks)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            shared = bool(addresses(networks[one]) & addresses(networks[other]))
            assert ((one, other) in found) == shared


@given(SMALL_NETWORKS, st.lists(SMALL_NETWORKS, max_size=3))
def test_within_is_all_addresses_in_one(network: IPv4Network, ranges: list[IPv4Network]) -> None:
    held = any(addresses(network) <= addresses(each) for each in ranges)
    assert is_within(network, map(str, ranges)) == held


@given(st.text(max_size=20) | st.from_regex(r"[0-9]{1,3}(\.[0-9]{1,3}){3}(/[0-9]{1,2})?", fullmatch=True))
def test_a_text_is_a_network_when_it_is_its_own_canonical_form(text: str) -> None:
    network = ipv4_network(text)
    if network is not None:
        assert "/" in text
        assert aligned(text) == str(network)
    elif aligned(text) and ":" not in text:
        assert ipv4_network(aligned(text)) is not None


@given(st.integers(1, 5000))
def test_nodes(nodes: int) -> None:
    """Four addresses are nobody's, and a subnetwork has a /29 at least."""
    assert nodes_prefix(nodes) == min(29, smallest([2 ** (32 - each) - 4 >= nodes for each in range(33)]))
    assert node_capacity(nodes_prefix(nodes)) >= nodes


@given(st.integers(8, 256))
def test_the_block_of_a_node(pods: int) -> None:
    assert node_block_prefix(pods) == smallest([2 ** (32 - each) >= 2 * pods for each in range(33)])


@pytest.mark.parametrize(
    ("pods", "prefix"),
    [(8, 28), (9, 27), (16, 27), (17, 26), (32, 26), (33, 25), (64, 25), (65, 24), (110, 24), (256, 23)],
)
def test_the_table_of_gke(pods: int, prefix: int) -> None:
    """Source: GKE documentation, "Configure maximum Pods per node"."""
    assert node_block_prefix(pods) == prefix


@given(st.integers(1, 2000), st.integers(8, 256), PREFIXES)
def test_pods(nodes: int, pods: int, prefix: int) -> None:
    block = 2 ** (32 - node_block_prefix(pods))
    assert pod_node_capacity(prefix, pods) == 2 ** (32 - prefix) // block
    assert pods_prefix(nodes, pods) == smallest([2 ** (32 - each) >= nodes * block for each in range(33)])


@given(st.integers(1, 65536))
def test_services(services: int) -> None:
    prefix = services_prefix(services)
    assert 16 <= prefix <= 28
    assert service_capacity(prefix) >= services
    assert prefix == 28 or service_capacity(prefix + 1) < services


@given(st.integers(1, 500), st.integers(8, 256), st.integers(1, 65536), st.integers(8, 20))
def test_planned_ranges_hold_what_is_planned(nodes: int, pods: int, services: int, prefix: int) -> None:
    room = IPv4Network(("10.0.0.0", prefix))
    try:
        planned = plan_ranges(str(room), nodes=nodes, pods_per_node=pods, services=services)
    except ProblemsError:
        needed = sum(
            2 ** (32 - each)
            for each in (nodes_prefix(nodes), pods_prefix(nodes, pods), services_prefix(services))
        )
        assert needed > room.num_addresses
        return
    networks = {name: IPv4Network(str(cidr)) for name, cidr in planned.items()}
    assert not list(overlapping(networks))
    assert all(each.subnet_of(room) for each in networks.values())
    assert node_capacity(networks["nodes"].prefixlen) >= nodes
    assert pod_node_capacity(networks["pods"].prefixlen, pods) >= nodes
    assert service_capacity(networks["services"].prefixlen) >= services


@given(st.integers(1, 500), st.integers(8, 256))
def test_what_is_said_to_be_needed_is_enough(nodes: int, pods: int) -> None:
    with pytest.raises(ProblemsError) as error:
        plan_ranges("10.0.0.0/30", nodes=nodes, pods_per_node=pods)
    text = str(error.value)
    assume("a /" in text)
    prefix = int(text.rpartition("a /")[2].partition(",")[0])
    plan_ranges(str(IPv4Network(("10.0.0.0", prefix), strict=False)), nodes=nodes, pods_per_node=pods)
    smaller = IPv4Network(("10.0.0.0", prefix + 1), strict=False)
    with pytest.raises(ProblemsError):
        plan_ranges(str(smaller), nodes=nodes, pods_per_node=pods)


def test_the_example() -> None:
    assert plan_ranges("10.8.0.0/16", nodes=100) == {
        "nodes": "10.8.144.0/25",
        "pods": "10.8.0.0/17",
        "services": "10.8.128.0/20",
    }


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            {"cidr": "10.8.0.0/24", "nodes": 100},
            "cidr: has 256 addresses, and 36992 are needed (nodes, pods and Services take a range each, "
            "whose size is a power of 2). Write instead: a /16, or fewer nodes or pods_per_node",
        ),
        (
            {"cidr": "fd00::/64", "nodes": 1},
            "cidr: is a range of IPv6 (networks here have IPv4 alone). Write instead: 10.8.0.0/16",
        ),
        (
            {"cidr": "10.8.1.0/16", "nodes": 1},
            "cidr: is no range in CIDR form. Write instead: 10.8.0.0/16",
        ),
        ({"cidr": "10.8.0.0/16", "nodes": 0}, "nodes: is less than 1"),
        (
            {"cidr": "10.8.0.0/16", "nodes": 1, "pods_per_node": 7},
            'pods_per_node: is not between 8 and 256 (GKE documentation, "Configure maximum Pods per node")',
        ),
        (
            {"cidr": "10.8.0.0/16", "nodes": 1, "services": 70000},
            "services: is not between 1 and 65536 (GKE takes a /16 at most for Services)",
        ),
        (
            {"cidr": "0.0.0.0/0", "nodes": 2**30, "pods_per_node": 110},
            "cidr: has 4294967296 addresses, and 277025394688 are needed (nodes, pods and Services take a "
            "range each, whose size is a power of 2). Write instead: fewer nodes",
        ),
    ],
)
def test_what_is_refused(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(ProblemsError) as error:
        plan_ranges(**arguments)  # type: ignore[arg-type]
    assert str(error.value) == f"plan_ranges: 1 problem\n  - {told}"

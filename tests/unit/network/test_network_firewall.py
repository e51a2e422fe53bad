"""What the firewall rules let through, judged as Compute Engine judges: the lowest priority that fits wins,
and a denial before an allowance of the same priority. With no rule, everything leaves and nothing comes in.
"""

from ipaddress import ip_address, ip_network
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster.requirements.facts import FirewallRule
from gke_agent_sandbox.cluster.requirements.webhook import lets_in
from gke_agent_sandbox.network.firewall import ALLOWED, DENIED, egress_rules, webhook_rule
from gke_agent_sandbox.network.properties import cluster_ranges
from tests.unit.network.network_recorder import RANGES, args, existing

TAG = "sandboxes"
IPV4 = st.ip_addresses(v=4).map(str)
IPV6 = st.ip_addresses(v=6).map(str)
PORTS = st.integers(1, 65535)


def leaves(rules: dict[str, dict[str, Any]], to: str, port: int, protocol: str = "tcp") -> bool:
    """Whether a packet leaves a node that carries the tag."""
    fitting = [
        ("denies" in rule, rule)
        for rule in rules.values()
        if any(ip_address(to) in ip_network(each) for each in rule["destination_ranges"])
        and any(covers(each, port, protocol) for each in rule.get("allows") or rule["denies"])
    ]
    if not fitting:
        return True
    denied, _ = min(fitting, key=lambda each: (each[1]["priority"], not each[0]))
    return not denied


def covers(each: dict[str, Any], port: int, protocol: str) -> bool:
    """Whether a protocol with its ports is this packet's."""
    spans = [span.partition("-") for span in each.get("ports") or ["1-65535"]]
    ports = any(int(first) <= port <= int(last or first) for first, _, last in spans)
    return each["protocol"] in ("all", protocol) and ports


def rules(**egress: Any) -> dict[str, dict[str, Any]]:
    arguments = args(egress=egress)
    return egress_rules(arguments, TAG, cluster_ranges(arguments["ranges"]))


def in_cluster(address: str) -> bool:
    return any(ip_address(address) in ip_network(each) for each in RANGES.values())


def is_private_api(address: str) -> bool:
    return ip_address(address) in ip_network("199.36.153.8/30")


@given(IPV4, PORTS, st.sampled_from(["tcp", "udp", "icmp"]))
def test_without_a_word_only_the_cluster_and_google_apis(address: str, port: int, protocol: str) -> None:
    allowed = in_cluster(address) or (is_private_api(address) and (port, protocol) == (443, "tcp"))
    assert leaves(rules(), address, port, protocol) == allowed


@given(IPV6, PORTS)
def test_nothing_leaves_by_ipv6(address: str, port: int) -> None:
    assert not leaves(rules(internet_ports=["443"]), address, port)


@given(st.sampled_from(list(RANGES.values())), st.integers(0, 2**10 - 1), PORTS)
def test_the_cluster_is_open_in_any_case(cidr: str, offset: int, port: int) -> None:
    address = str(ip_network(cidr)[offset])
    for each in (rules(), rules(internet_ports=["443"])):
        assert leaves(each, address, port, "tcp")
        assert leaves(each, address, port, "udp")


UNJUDGED = ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "192.88.99.0/24", "192.0.0.0/24")
"""Addresses that no machine of somebody else has, or about which Python and Google Cloud differ."""


@given(IPV4, PORTS | st.just(80))
def test_the_internet_is_what_everybody_reaches(address: str, port: int) -> None:
    assume(not any(ip_address(address) in ip_network(each) for each in UNJUDGED))
    found = leaves(rules(internet_ports=["80", "8000-8080"]), address, port)
    if in_cluster(address):
        assert found
    elif port == 80 or 8000 <= port <= 8080:
        assert found == ip_address(address).is_global
    else:
        assert found == (is_private_api(address) and port == 443)


@pytest.mark.parametrize("address", ["10.200.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "240.0.0.1"])
def test_neighbours_are_closed_beside_the_internet(address: str) -> None:
    assert not leaves(rules(internet_ports=["443"]), address, 443)
    assert leaves(rules(internet_ports=["443"]), "8.8.8.8", 443)


def test_what_is_named_is_open_and_what_is_taken_elsewhere_is_not_the_internet() -> None:
    arguments = args(
        ranges={**RANGES, "others": {"partner": "34.118.0.0/16"}, "control_plane": "172.16.0.32/28"},
        egress={
            "internet_ports": ["443"],
            "allow": {
                "database": {"ranges": ["10.9.0.0/24"], "ports": ["5432"]},
                "partner": {"ranges": ["34.118.7.0/24"], "protocol": "all"},
            },
        },
    )
    found = egress_rules(arguments, TAG, cluster_ranges(arguments["ranges"]))
    assert leaves(found, "10.9.0.7", 5432)
    assert not leaves(found, "10.9.0.7", 5433)
    assert not leaves(found, "10.9.0.7", 5432, "udp")
    assert leaves(found, "34.118.7.1", 53, "udp")
    assert not leaves(found, "34.118.8.1", 443)
    assert leaves(found, "172.16.0.34", 443)
    assert not leaves(found, "172.16.0.50", 443)


def test_restricted_and_public_addresses_of_google() -> None:
    restricted = egress_rules(args(google_apis={"domain": "restricted"}), TAG, [])
    assert leaves(restricted, "199.36.153.5", 443)
    assert not leaves(restricted, "199.36.153.9", 443)
    beside = egress_rules(existing(egress={}), TAG, ["10.1.0.0/22"])
    assert leaves(beside, "199.36.153.9", 443)


def test_every_rule_is_about_the_tag_and_denials_are_logged() -> None:
    found = rules(internet_ports=["443"])
    assert {tuple(each["target_tags"]) for each in found.values()} == {(TAG,)}
    assert {each["direction"] for each in found.values()} == {"EGRESS"}
    assert all(("log_config" in each) == ("denies" in each) for each in found.values())
    quiet = rules(internet_ports=["443"], log_denied=False)
    assert not any("log_config" in each for each in quiet.values())


def test_a_denial_is_above_the_implied_rule_and_below_what_others_write() -> None:
    """Source: VPC documentation, "VPC firewall rules": 65535 implied, 1000 where nothing is said."""
    assert ALLOWED <= 1000 < DENIED < 65535


def test_the_webhook_is_open_to_the_control_plane_alone() -> None:
    rule = webhook_rule(args(webhook={"source_range": "172.16.0.32/28"}))
    assert rule["source_ranges"] == ["172.16.0.32/28"]
    assert rule["allows"] == [{"protocol": "tcp", "ports": ["9443"]}]
    assert "target_tags" not in rule
    narrow = webhook_rule(
        args(webhook={"source_range": "172.16.0.32/28", "port": 8443.0, "target_tags": ["system"]})
    )
    assert narrow["allows"] == [{"protocol": "tcp", "ports": ["8443"]}]
    assert narrow["target_tags"] == ["system"]


def test_the_rule_is_the_one_that_a_controller_with_a_webhook_asks_for() -> None:
    """Case: private nodes, and a controller of 0.5 whose webhook listens on 9443."""
    rule = webhook_rule(args(webhook={"source_range": "172.16.0.32/28"}))
    made = FirewallRule(
        source_ranges=tuple(rule["source_ranges"]),
        allow={each["protocol"]: tuple(each["ports"]) for each in rule["allows"]},
    )
    assert lets_in(made, "172.16.0.32/28")
    assert not lets_in(made, "172.16.0.0/24")


def test_nothing_comes_in_but_to_a_webhook() -> None:
    """GKE makes the ingress rules that it needs by itself; ours let nobody in."""
    found = {**rules(internet_ports=["443"]), "webhook": webhook_rule(args(webhook={"source_range": "x"}))}
    assert [name for name, each in found.items() if each["direction"] == "INGRESS"] == ["webhook"]

"""The properties against pulumi_gcp's own classes, and the enums against its docstrings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import pytest
from pulumi_gcp import compute, dns

from gke_agent_sandbox.gcp import property_problems
from gke_agent_sandbox.network.args import (
    ClusterNetworkFlowLogInterval,
    ClusterNetworkGoogleApisDomain,
    ClusterNetworkNatLog,
    ClusterNetworkRoutingMode,
)
from gke_agent_sandbox.network.choices import google_apis_domain, makes_dns_zones, makes_egress_rules
from gke_agent_sandbox.network.facts import DOMAINS, PROTOCOLS, GoogleApisDomain
from gke_agent_sandbox.network.firewall import egress_rules, webhook_rule
from gke_agent_sandbox.network.properties import (
    dns_zones,
    nat_properties,
    network_properties,
    record_sets,
    subnetwork_properties,
)
from tests.unit.gcp.properties import built
from tests.unit.network.network_recorder import RANGES, args, existing

EVERYTHING: Mapping[str, Any] = args(
    ranges={**RANGES, "more_pods": {"pods-b": "10.6.0.0/20"}, "others": {"office": "192.168.0.0/24"}},
    nat={"address_count": 1, "tcp_time_wait_seconds": 30.0, "log": ClusterNetworkNatLog.ALL},
    egress={"internet_ports": ["443"], "allow": {"db": {"ranges": ["10.9.0.0/24"], "ports": ["5432"]}}},
    webhook={"source_range": "172.16.0.32/28", "target_tags": ["system"]},
    flow_logs={"sampling_percent": 25.0, "interval": ClusterNetworkFlowLogInterval.INTERVAL_10_MIN},
    routing_mode=ClusterNetworkRoutingMode.GLOBAL,
)


def made() -> Iterator[tuple[type, dict[str, Any]]]:
    """Every map of properties, with the class of its resource's arguments."""
    yield compute.NetworkArgs, network_properties(EVERYTHING)
    yield compute.SubnetworkArgs, {"network": "network", **subnetwork_properties(EVERYTHING)}
    yield compute.RouterNatArgs, {"router": "r", **nat_properties(EVERYTHING, "subnetwork", ["address"])}
    rules = [*egress_rules(EVERYTHING, "tag", ["10.0.0.0/22"]).values(), webhook_rule(EVERYTHING)]
    for rule in rules:
        yield compute.FirewallArgs, {"network": "network", **rule}
    for zone in dns_zones(DOMAINS["private"]).values():
        for records in record_sets(zone, DOMAINS["private"]).values():
            yield dns.RecordSetArgs, {"managed_zone": "zone", **records}


@pytest.mark.parametrize(("args_class", "properties"), list(made()))
def test_every_property_is_one_of_pulumi_gcps(args_class: type, properties: dict[str, Any]) -> None:
    assert list(property_problems(args_class, properties)) == []
    assert built(args_class, properties) is not None


def test_a_wrong_property_is_found() -> None:
    wrong = {**network_properties(EVERYTHING), "auto_create_subnetwork": False}
    (problem,) = property_problems(compute.NetworkArgs, wrong)
    assert problem.path == "auto_create_subnetwork"
    with pytest.raises(TypeError):
        built(compute.NetworkArgs, wrong)


@pytest.mark.parametrize(
    ("enum", "documented", "ours"),
    [
        (ClusterNetworkRoutingMode, compute.NetworkArgs, set()),
        (ClusterNetworkFlowLogInterval, compute.SubnetworkLogConfigArgs, set()),
        (ClusterNetworkNatLog, compute.RouterNatLogConfigArgs, {"NONE"}),
    ],
)
def test_enums_are_documented(enum: type[StrEnum], documented: type, ours: set[str]) -> None:
    text = documented.__init__.__doc__ or ""
    assert {each for each in enum if f"`{each}`" not in text and f'"{each}"' not in text} == ours


def test_domains_have_one_name_each() -> None:
    assert {*DOMAINS, "public"} == {str(each) for each in ClusterNetworkGoogleApisDomain}


def test_protocols_are_documented() -> None:
    text = compute.FirewallAllowArgs.__init__.__doc__ or ""
    assert [each for each in PROTOCOLS if each not in text] == []


def test_the_subnetwork_is_private_and_logged() -> None:
    found = subnetwork_properties(args())
    assert found["private_ip_google_access"] is True
    assert found["stack_type"] == "IPV4_ONLY"
    assert found["log_config"] == {
        "aggregation_interval": "INTERVAL_30_SEC",
        "flow_sampling": 0.5,
        "metadata": "INCLUDE_ALL_METADATA",
    }
    assert "log_config" not in subnetwork_properties(args(flow_logs={"enabled": False}))
    assert subnetwork_properties(EVERYTHING)["log_config"]["flow_sampling"] == 0.25
    assert [each["range_name"] for each in subnetwork_properties(EVERYTHING)["secondary_ip_ranges"]] == [
        "pods",
        "services",
        "pods-b",
    ]


def test_cloud_nat() -> None:
    found = nat_properties(args(), "subnetwork", [])
    assert found["nat_ip_allocate_option"] == "AUTO_ONLY"
    assert "nat_ips" not in found
    assert (found["min_ports_per_vm"], found["max_ports_per_vm"]) == (64, 4096)
    assert found["enable_dynamic_port_allocation"] is True
    assert found["log_config"] == {"enable": True, "filter": "ERRORS_ONLY"}
    static = nat_properties(EVERYTHING, "subnetwork", ["address"])
    assert (static["nat_ip_allocate_option"], static["nat_ips"]) == ("MANUAL_ONLY", ["address"])
    assert static["tcp_time_wait_timeout_sec"] == 30
    quiet = nat_properties(args(nat={"log": "NONE", "min_ports_per_vm": 4096}), "subnetwork", [])
    assert quiet["log_config"] == {"enable": False, "filter": "ERRORS_ONLY"}
    assert (quiet["min_ports_per_vm"], quiet["max_ports_per_vm"]) == (4096, 8192)


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_names_lead_to_the_addresses_of_the_domain(domain: GoogleApisDomain) -> None:
    """Source: VPC documentation, "Configure Private Google Access", configure DNS."""
    zones = dns_zones(domain)
    assert {each.dns_name for each in zones.values()} == {
        "googleapis.com.",
        "gcr.io.",
        "pkg.dev.",
        "gke.goog.",
    }
    records = record_sets(zones["googleapis-com"], domain)
    assert records["addresses"]["name"] == f"{domain.name}."
    assert len(records["addresses"]["rrdatas"]) == 4
    assert records["names"]["name"] == "*.googleapis.com."
    assert records["names"]["rrdatas"] == [f"{domain.name}."]
    images = record_sets(zones["pkg-dev"], domain)
    assert images["addresses"]["name"] == "pkg.dev."
    assert images["names"] == {"name": "*.pkg.dev.", "type": "CNAME", "ttl": 300, "rrdatas": ["pkg.dev."]}


@pytest.mark.parametrize(
    ("given", "domain", "zones", "rules"),
    [
        (args(), "private", True, True),
        (args(google_apis={"domain": "restricted"}), "restricted", True, True),
        (args(google_apis={"dns_zones": False}), "private", False, True),
        (args(google_apis={"domain": "public"}, egress={"enabled": False}), None, False, False),
        (existing(), None, False, False),
        (existing(egress={}), "private", True, True),
        (existing(egress={"enabled": False}), None, False, False),
        (existing(google_apis={"domain": "private"}), "private", True, False),
    ],
)
def test_what_is_made_where_nothing_is_said(
    given: dict[str, Any], domain: str | None, zones: bool, rules: bool
) -> None:
    assert google_apis_domain(given) == (None if domain is None else DOMAINS[domain])
    assert makes_dns_zones(given) is zones
    assert makes_egress_rules(given) is rules

"""What the component ClusterNetwork refuses, with its words, and what it tells while going on."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox import ClusterNetwork
from gke_agent_sandbox.network import has_nat, shared_vpc_problems
from gke_agent_sandbox.network.cluster_network import argument_problems
from gke_agent_sandbox.network.existing import (
    FoundSubnetwork,
    found_cluster_ranges,
    found_notices,
    found_problems,
)
from gke_agent_sandbox.network.problems import combination_notices, name_problems
from tests.unit.network.network_recorder import EXISTING, FOUND, PROJECT, RANGES, args, existing, recorded

SHARED: dict[str, Any] = {"project": "host", "shared_vpc": {"service_project": PROJECT}}


def ranges(**more: Any) -> dict[str, Any]:
    return args(ranges={**RANGES, **more})


def nat(**more: Any) -> dict[str, Any]:
    return args(nat=more)


def egress(**more: Any) -> dict[str, Any]:
    return args(egress=more)


def allow(**more: Any) -> dict[str, Any]:
    return egress(allow={"database": {"ranges": ["10.9.0.0/24"], **more}})


REFUSED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "unknown key": (
        args(subnets={}),
        [
            "subnets: is no setting of this group. Write instead: one of egress, existing, flow_logs, "
            "google_apis, nat, planned, project, ranges, region, routing_mode, shared_vpc, webhook"
        ],
    ),
    "no region": (
        args(region="europe-west4-a"),
        [
            "region: is no region (a subnetwork lies in a region, with all its zones). Write instead: "
            "europe-west4"
        ],
    ),
    "no project": (
        {"region": "europe-west4", "ranges": dict(RANGES)},
        [
            "project: is missing, and so is the config gcp:project (the network is looked for, or made, in "
            "it). Write instead: the project's id"
        ],
    ),
    "neither made nor there": (
        {"region": "europe-west4", "project": PROJECT},
        [
            "ranges: is missing, and so is existing. Write instead: ranges for a network that is made, or "
            "existing for one that is there"
        ],
    ),
    "both made and there": (
        existing(ranges=dict(RANGES), flow_logs={}, routing_mode="GLOBAL"),
        [
            f"{key}: is given beside existing (what exists is not changed). Write instead: one of the two, "
            "not both"
            for key in ("ranges", "flow_logs", "routing_mode")
        ],
    ),
    "no range": (
        ranges(nodes="10.0.4.7/22"),
        [
            "ranges.nodes: is no range in CIDR form (the first address of the range, a slash, and the "
            "length of its prefix). Write instead: 10.0.4.0/22"
        ],
    ),
    "no range at all": (
        ranges(others={"office": "everything"}),
        [
            "ranges.others.office: is no range in CIDR form (the first address of the range, a slash, and "
            "the length of its prefix). Write instead: 10.8.0.0/20"
        ],
    ),
    "IPv6": (
        ranges(pods="fd00::/64"),
        ["ranges.pods: is a range of IPv6 (networks here have IPv4 alone). Write instead: a range of IPv4"],
    ),
    "overlap": (
        ranges(pods="10.0.0.0/16", others={"office": "10.0.2.0/24"}),
        [
            f"ranges.{path}: {one} overlaps {other} (in a network, and between networks that are joined, "
            "every address is one machine's). Write instead: ranges apart from each other; plan_ranges of "
            "this library finds such"
            for path, one, other in (
                ("pods", "10.0.0.0/16", "nodes, 10.0.0.0/22"),
                ("others.office", "10.0.2.0/24", "nodes, 10.0.0.0/22"),
                ("services", "10.0.16.0/20", "pods, 10.0.0.0/16"),
                ("others.office", "10.0.2.0/24", "pods, 10.0.0.0/16"),
            )
        ],
    ),
    "control plane within others": (
        ranges(control_plane="172.16.0.32/28", others={"peer": "172.16.0.0/24"}),
        [
            "ranges.others.peer: 172.16.0.0/24 overlaps control_plane, 172.16.0.32/28 (in a network, and "
            "between networks that are joined, every address is one machine's). Write instead: ranges apart "
            "from each other; plan_ranges of this library finds such"
        ],
    ),
    "prohibited": (
        ranges(services="169.254.0.0/20"),
        [
            "ranges.services: 169.254.0.0/20 overlaps 169.254.0.0/16, which is for link-local addresses, the "
            'metadata server\'s among them (VPC documentation, "Subnets", prohibited IPv4 subnet ranges). '
            "Write instead: a range within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10"
        ],
    ),
    "too small for Google Cloud": (
        ranges(nodes="10.0.0.0/30", services="10.0.16.0/29"),
        [
            "ranges.nodes: 10.0.0.0/30 is too small (a subnetwork has a /29 at least). Write instead: a /29 "
            "or larger",
            "ranges.services: 10.0.16.0/29 is of a size that GKE does not take (it takes a /16 to a /28 for "
            "Services). Write instead: a /20",
        ],
    ),
    "too small for the plan": (
        args(planned={"nodes": 1100, "services": 5000}),
        [
            "ranges.nodes: 10.0.0.0/22 holds 1020 nodes, and 1100 are planned (four of its addresses are "
            "Google Cloud's own). Write instead: a /21 or larger",
            "ranges.pods: 10.4.0.0/16 has room for the pods of 256 nodes, and 1100 are planned (a node takes "
            "twice as many addresses as its 110 pods, rounded up to a power of 2). Write instead: a /13 or "
            "larger, or fewer planned.pods_per_node",
            "ranges.services: 10.0.16.0/20 holds 4096 Services, and 5000 are planned. Write instead: a /19 "
            "or larger",
        ],
    ),
    "planned out of bounds": (
        args(planned={"nodes": 0, "pods_per_node": 300, "services": 0}),
        [
            "planned.nodes: is less than 1",
            "planned.services: is less than 1",
            'planned.pods_per_node: is not between 8 and 256 (GKE documentation, "Configure maximum Pods per '
            'node")',
        ],
    ),
    "name of a further range": (
        ranges(more_pods={"pods": "10.6.0.0/20"}),
        [
            "ranges.more_pods.pods: is no name for a further range (lower-case letters, digits and hyphens, "
            "a letter first; pods and services are taken). Write instead: a name such as pods-of-team-a"
        ],
    ),
    "paths in the place of names": (
        existing(
            existing={
                "network": "projects/host/global/networks/shared",
                "subnetwork": "projects/host/regions/europe-west4/subnetworks/sandboxes",
            }
        ),
        [
            f"existing.{key}: is a path (project and region are arguments of their own). "
            f"Write instead: {name}"
            for key, name in (("network", "shared"), ("subnetwork", "sandboxes"))
        ],
    ),
    "one range without the other": (
        existing(existing={"network": "shared", "subnetwork": "sandboxes", "pod_range": "pods"}),
        [
            "existing.service_range: is missing beside the other range (GKE would make a range of its own in "
            "the subnetwork). Write instead: both names, or neither"
        ],
    ),
    "further ranges alone": (
        existing(existing={"network": "shared", "subnetwork": "sandboxes", "more_pod_ranges": ["pods-b"]}),
        [
            "existing.more_pod_ranges: is given without pod_range (further ranges stand beside the cluster's "
            "own). Write instead: pod_range and service_range as well"
        ],
    ),
    "settings of no NAT": (
        nat(enabled=False, address_count=1),
        ["nat.address_count: is given, but no Cloud NAT is made. Write instead: nat.enabled: true"],
    ),
    "ports of NAT": (
        nat(min_ports_per_vm=100, max_ports_per_vm=131072),
        [
            f"nat.{key}: is no power of 2 from 32 to 65536 (Cloud NAT documentation, "
            '"IP addresses and ports"). Write instead: 64'
            for key in ("min_ports_per_vm", "max_ports_per_vm")
        ],
    ),
    "more ports at least than at most": (
        nat(min_ports_per_vm=64, max_ports_per_vm=64),
        [
            "nat.max_ports_per_vm: is not more than min_ports_per_vm (ports are given out dynamically "
            "between the two). Write instead: 128"
        ],
    ),
    "no port left": (
        nat(min_ports_per_vm=65536),
        [
            "nat.max_ports_per_vm: is not more than min_ports_per_vm (ports are given out dynamically "
            "between the two). Write instead: fewer min_ports_per_vm"
        ],
    ),
    "negative numbers": (
        nat(address_count=-1, tcp_time_wait_seconds=0),
        ["nat.tcp_time_wait_seconds: is less than 1", "nat.address_count: is less than 0"],
    ),
    "too few addresses": (
        args(nat={"address_count": 1, "min_ports_per_vm": 512}, planned={"nodes": 200}),
        [
            "nat.address_count: is 1, whose ports are enough for 126 nodes, and 200 are planned (an address "
            "has 64512 ports, and each node keeps 512; further nodes reach nothing). Write instead: 2, or "
            "fewer min_ports_per_vm"
        ],
    ),
    "settings of no egress rules": (
        egress(enabled=False, internet_ports=["443"]),
        ["egress.internet_ports: is given, but there are no rules. Write instead: egress.enabled: true"],
    ),
    "public addresses of Google behind rules": (
        args(google_apis={"domain": "public"}),
        [
            "google_apis.domain: is public, beside egress rules (no rule can name Google's public addresses, "
            "so the nodes could not pull or log). Write instead: private or restricted, or egress.enabled: "
            "false"
        ],
    ),
    "rules for ranges that nobody knows": (
        existing(existing={"network": "shared", "subnetwork": "sandboxes"}, egress={}),
        [
            "existing.pod_range: is missing, beside egress rules (they let nodes and pods reach each other, "
            "so the ranges must be known before GKE makes them). Write instead: the names of pod_range and "
            "service_range, or no egress"
        ],
    ),
    "internet without NAT": (
        args(nat={"enabled": False}, egress={"internet_ports": ["443"]}),
        [
            "egress.internet_ports: is given without Cloud NAT (private nodes reach no public address then). "
            "Write instead: nat.enabled: true, or no internet_ports"
        ],
    ),
    "no port": (
        egress(internet_ports=["https", "443-80", "70000"]),
        [
            f'egress.internet_ports[{index}]: is no port, and no range of ports. Write instead: "443" or '
            '"8000-8080"'
            for index in range(3)
        ],
    ),
    "open to everything": (
        allow(ranges=["0.0.0.0/0"]),
        [
            "egress.allow.database.ranges[0]: is most of the internet, and every private network beside it "
            "(a sandbox that breaks out could reach the neighbours of the cluster). Write instead: "
            'internet_ports: ["443"] for public addresses alone, or the ranges that are meant'
        ],
    ),
    "no destination": (
        allow(ranges=[]),
        [
            "egress.allow.database.ranges: is empty (the rule would name nothing). Write instead: a range in "
            "CIDR form"
        ],
    ),
    "a destination of IPv6": (
        allow(ranges=["2001:db8::/32"]),
        [
            "egress.allow.database.ranges[0]: is a range of IPv6 (networks here have IPv4 alone). Write "
            "instead: a range of IPv4"
        ],
    ),
    "no protocol": (
        allow(protocol="http"),
        ["egress.allow.database.protocol: is none of all, tcp, udp, icmp, esp, ah, sctp, ipip"],
    ),
    "ports without a protocol that has any": (
        allow(protocol="icmp", ports=["80"]),
        ["egress.allow.database.ports: is given beside the protocol icmp, which has no ports"],
    ),
    "port of a destination": (
        allow(ports=["0"]),
        [
            "egress.allow.database.ports[0]: is no port, and no range of ports. Write instead: "
            '"443" or "8000-8080"'
        ],
    ),
    "name of a destination": (
        egress(allow={"My Database": {"ranges": ["10.9.0.0/24"]}}),
        [
            'egress.allow["My Database"]: is no name of at most 16 lower-case letters, digits and hyphens, a '
            "letter first (it becomes part of the rule's name). Write instead: a name such as database"
        ],
    ),
    "webhook open to all": (
        args(webhook={"source_range": "0.0.0.0/0", "port": 70000}),
        [
            "webhook.source_range: is most of the internet (the control plane alone calls a webhook). Write "
            "instead: the control plane's range, e.g. 172.16.0.32/28",
            "webhook.port: is not between 1 and 65535",
        ],
    ),
    "no webhook source": (
        args(webhook={"source_range": "172.16.0.32"}),
        [
            "webhook.source_range: is no range in CIDR form (the first address of the range, a slash, and "
            "the length of its prefix). Write instead: 10.8.0.0/20"
        ],
    ),
    "no share of flows": (
        args(flow_logs={"sampling_percent": 0}),
        [
            "flow_logs.sampling_percent: is not between 1 and 100. Write instead: 50, or enabled: false for "
            "no logs"
        ],
    ),
    "shared with itself": (
        args(shared_vpc={"service_project": PROJECT}),
        [
            "shared_vpc.service_project: is the network's own project (clusters of one project with their "
            "network share nothing). Write instead: the project of the clusters, or no shared_vpc"
        ],
    ),
}


@pytest.mark.parametrize(("given", "told"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(given: dict[str, Any], told: list[str]) -> None:
    assert [str(each) for each in argument_problems(given)] == told


@pytest.mark.parametrize(
    "given",
    [
        args(),
        args(planned={"nodes": 200.0, "pods_per_node": 110.0}),
        args(planned={"nodes": 256, "services": 4096}),
        args(planned={"nodes": 1020, "pods_per_node": 8}),
        ranges(others={"a": "172.20.0.0/16", "b": "172.20.1.0/24"}),
        ranges(nodes=pulumi.Output.from_input("10.4.0.0/16")),
        {
            **ranges(more_pods={"pods-b": pulumi.Output.from_input("10.6.0.0/16")}),
            "planned": {"nodes": 400},
        },
        nat(min_ports_per_vm=4096),
        egress(enabled=False),
        args(egress={"enabled": False}, google_apis={"domain": "public"}),
        egress(internet_ports=["443"], allow={"all-of-ten": {"ranges": ["10.0.0.0/8"], "protocol": "all"}}),
        existing(),
        existing(existing={"network": "shared", "subnetwork": "sandboxes"}),
        existing(egress={}, nat={"enabled": True}),
        args(**SHARED),
    ],
)
def test_what_is_taken(given: dict[str, Any]) -> None:
    assert argument_problems(given) == []


@pytest.mark.parametrize("name", ["Main", "1st", "main-", "m" * 29, ""])
def test_a_name_that_resources_cannot_have(name: str) -> None:
    (problem,) = name_problems(name)
    assert str(problem) == (
        "name: is no name of at most 28 lower-case letters, digits and hyphens, a letter first (the names of "
        "network, firewall rules and zones are made from it, and have at most 63 characters)"
    )


def test_the_longest_name_of_a_resource_fits() -> None:
    name, allowance = "m" * 28, "a" * 16
    assert not list(name_problems(name))
    given: Any = egress(allow={allowance: {"ranges": ["10.9.0.0/24"]}})
    made = recorded(lambda: ClusterNetwork(name, given)).graph
    longest = max(len(key.split()[-1]) for key in made if key.startswith("gcp:compute/firewall"))
    assert longest + len("-1a2b3c4") <= 63


def test_all_at_once_and_before_anything_is_made() -> None:
    given: Any = {**ranges(pods="10.0.0.0/16"), **nat(min_ports_per_vm=100), "region": "moon"}
    given["ranges"] = {**RANGES, "pods": "10.0.0.0/16"}
    with pytest.raises(pulumi.RunError) as error:
        recorded(lambda: ClusterNetwork("Main", given))
    text = str(error.value)
    assert text.startswith("ClusterNetwork Main: 5 problems")
    for path in ("name:", "region:", "ranges.pods:", "ranges.services:", "nat.min_ports_per_vm:"):
        assert f"  - {path}" in text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (args(), []),
        (
            ranges(pods="172.17.0.0/16"),
            [
                "ranges.pods: 172.17.0.0/16 overlaps 172.17.0.0/16, the Docker bridge (Cloud SQL and Cloud "
                "Build keep it for themselves, so nothing here reaches them privately). Write instead: "
                "another range, unless that does not matter"
            ],
        ),
        (
            ranges(pods="240.0.0.0/8"),
            [
                "ranges.pods: 240.0.0.0/8 lies in 240.0.0.0/4, kept for future use (class E) (some operating "
                "systems and routers drop it). Write instead: another range, where machines outside of "
                "Google Cloud are to be reached"
            ],
        ),
        (
            ranges(pods="34.118.0.0/16"),
            [
                "ranges.pods: 34.118.0.0/16 is a public range that is used privately (whoever owns it on the "
                "internet cannot be reached from here; for pods GKE also wants the cluster's default SNAT "
                'off (GKE documentation, "Privately used public IPs")). Write instead: a range within '
                "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10"
            ],
        ),
        (ranges(others={"partner": "34.118.0.0/16"}), []),
    ],
)
def test_what_is_told(given: dict[str, Any], told: list[str]) -> None:
    assert [str(each) for each in combination_notices(given)] == told


def found(**more: Any) -> FoundSubnetwork:
    """A subnetwork that is good enough, or is not for one thing."""
    least: dict[str, Any] = {
        "network": FOUND["network"],
        "link": FOUND["selfLink"],
        "cidr": "10.1.0.0/22",
        "secondary": {"pods": "10.5.0.0/16", "services": "10.1.16.0/20"},
        "private_google_access": True,
    }
    return FoundSubnetwork(**{**least, **more})


@pytest.mark.parametrize(
    ("subnetwork", "given", "told"),
    [
        (found(), existing(egress={}), []),
        (
            found(network="projects/p/global/networks/other"),
            existing(),
            [
                "existing.network: is shared, and the subnetwork sandboxes belongs to other. Write instead: "
                "other, or a subnetwork of shared"
            ],
        ),
        (
            found(secondary={"pods-1": "10.5.0.0/16", "services": "10.1.16.0/20"}),
            existing(),
            [
                "existing.pod_range: is pods, which is no secondary range of the subnetwork; it has pods-1, "
                "services (GKE takes addresses from secondary ranges by their names). Write instead: pods-1"
            ],
        ),
        (
            found(secondary={}),
            existing(),
            [
                f"existing.{key}: is {name}, which is no secondary range of the subnetwork; it has none at "
                "all (GKE takes addresses from secondary ranges by their names). Write instead: neither "
                "pod_range nor service_range: GKE makes both"
                for key, name in (("pod_range", "pods"), ("service_range", "services"))
            ],
        ),
        (
            found(private_google_access=False),
            existing(egress={}),
            [
                "existing.subnetwork: sandboxes has no Private Google Access (machines without addresses of "
                "their own do not reach private.googleapis.com then). Write instead: the same once its owner "
                "has turned it on: gcloud compute networks subnets update sandboxes "
                "--enable-private-ip-google-access"
            ],
        ),
        (found(private_google_access=False), existing(), []),
        (
            found(),
            existing(existing={**EXISTING, "more_pod_ranges": ["pods-b"]}),
            [
                "existing.more_pod_ranges[0]: is pods-b, which is no secondary range of the subnetwork; it "
                "has pods, services (GKE takes addresses from secondary ranges by their names). Write "
                "instead: pods"
            ],
        ),
        (
            found(secondary={"pods": "10.5.0.0/16", "pods-b": "10.6.0.0/16", "services": "10.1.16.0/20"}),
            existing(existing={**EXISTING, "more_pod_ranges": ["pods-b"]}, planned={"nodes": 512}),
            [],
        ),
        (
            found(),
            existing(planned={"nodes": 1100, "services": 5000}),
            [
                "existing.subnetwork: 10.1.0.0/22 holds 1020 nodes, and 1100 are planned (four of its "
                "addresses are Google Cloud's own). Write instead: a /21 or larger",
                "existing.pod_range: 10.5.0.0/16 has room for the pods of 256 nodes, and 1100 are planned (a "
                "node takes twice as many addresses as its 110 pods, rounded up to a power of 2). Write "
                "instead: a /13 or larger, or fewer planned.pods_per_node",
                "existing.service_range: 10.1.16.0/20 holds 4096 Services, and 5000 are planned. Write "
                "instead: a /19 or larger",
            ],
        ),
    ],
)
def test_what_is_refused_of_a_subnetwork_that_exists(
    subnetwork: FoundSubnetwork, given: dict[str, Any], told: list[str]
) -> None:
    assert [str(each) for each in found_problems(subnetwork, given)] == told


def test_ranges_of_somebody_else_are_not_the_clusters() -> None:
    secondary = {
        "pods": "10.5.0.0/16",
        "services": "10.1.16.0/20",
        "payroll": "10.7.0.0/16",
        "b": "10.8.0.0/16",
    }
    more = {**EXISTING, "more_pod_ranges": ["b"]}
    own = ["10.1.0.0/22", "10.5.0.0/16", "10.1.16.0/20", "10.8.0.0/16"]
    assert found_cluster_ranges(found(secondary=secondary), more) == own


def test_what_is_told_of_a_subnetwork_that_exists() -> None:
    assert list(found_notices(found(), existing(egress={}))) == []
    assert list(found_notices(found(), existing(egress={"enabled": False}))) == []
    told = [str(each) for each in found_notices(found(private_google_access=False), existing())]
    assert told == [
        "existing.subnetwork: sandboxes has no Private Google Access (private nodes reach Google APIs by "
        "Cloud NAT alone then, or not at all). Write instead: the same once its owner has turned it on: "
        "gcloud compute networks subnets update sandboxes --enable-private-ip-google-access",
        "egress: is not given, so nothing here limits what leaves the sandbox nodes (what breaks out of a "
        "sandbox reaches whatever the network lets it). Write instead: egress: {} for rules on the nodes "
        "that carry sandbox_tag, unless the network has its own",
    ]


def test_a_subnetwork_is_judged_once_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: told.append(text))
    given: Any = existing(existing={**EXISTING, "subnetwork": pulumi.Output.from_input("sandboxes")})
    recorded(lambda: ClusterNetwork("main", given))
    assert [each.partition(" is")[0] for each in told] == ["ClusterNetwork main: egress:"]
    with pytest.raises(pulumi.RunError, match=r"existing\.pod_range: is pods, which is no"):
        recorded(
            lambda: ClusterNetwork("main", given),
            {**FOUND, "secondaryIpRanges": FOUND["secondaryIpRanges"][1:]},
        )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (args(), True),
        (nat(enabled=False), False),
        (existing(), None),
        (existing(nat={"enabled": True}), True),
        (existing(nat={"enabled": False}), None),
    ],
)
def test_whether_there_is_a_way_to_the_internet(given: dict[str, Any], expected: bool | None) -> None:
    assert has_nat(given) is expected


def test_a_cluster_of_another_project_without_rights() -> None:
    assert shared_vpc_problems(args(), PROJECT, PROJECT) == []
    assert shared_vpc_problems(args(**SHARED), PROJECT, "host") == []
    unknown = {"service_project": pulumi.Output.from_input(PROJECT)}
    assert shared_vpc_problems(args(shared_vpc=unknown), PROJECT, "host") == []
    for given in (args(), args(shared_vpc={"service_project": "other"})):
        (problem,) = shared_vpc_problems(given, PROJECT, "host")
        assert str(problem) == (
            "shared_vpc.service_project: is not demo-project, the project of the cluster in this network of "
            "host (nothing gives GKE's service agent of that project roles/compute.networkUser on the "
            'subnetwork). Write instead: shared_vpc: {"service_project": "demo-project"}'
        )

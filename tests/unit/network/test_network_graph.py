"""What the component ClusterNetwork creates: the whole graph, against a file.

After a change that is meant, write the files anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/unit/network/test_network_graph.py
"""

import os
from pathlib import Path
from typing import Any

import pulumi
import pulumi_gcp as gcp
import pytest
import yaml

from gke_agent_sandbox import ClusterNetwork
from tests.unit.cluster.cluster_recorder import Recorder, known
from tests.unit.network.network_recorder import EXISTING, FOUND, NUMBER, PROJECT, args, existing, recorded

GOLDEN = Path(__file__).parent / "golden"
NETWORK = "gcp:compute/network:Network main"
SUBNETWORK = "gcp:compute/subnetwork:Subnetwork main"
NAT = "gcp:compute/routerNat:RouterNat main-nat"
FIREWALL = "gcp:compute/firewall:Firewall main-"
BINDING = "gcp:compute/subnetworkIAMMember:SubnetworkIAMMember main-"
HOST_USER = "gcp:projects/iAMMember:IAMMember main-host-agent-user"


def graph(given: dict[str, Any], found: Any = FOUND, **options: Any) -> dict[str, Any]:
    """What one network registers, without the stack, which the SDK registers once in a process."""
    arguments: Any = given
    recorder = recorded(lambda: ClusterNetwork("main", arguments), found, **options)
    return {key: each for key, each in recorder.graph.items() if not key.startswith("pulumi:pulumi:Stack")}


FULL = args(
    nat={"address_count": 2, "min_ports_per_vm": 128, "tcp_time_wait_seconds": 30},
    egress={
        "internet_ports": ["443"],
        "allow": {"database": {"ranges": ["10.9.0.0/24"], "ports": ["5432"]}},
    },
    webhook={"source_range": "172.16.0.32/28"},
    shared_vpc={"service_project": "tenants", "manage_firewall": True},
)


@pytest.mark.parametrize(
    ("file", "given"),
    [("own", args()), ("full", FULL), ("existing", existing(egress={}))],
    ids=["own", "full", "existing"],
)
def test_the_whole_graph(file: str, given: dict[str, Any]) -> None:
    path = GOLDEN / f"{file}.yaml"
    text = yaml.safe_dump(plain(graph(given)), sort_keys=True, width=110)
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()


def plain(value: Any) -> Any:
    """Values of the wire as YAML writes them."""
    match value:
        case dict():
            return {key: plain(each) for key, each in value.items()}
        case list():
            return [plain(each) for each in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def test_no_name_is_fixed_and_nothing_is_deleted_first() -> None:
    for key, each in graph(FULL).items():
        assert "name" not in each["inputs"] or key.startswith("gcp:dns/recordSet"), key
        assert not each["delete_before_replace"], key


def test_a_region_makes_a_network_of_its_own() -> None:
    """The provider replaces a network whose description changes."""
    here, there = (graph(args(region=each))[NETWORK]["inputs"] for each in ("europe-west4", "us-east1"))
    assert here["description"] != there["description"]


def outputs(given: dict[str, Any], found: Any = FOUND) -> dict[str, Any]:
    """The component's outputs, and what they wait for by name."""
    seen: dict[str, Any] = {}

    def program() -> None:
        arguments: Any = given
        network = ClusterNetwork("main", arguments)
        for name in ClusterNetwork.__annotations__:
            known(getattr(network, name), seen, name)
        known(pulumi.Output.from_input(network.reference), seen, "reference")

    recorded(program, found)
    return seen


def test_outputs_of_a_network_that_is_made() -> None:
    seen = outputs(args(nat={"address_count": 2}))
    reference = seen.pop("reference")
    assert reference == {key: seen[key] for key in ("network", "subnetwork", "pod_range", "service_range")}
    assert seen.pop("network").endswith("/networks/main-1a2b3c4")
    assert seen.pop("subnetwork").endswith("/subnetworks/main-1a2b3c4")
    tag = seen.pop("sandbox_tag")
    assert tag.startswith("main-sandboxes-")
    assert len(tag) <= 63
    assert seen == {
        "pod_range": "pods",
        "service_range": "services",
        "project": PROJECT,
        "region": "europe-west4",
        "nat_addresses": ["203.0.113.0", "203.0.113.1"],
    }


def test_outputs_of_one_that_exists() -> None:
    seen = outputs(existing(existing={"network": "shared", "subnetwork": "sandboxes"}))
    assert seen["network"] == FOUND["network"]
    assert seen["subnetwork"] == FOUND["selfLink"]
    assert (seen["pod_range"], seen["service_range"], seen["nat_addresses"]) == ("", "", [])
    assert seen["reference"] == {"network": FOUND["network"], "subnetwork": FOUND["selfLink"]}


def waiting(given: dict[str, Any]) -> set[str]:
    """What a resource that uses the outputs waits for, each output by itself."""
    found: set[str] = set()

    def program() -> None:
        arguments: Any = given
        network = ClusterNetwork("main", arguments)
        plain = [name for name in ClusterNetwork.__annotations__ if name != "nat_addresses"]
        for name in plain:
            pulumi.CustomResource("test:index:Waits", name, {"value": getattr(network, name)})

    registered = recorded(program).graph
    each = [set(registered[key]["depends_on"]) for key in registered if key.startswith("test:index:Waits")]
    assert len(each) == 7
    for waits in each:
        found = waits if not found else found & waits
    return found


def test_every_output_waits_for_what_nodes_need_to_come_up() -> None:
    waits = waiting(FULL)
    assert NAT in waits
    assert {f"{FIREWALL}egress-cluster", f"{FIREWALL}egress-denied", f"{FIREWALL}webhook"} <= waits
    assert {f"{BINDING}gke-agent", f"{BINDING}google-apis-agent", HOST_USER} <= waits
    assert "gcp:dns/recordSet:RecordSet main-pkg-dev-names" in waits
    assert "gcp:compute/route:Route main-google-apis" in waits


def test_nat_is_left_out() -> None:
    assert not [key for key in graph(args(nat={"enabled": False})) if key.startswith("gcp:compute/router")]
    assert NAT in graph(existing(nat={"enabled": True}))


def test_beside_a_network_that_exists_nothing_is_made_that_is_not_asked_for() -> None:
    assert set(graph(existing())) == {"gke-agent-sandbox:index:ClusterNetwork main"}


def test_bindings_of_shared_vpc() -> None:
    made = graph(args(shared_vpc={"service_project": "tenants"}))
    agent = f"serviceAccount:service-{NUMBER}@container-engine-robot.iam.gserviceaccount.com"
    assert made[f"{BINDING}gke-agent"]["inputs"]["member"] == agent
    assert made[f"{BINDING}google-apis-agent"]["inputs"]["member"] == (
        f"serviceAccount:{NUMBER}@cloudservices.gserviceaccount.com"
    )
    assert {made[f"{BINDING}{end}"]["inputs"]["role"] for end in ("gke-agent", "google-apis-agent")} == {
        "roles/compute.networkUser"
    }
    assert made[HOST_USER]["inputs"] == {
        "project": PROJECT,
        "role": "roles/container.hostServiceAgentUser",
        "member": agent,
    }
    assert not [key for key in made if "IAMCustomRole" in key]
    bound_elsewhere = graph(args(shared_vpc={"service_project": "tenants", "grant_roles": False}))
    assert not [key for key in bound_elsewhere if "IAM" in key]


def test_a_preview_with_unknown_outputs() -> None:
    assert NETWORK in graph(args(), preview=True)
    assert "gke-agent-sandbox:index:ClusterNetwork main" in graph(existing(egress={}), preview=True)


def test_outputs_as_arguments_are_checked_once_known() -> None:
    ranges = {**args()["ranges"], "pods": pulumi.Output.from_input("10.0.1.0/24")}
    with pytest.raises(pulumi.RunError, match=r"ranges.pods: \[value\] overlaps nodes, 10.0.0.0/22"):
        graph(args(ranges=ranges))


def test_outputs_are_compared_with_each_other_too() -> None:
    outputs = {name: pulumi.Output.from_input(cidr) for name, cidr in args()["ranges"].items()}
    assert graph(args(ranges=outputs))[SUBNETWORK]["inputs"]["ipCidrRange"] == "10.0.0.0/22"
    outputs["pods"] = pulumi.Output.secret("10.0.1.0/24")
    with pytest.raises(pulumi.RunError, match=r"ranges\.pods: \[value\] overlaps nodes, \[value\]"):
        graph(args(ranges=outputs))


def test_no_value_of_a_secret_is_told() -> None:
    ranges = {**args()["ranges"], "pods": pulumi.Output.secret("10.0.1.0/24")}
    with pytest.raises(pulumi.RunError) as error:
        graph(args(ranges=ranges))
    assert "10.0.1.0/24" not in str(error.value)
    names = {**EXISTING, "pod_range": pulumi.Output.secret("canary")}
    with pytest.raises(pulumi.RunError, match=r"existing\.pod_range: is \[value\], which is no") as error:
        graph(existing(existing=names))
    assert "canary" not in str(error.value)


def test_everything_uses_the_components_own_provider() -> None:
    def program() -> None:
        own = gcp.Provider("own", project="elsewhere")
        arguments: Any = FULL
        ClusterNetwork("main", arguments, pulumi.ResourceOptions(providers=[own]))

    recorder: Recorder = recorded(program)
    used = {each["provider"] for key, each in recorder.graph.items() if key.startswith("gcp:")}
    assert used == {"pulumi:providers:gcp own"}
    assert set(recorder.asked) == {"pulumi:providers:gcp own"}

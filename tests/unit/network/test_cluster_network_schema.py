"""The network in other languages: what Pulumi's analyzer and its host make of it."""

import gc
import json
from typing import Any

import pytest
from pulumi.provider.experimental.component import ComponentProvider

from gke_agent_sandbox.network import ClusterNetwork
from tests.unit.network.network_recorder import PROJECT, RANGES, recorded


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    # The analyzer drops a class while outputs of another test are collected (cpython issue 106905).
    gc.collect()
    return json.loads(ComponentProvider([ClusterNetwork], "gke-agent-sandbox").schema or "")


def test_other_languages_see_the_component(schema: dict[str, Any]) -> None:
    network = schema["resources"]["gke-agent-sandbox:index:ClusterNetwork"]
    assert network["requiredInputs"] == ["region"]
    assert set(network["properties"]) == {
        "network",
        "subnetwork",
        "podRange",
        "serviceRange",
        "project",
        "region",
        "sandboxTag",
        "natAddresses",
    }
    assert network["properties"]["natAddresses"]["items"]["type"] == "string"


def test_every_argument_is_described_and_there_are_at_most_a_dozen(schema: dict[str, Any]) -> None:
    groups = {name: each["inputProperties"] for name, each in schema["resources"].items()}
    groups |= {name: each["properties"] for name, each in schema["types"].items() if "properties" in each}
    for name, properties in groups.items():
        assert len(properties) <= 12, name
        for key, each in properties.items():
            assert each.get("description"), f"{name}.{key}"


def test_the_names_of_types_say_whose_they_are(schema: dict[str, Any]) -> None:
    assert all(name.rpartition(":")[2].startswith("ClusterNetwork") for name in schema["types"])


def test_a_host_constructs_a_network_from_its_own_kind_of_arguments() -> None:
    inputs: Any = {
        "region": "europe-west4",
        "project": PROJECT,
        "ranges": dict(RANGES),
        "planned": {"nodes": 100.0, "podsPerNode": 110.0},
        "nat": {"addressCount": 1.0, "minPortsPerVm": 128.0, "log": "ALL"},
        "egress": {"internetPorts": ["443"], "allow": {"my-db": {"ranges": ["10.9.0.0/24"]}}},
    }

    def program() -> None:
        provider = ComponentProvider([ClusterNetwork], "gke-agent-sandbox")
        provider.construct("main", "gke-agent-sandbox:index:ClusterNetwork", inputs)

    made = recorded(program).graph
    assert made["gcp:compute/routerNat:RouterNat main-nat"]["inputs"]["minPortsPerVm"] == 128
    assert "gcp:compute/address:Address main-nat-0" in made
    assert "gcp:compute/firewall:Firewall main-egress-to-my-db" in made

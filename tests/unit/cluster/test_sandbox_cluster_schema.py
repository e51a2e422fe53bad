"""Node pools and existing clusters in other languages: what Pulumi's analyzer and its host make of them."""

import json
from typing import Any

import pytest
from pulumi.provider.experimental.component import ComponentProvider

from gke_agent_sandbox.cluster import ExistingCluster, SandboxNodePool
from tests.unit.cluster.graph import CLUSTER_ID, recorded

COMPONENTS: list[Any] = [ExistingCluster, SandboxNodePool]
POOL = "gcp:container/nodePool:NodePool sandboxes"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return json.loads(ComponentProvider(COMPONENTS, "gke-agent-sandbox").schema or "")


def test_other_languages_see_the_components(schema: dict[str, Any]) -> None:
    pool = schema["resources"]["gke-agent-sandbox:index:SandboxNodePool"]
    assert set(pool["requiredInputs"]) == {"clusterId", "machine", "size"}
    assert set(pool["properties"]) == {"poolName", "serviceAccount", "networkTag"}
    existing = schema["resources"]["gke-agent-sandbox:index:ExistingCluster"]
    assert set(existing["requiredInputs"]) == {"clusterName", "location"}
    assert set(existing["properties"]) == {
        "clusterId",
        "clusterName",
        "location",
        "project",
        "mode",
        "masterVersion",
        "releaseChannel",
        "workloadPool",
        "kubeconfig",
    }


def test_every_argument_is_described_and_there_are_at_most_a_dozen(schema: dict[str, Any]) -> None:
    groups = {name: each["inputProperties"] for name, each in schema["resources"].items()}
    groups |= {name: each["properties"] for name, each in schema["types"].items() if "properties" in each}
    for name, properties in groups.items():
        assert len(properties) <= 12, name
        for key, each in properties.items():
            assert each.get("description"), f"{name}.{key}"


def test_the_names_of_types_say_whose_they_are(schema: dict[str, Any]) -> None:
    for name in schema["types"]:
        assert name.rpartition(":")[2].startswith(("SandboxNode", "ExistingCluster", "GkeRequirement")), name


def test_a_host_constructs_a_pool_from_its_own_kind_of_arguments() -> None:
    inputs: Any = {
        "clusterId": CLUSTER_ID,
        "machine": {"type": "n2-standard-8", "localSsdCount": 1.0, "bootDisk": {"sizeGb": 50.0}},
        "size": {"min": 1.0, "max": 3.0, "locationPolicy": "ANY"},
        "labels": {"team_a": "x"},
        "taints": {"example.com/teamName": {"value": "x", "effect": "NO_EXECUTE"}},
        "upgrade": {"strategy": "BLUE_GREEN", "blueGreen": {"batchNodeCount": 2.0}},
        "overrides": {"node_config": {"logging_variant": "MAX_THROUGHPUT"}},
    }

    def program() -> None:
        provider = ComponentProvider(COMPONENTS, "gke-agent-sandbox")
        provider.construct("sandboxes", "gke-agent-sandbox:index:SandboxNodePool", inputs)

    made = recorded(program)[POOL]["inputs"]
    assert made["autoscaling"] == {"totalMinNodeCount": 1, "totalMaxNodeCount": 3, "locationPolicy": "ANY"}
    assert made["nodeConfig"]["diskSizeGb"] == 50
    assert made["nodeConfig"]["labels"] == {"team_a": "x"}
    assert made["nodeConfig"]["taints"][0]["key"] == "example.com/teamName"
    assert made["nodeConfig"]["loggingVariant"] == "MAX_THROUGHPUT"
    assert made["upgradeSettings"]["blueGreenSettings"]["standardRolloutPolicy"]["batchNodeCount"] == 2

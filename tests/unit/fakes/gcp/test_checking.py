"""What Check refuses and fills in."""

from typing import Any

import pytest

from tests.fakes.gcp.catalogue import type_of
from tests.fakes.gcp.checking import automatic_name, failures, filled
from tests.fakes.gcp.facts import FACTS
from tests.fakes.gcp.tokens import CLUSTER, NODE_POOL
from tests.fakes.gcp.wire import UNKNOWN, Secret


def told(token: str, inputs: dict[str, Any]) -> dict[str, str]:
    return {each.path: each.reason for each in failures(inputs, type_of(token).inputs, FACTS[token], token)}


GOOD = {
    "cluster": UNKNOWN,
    "nodeConfig": {
        "sandboxConfig": {"type": "GVISOR"},
        "taints": [{"key": "team", "value": "blue", "effect": "NO_SCHEDULE"}],
        "labels": {"a.b/c": Secret("d")},
        "kubeletConfig": {"podPidsLimit": 1024, "insecureKubeletReadonlyPortEnabled": "FALSE"},
    },
    "autoscaling": {"totalMinNodeCount": 0, "totalMaxNodeCount": 4, "locationPolicy": "ANY"},
    "nodeLocations": ["europe-west4-a"],
}


def test_good_inputs_pass() -> None:
    assert told(NODE_POOL, GOOD) == {}


@pytest.mark.parametrize(
    ("inputs", "path", "reason"),
    [
        ({"nodeConfig": {"machine_type": "x"}}, "nodeConfig.machine_type", "Invalid or unknown key"),
        ({"colour": "red"}, "colour", "Invalid or unknown key"),
        ({"operation": "x"}, "operation", "Invalid or unknown key"),
        ({"nodeConfig": {"effectiveTaints": []}}, "nodeConfig.effectiveTaints", "Invalid or unknown key"),
        ({"cluster": None}, "cluster", 'argument "cluster" is required'),
        (
            {"nodeConfig": {"taints": [{"key": "a", "effect": "NO_SCHEDULE"}]}},
            "nodeConfig.taints[0].value",
            "is required",
        ),
        ({"nodeConfig": {"taints": {"key": "a"}}}, "nodeConfig.taints", "a list is needed"),
        ({"nodeConfig": {"labels": {"a": 1}}}, "nodeConfig.labels.a", "a string is needed"),
        ({"nodeCount": "3"}, "nodeCount", "an integer is needed"),
        ({"nodeCount": 1.5}, "nodeCount", "an integer is needed"),
        ({"nodeCount": True}, "nodeCount", "an integer is needed"),
        ({"management": {"autoRepair": "true"}}, "management.autoRepair", "a boolean is needed"),
        (
            {"nodeConfig": {"kubeletConfig": {"insecureKubeletReadonlyPortEnabled": False}}},
            "nodeConfig.kubeletConfig.insecureKubeletReadonlyPortEnabled",
            "a string is needed",
        ),
        (
            {"nodeConfig": {"taints": [{"key": "a", "value": "b", "effect": "NoSchedule"}]}},
            "nodeConfig.taints[0].effect",
            "one of ['NO_EXECUTE', 'NO_SCHEDULE', 'PREFER_NO_SCHEDULE'], got NoSchedule",
        ),
    ],
)
def test_a_pool_that_is_wrong(inputs: dict[str, Any], path: str, reason: str) -> None:
    both = {key: value for key, value in {**GOOD, **inputs}.items() if value is not None}
    found = told(NODE_POOL, both)
    assert found.keys() == {path}
    assert reason in found[path]


@pytest.mark.parametrize(
    ("inputs", "path", "other"),
    [
        (
            {"enableAutopilot": True, "removeDefaultNodePool": True},
            "removeDefaultNodePool",
            "enableAutopilot",
        ),
        # A false is there, too: hashicorp/terraform-provider-google#8863.
        (
            {"enableAutopilot": False, "removeDefaultNodePool": True},
            "removeDefaultNodePool",
            "enableAutopilot",
        ),
        ({"enableAutopilot": True, "enableShieldedNodes": True}, "enableShieldedNodes", "enableAutopilot"),
        ({"enableAutopilot": True, "nodePools": [{"name": "a"}]}, "nodePools", "enableAutopilot"),
        (
            {"enableAutopilot": True, "clusterAutoscaling": {"enabled": True}},
            "clusterAutoscaling.enabled",
            "",
        ),
    ],
)
def test_a_cluster_with_what_does_not_go_together(inputs: dict[str, Any], path: str, other: str) -> None:
    found = told(CLUSTER, inputs)
    assert f"conflicts with {other}" in found[path]


def test_exactly_one_window() -> None:
    daily, recurring = {"startTime": "03:00"}, {"startTime": "a", "endTime": "b", "recurrence": "c"}
    path = "maintenancePolicy.dailyMaintenanceWindow"
    assert path in told(CLUSTER, {"maintenancePolicy": {}})
    assert path in told(
        CLUSTER, {"maintenancePolicy": {"dailyMaintenanceWindow": daily, "recurringWindow": recurring}}
    )
    assert told(CLUSTER, {"maintenancePolicy": {"dailyMaintenanceWindow": daily}}) == {}
    assert told(CLUSTER, {}) == {}


def test_defaults_are_filled_in_where_their_object_is() -> None:
    inputs = filled({"management": {"autoRepair": False}}, type_of(NODE_POOL).inputs, FACTS[NODE_POOL])
    assert inputs == {
        "management": {"autoRepair": False, "autoUpgrade": True, "__defaults": ["autoUpgrade"]},
        "__defaults": [],
    }


def test_filling_in_twice_is_filling_in_once() -> None:
    shape, facts = type_of(CLUSTER).inputs, FACTS[CLUSTER]
    once = filled({"nodePools": [{"management": {}}]}, shape, facts)
    assert once["nodePools"][0]["management"]["autoUpgrade"] is True
    twice = filled(once, shape, facts)
    assert {key: value for key, value in twice.items() if key not in ("__defaults", "nodePools")} == {
        key: value for key, value in once.items() if key not in ("__defaults", "nodePools")
    }


def test_no_default_beside_what_it_conflicts_with() -> None:
    shape, facts = type_of(CLUSTER).inputs, FACTS[CLUSTER]
    assert filled({}, shape, facts)["enableShieldedNodes"] is True
    assert "enableShieldedNodes" not in filled({"enableAutopilot": True}, shape, facts)


def test_a_secret_stays_one_when_it_is_filled_in() -> None:
    inputs = filled({"management": Secret({})}, type_of(NODE_POOL).inputs, FACTS[NODE_POOL])
    assert inputs["management"].value["autoRepair"] is True


def test_automatic_names() -> None:
    first, second = b"\x01" * 32, b"\x02" * 32
    assert automatic_name("Main", first) == "main-0101010"
    assert automatic_name("Main", first) == automatic_name("Main", first) != automatic_name("Main", second)
    with pytest.raises(ValueError, match="more than 63 characters"):
        automatic_name("a" * 60, first)

"""Cases from the field that are the cluster's own."""

from typing import Any

import pytest
import yaml

from gke_agent_sandbox.cluster.judgement import argument_problems, downgrades, warnings
from gke_agent_sandbox.cluster.requirements import Mode
from tests.unit.cluster.cluster_recorder import PROJECT, args, recorded
from tests.unit.cluster.test_cluster_names import TYPES
from tests.unit.rules.case_files import text_of

CLUSTER = "gcp:container/cluster:Cluster"


def intents(number: str) -> dict[str, dict[str, Any]]:
    """What a case asks of clusters, by name."""
    documents = [each for each in yaml.safe_load_all(text_of(number)) if each]
    return {each["name"]: each for each in documents if each.get("intent") == "cluster"}


def in_arguments(intent: dict[str, Any]) -> tuple[Mode, dict[str, Any]]:
    """A neutral wish in the library's arguments; what has no argument of its own goes to the overrides."""
    mode = Mode(intent["mode"])
    release = {
        key: intent[word]
        for word, key in (("releaseChannel", "channel"), ("version", "min_master_version"))
        if word in intent
    }
    if "minMasterVersion" in intent:
        release["min_master_version"] = intent["minMasterVersion"]
    addons = {
        key: intent[word]
        for word, key in (("podSnapshots", "pod_snapshots"), ("agentSandboxAddon", "agent_sandbox"))
        if word in intent
    }
    overrides: dict[str, Any] = {}
    if mode is Mode.AUTOPILOT and "nodePools" in intent:
        overrides["node_pools"] = [{"name": each["name"]} for each in intent["nodePools"]]
    if "nodeConfig" in intent:
        overrides["node_config"] = {"machine_type": intent["nodeConfig"]["machineType"]}
    return mode, args(release=release, addons=addons, overrides=overrides)


def refused(intent: dict[str, Any]) -> dict[str, str]:
    mode, given = in_arguments(intent)
    return {each.path: str(each) for each in argument_problems(given, TYPES[mode], mode, PROJECT)}


def registered(intent: dict[str, Any]) -> dict[str, Any]:
    """The inputs of the cluster that a wish makes."""
    from gke_agent_sandbox.cluster import AutopilotCluster, StandardCluster

    mode, given = in_arguments(intent)
    component: Any = AutopilotCluster if mode is Mode.AUTOPILOT else StandardCluster
    graph = recorded(lambda: component("main", given)).graph
    return graph[f"{CLUSTER} main"]["inputs"]


def test_17_a_gvisor_pool_on_autopilot() -> None:
    wishes = intents("17")
    assert "runtimeClassName gvisor" in refused(wishes["auto"])["overrides.node_pools"]
    assert refused(wishes["auto-native"]) == {}


def test_19_the_pool_of_the_cluster_itself_is_ordinary() -> None:
    _, given = in_arguments(intents("19")["unset-image"])
    pool = recorded(lambda: standard(given)).graph["gcp:container/nodePool:NodePool main-system"]["inputs"]
    assert "sandboxConfig" not in pool["nodeConfig"]
    assert pool["nodeConfig"]["imageType"] == "COS_CONTAINERD"
    assert pool["autoscaling"]["totalMinNodeCount"] == 1


def standard(given: Any) -> object:
    from gke_agent_sandbox.cluster import StandardCluster

    return StandardCluster("main", given)


def test_22_snapshots_and_versions() -> None:
    wishes = intents("22")
    assert "REGULAR" in refused(wishes["snap-regular"])["release.channel"]
    wish = {**wishes["snap-regular"], "releaseChannel": "RAPID"}
    assert refused(wish) == {}
    mode, given = in_arguments({**wish, "releaseChannel": "STABLE", "podSnapshots": True})
    assert argument_problems(given, TYPES[mode], mode, PROJECT) == []
    assert any("undetermined" in str(each) for each in warnings(given, mode, PROJECT))


def test_30_a_pinned_version_is_no_problem_and_nodes_are_upgraded() -> None:
    wishes = intents("30")
    assert refused(wishes["pinned"]) == {}
    inputs = registered(wishes["pinned"])
    assert inputs["minMasterVersion"] == wishes["pinned"]["minMasterVersion"]
    assert "nodeVersion" not in inputs
    mode, given = in_arguments(wishes["pinned"])
    running = wishes["pinned"]["observed"]["masterVersion"]
    (notice,) = downgrades(given, mode, PROJECT, running)
    assert notice.path == "release.min_master_version"
    assert f"the control plane is at {running}" in str(notice)
    assert downgrades(given, mode, PROJECT, wishes["pinned"]["minMasterVersion"]) == []
    _, given = in_arguments(wishes["chan"])
    pool = recorded(lambda: standard(given)).graph["gcp:container/nodePool:NodePool main-system"]["inputs"]
    assert pool["management"] == {"autoRepair": True, "autoUpgrade": True}
    assert "version" not in pool


AUTOPILOT_ABSENT = (
    "nodeConfig",
    "removeDefaultNodePool",
    "initialNodeCount",
    "datapathProvider",
    "workloadIdentityConfig",
    "nodePools",
    "enableShieldedNodes",
    "enableIntranodeVisibility",
    "networkPolicy",
    "nodePoolDefaults",
)


def test_31_keys_of_the_two_modes() -> None:
    wishes = intents("31")
    assert "enableAutopilot" not in registered(wishes["std"])
    autopilot = registered(wishes["auto"])
    assert autopilot["enableAutopilot"] is True
    assert [key for key in AUTOPILOT_ABSENT if key in autopilot] == []
    assert "nodes.service_account" in refused(wishes["auto-bad"])["overrides.node_config"]


@pytest.mark.parametrize("mode", list(Mode))
def test_41_no_node_settings_on_the_cluster(mode: Mode) -> None:
    properties = yaml.safe_load(text_of("41"))["resources"]["bad"]["properties"]
    overrides = {"node_config": {"service_account": properties["nodeConfig"]["serviceAccount"]}}
    given = args(overrides=overrides)
    found = argument_problems(given, TYPES[mode], mode, PROJECT)
    assert [each.path for each in found] == ["overrides.node_config"]
    inputs = registered({"mode": str(mode), "name": "good"})
    assert "nodeConfig" not in inputs
    assert inputs.get("removeDefaultNodePool", True) is True

"""Cases from the field that are the gVisor pool's and the existing cluster's."""

from types import SimpleNamespace
from typing import Any

import pulumi
import pytest
import yaml

from gke_agent_sandbox.cluster import SandboxNodePool, gke_provider
from tests.unit.cluster.graph import CLUSTER_ID, recorded
from tests.unit.rules.case_files import expectations, text_of

MACHINE = "n2-standard-4"
FEATURES = {"pod": "pod-snapshots", "rootfs": "rootfs-snapshots"}


def documents(number: str) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(text_of(number)) if each]


def clusters(number: str) -> dict[str, dict[str, Any]]:
    """What a case asks of clusters, by name."""
    return {each["name"]: each for each in documents(number) if each.get("intent") == "cluster"}


def in_arguments(pool: dict[str, Any], cluster: dict[str, Any]) -> Any:
    """The neutral words for a pool in the component's arguments; what has none goes to the overrides."""
    node = {"image_type": pool["imageType"]} if "imageType" in pool else {}
    management = {"auto_upgrade": False} if pool.get("management", {}).get("autoUpgrade") is False else {}
    known: dict[str, Any] = {"mode": cluster["mode"]}
    if "releaseChannel" in cluster:
        known["release_channel"] = cluster["releaseChannel"]
    if cluster.get("podSnapshots"):
        known["features"] = [FEATURES[cluster["snapshotScope"]]]
    return {
        "cluster_id": CLUSTER_ID,
        "cluster": known,
        "machine": {"type": pool.get("machineType", MACHINE)},
        "size": {"max": 3},
        "labels": pool.get("labels", {}),
        "taints": {
            each["key"]: {"value": each["value"], "effect": each["effect"]} for each in pool.get("taints", [])
        },
        "overrides": {"node_config": node, "management": management},
    }


def outcome(pool: dict[str, Any], cluster: dict[str, Any]) -> SimpleNamespace:
    """What the component registers for a pool, or the message of its refusal."""
    args = in_arguments(pool, cluster)
    try:
        graph = recorded(lambda: SandboxNodePool(pool["name"], args))
    except pulumi.RunError as error:
        return SimpleNamespace(refused=str(error), inputs=None)
    return SimpleNamespace(
        refused="", inputs=graph[f"gcp:container/nodePool:NodePool {pool['name']}"]["inputs"]
    )


def gvisor_pools(number: str) -> dict[str, SimpleNamespace]:
    """The outcome of each gVisor pool of a case, by cluster and pool."""
    return {
        f"{name} {pool['name']}": outcome(pool, cluster)
        for name, cluster in clusters(number).items()
        for pool in cluster["nodePools"]
        if pool.get("sandboxType") == "gvisor"
    }


@pytest.mark.parametrize("number", ["17", "19", "20", "23", "30", "36", "42"])
def test_the_case_still_says_what_is_tested_here(number: str) -> None:
    controls = {each["control"] for each in expectations(number)}
    assert controls & {
        "autopilot-node-pool",
        "gvisor-image-type",
        "reserved-node-metadata",
        "snapshot-machine-family",
        "channel-upgrade-conflict",
        "delete-before-replace",
        "provider-explicit",
    }


def test_17_a_pool_on_autopilot() -> None:
    pool = clusters("17")["auto"]["nodePools"][0]
    refused = outcome(pool, clusters("17")["auto"]).refused
    assert "cluster_id: is an Autopilot cluster" in refused
    assert "no SandboxNodePool at all" in refused


def test_19_the_image_type() -> None:
    pools = gvisor_pools("19")
    wrong = pools["wrong-image sandbox"].refused
    assert "overrides.node_config.image_type: is UBUNTU_CONTAINERD" in wrong
    assert "Write instead: COS_CONTAINERD" in wrong
    assert pools["unset-image sandbox"].inputs["nodeConfig"]["imageType"] == "COS_CONTAINERD"


def test_20_reserved_label_and_taint() -> None:
    pools = gvisor_pools("20")
    both = pools["taints dup"].refused
    assert 'labels["sandbox.gke.io/runtime"]: is' in both
    assert 'taints["sandbox.gke.io/runtime"]: is' in both
    plain = pools["taints plain"].inputs["nodeConfig"]
    assert not {"labels", "taints"} & set(plain)
    own = pools["taints own"].inputs["nodeConfig"]
    assert own["taints"] == [{"key": "team", "value": "blue", "effect": "NO_SCHEDULE"}]


def test_23_snapshots_and_machine_families() -> None:
    pools = gvisor_pools("23")
    assert "machine.type: is e2-standard-4, on which" in pools["snap sandbox-e2"].refused
    assert pools["snap sandbox-n2"].inputs["nodeConfig"]["machineType"] == "n2-standard-4"
    assert pools["snap-rootfs sandbox-e2"].refused == ""


def test_30_automatic_upgrades_and_the_channel() -> None:
    cluster = clusters("30")["chan"]
    (pool,) = [each for each in cluster["nodePools"] if each["name"] == "sandbox"]
    assert "overrides.management.auto_upgrade: is off" in outcome(pool, cluster).refused
    assert outcome(pool, {**cluster, "releaseChannel": "UNSPECIFIED"}).refused == ""


def test_42_a_stack_reference_without_the_output() -> None:
    (case,) = documents("42")
    outputs = case["stackReferences"]["org/cluster/dev"]["outputs"]

    def referenced(name: str) -> pulumi.Output[Any]:
        found = outputs.get(name, {"value": None, "secret": False})
        return (
            pulumi.Output.secret(found["value"])
            if found["secret"]
            else pulumi.Output.from_input(found["value"])
        )

    with pytest.raises(pulumi.RunError, match="kubeconfig: is missing"):
        recorded(lambda: gke_provider("lost", referenced("kubeconfig"), "an id"))
    kept = recorded(lambda: gke_provider("kept", referenced("kubeConfig"), "an id"))
    provider = kept["pulumi:providers:kubernetes kept"]
    assert provider["inputs"]["kubeconfig"] == outputs["kubeConfig"]["value"]
    assert "kubeconfig" in provider["secrets"]

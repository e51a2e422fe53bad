"""What is registered for the cluster of a stack config, and for the controller in it."""

import os
from pathlib import Path
from typing import Any, cast

import pulumi
import pytest

from gke_agent_sandbox.stack import ClusterHandle, install_controller, make_cluster
from gke_agent_sandbox.stack.config import ClusterConfig
from tests.unit.cluster.cluster_recorder import Recorder, args, recorded
from tests.unit.cluster.found_clusters import found, pool
from tests.unit.cluster.graph import CLUSTER_ID
from tests.unit.cluster.graph import recorded as looked_up

NODE_POOL = "gcp:container/nodePool:NodePool"
SNAPSHOTS_ON_E2 = {"machine": {"type": "e2-standard-8"}, "size": {"max": 2}}
POOL = {"machine": {"type": "n2-standard-8"}, "size": {"max": 2}}


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The plugin of gcloud is there, on any machine."""
    stand_in = tmp_path / "gke-gcloud-auth-plugin"
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")


def handle(config: dict[str, Any]) -> tuple[ClusterHandle, Recorder]:
    """The cluster, and what was registered for it."""
    made: list[ClusterHandle] = []
    recorder = recorded(lambda: made.append(make_cluster(cast("ClusterConfig", config))))
    return made[0], recorder


def test_a_standard_cluster_with_its_pools() -> None:
    made, recorder = handle({"name": "main", "standard": args(pools={"sandboxes": POOL})})
    pool = recorder.graph[f"{NODE_POOL} sandboxes"]["inputs"]
    assert pool["cluster"].endswith("/clusters/main-1a2b3c4")
    assert pool["nodeConfig"]["sandboxConfig"] == {"type": "GVISOR"}
    assert len(made.resources) == 2


def test_an_autopilot_cluster_has_no_pools() -> None:
    made, recorder = handle({"name": "main", "autopilot": args()})
    assert not [key for key in recorder.graph if key.startswith(NODE_POOL)]
    assert len(made.resources) == 1
    assert made.outputs["pools"] == {}


def test_a_pool_is_checked_against_what_the_cluster_is_asked_for() -> None:
    cluster = args(
        addons={"pod_snapshots": True}, release={"channel": "RAPID"}, pools={"sandboxes": SNAPSHOTS_ON_E2}
    )
    with pytest.raises(pulumi.RunError, match="SandboxNodePool sandboxes") as caught:
        handle({"name": "main", "standard": cluster})
    assert "machine.type" in str(caught.value)


def test_a_kubeconfig_is_read_and_named(tmp_path: Path) -> None:
    file = tmp_path / "kubeconfig"
    file.write_text("kind: Config")
    made, recorder = handle({"name": "local", "kubeconfig": str(file)})
    assert (made.kubeconfig, made.cluster_identifier, made.resources) == ("kind: Config", "local", ())
    assert list(recorder.graph) == ["pulumi:providers:kubernetes local"]


def test_no_release_is_installed_beside_the_add_on() -> None:
    config = {"name": "main", "autopilot": args(addons={"agent_sandbox": True})}
    found: list[object] = []

    def program() -> None:
        cluster = make_cluster(cast("ClusterConfig", config))
        found.append(install_controller({"cluster": cast("ClusterConfig", config)}, cluster))

    recorder = recorded(program)
    assert found == [None]
    assert not [key for key in recorder.graph if "AgentSandboxController" in key]


def test_a_pool_has_the_requirements_of_its_cluster() -> None:
    cluster = args(
        addons={"pod_snapshots": True},
        release={
            "channel": "RAPID",
            "requirements": {"pod-snapshots": {"refused_machine_families": []}},
        },
        pools={"sandboxes": SNAPSHOTS_ON_E2},
    )
    _, recorder = handle({"name": "main", "standard": cluster})
    assert f"{NODE_POOL} sandboxes" in recorder.graph


EXISTING = {"cluster_name": "main", "location": "europe-west4"}


def in_existing(answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What is registered for pools in a cluster that is there."""
    config = {"name": "main", "existing": {**EXISTING, "pools": {"sandboxes": POOL}, **more}}
    return looked_up(lambda: make_cluster(cast("ClusterConfig", config)), answer)


def test_pools_are_made_in_a_cluster_of_somebody_else() -> None:
    graph = in_existing(found(nodePools=[pool("system", "e2-standard-4")]))
    assert graph[f"{NODE_POOL} sandboxes"]["inputs"]["cluster"] == CLUSTER_ID
    assert not [key for key in graph if key.startswith("gcp:container/cluster:Cluster")]


def test_a_pool_is_checked_against_the_cluster_that_was_found() -> None:
    with pytest.raises(pulumi.RunError, match="is an Autopilot cluster, which takes no node pools"):
        in_existing(found(enableAutopilot=True, nodePools=[]))
    asked = {"features": ["network-policy", "pod-snapshots"], "pools": {"sandboxes": SNAPSHOTS_ON_E2}}
    snapshots = found(addonsConfigs=[{"podSnapshotConfigs": [{"enabled": True}]}])
    with pytest.raises(pulumi.RunError, match="a snapshot of a whole pod is not supported"):
        in_existing(snapshots, **asked)
    allowed = {"pod-snapshots": {"refused_machine_families": []}}
    assert in_existing(snapshots, **asked, requirements=allowed)


def test_a_cluster_without_a_gvisor_pool_gets_one_for_a_feature_that_needs_it() -> None:
    answer = found(
        nodePools=[pool("system", "e2-standard-4")],
        addonsConfigs=[{"podSnapshotConfigs": [{"enabled": True}]}],
    )
    assert in_existing(answer, features=["network-policy", "pod-snapshots"])


def test_what_the_release_channel_of_a_found_cluster_forbids() -> None:
    no_upgrades = {**POOL, "overrides": {"management": {"auto_upgrade": False}}}
    with pytest.raises(pulumi.RunError, match="auto_upgrade: is off, and the cluster is in the release"):
        in_existing(found(), pools={"sandboxes": no_upgrades})

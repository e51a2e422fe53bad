"""What is registered for the cluster of a stack config, and for the controller in it."""

import os
from pathlib import Path
from typing import Any, cast

import pulumi
import pytest

from gke_agent_sandbox.stack import ClusterHandle, install_controller, make_cluster
from gke_agent_sandbox.stack.config import ClusterConfig
from tests.unit.cluster.cluster_recorder import Recorder, args, recorded

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

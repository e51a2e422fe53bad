"""The stacks dev and prod as they are shipped: the stack program, the policy pack, the stand-in for Google
Cloud, and a real API server behind its clusters.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pulumi.automation import ConfigValue, EngineEvent

from automation.paths import ROOT, Paths
from automation.workspace import stack_program
from gke_agent_sandbox.stack import read_file
from localcluster import Cluster, Settings
from tests.engine.fake_gcp.project import Project, steps
from tests.engine.project import TOOLS
from tests.fakes.gcp.tokens import CLUSTER, NODE_POOL

pytestmark = pytest.mark.engine

KEY = "gcp:kms/cryptoKey:CryptoKey"
RING = "gcp:kms/keyRing:KeyRing"
CONTROLLER = {
    "release": "v0.5.6",
    "manifest": {"source": str(TOOLS / "manifests" / "agent-sandbox-v0.5.6.yaml")},
}
"""In the place of the release that would be fetched."""


@pytest.fixture(scope="module")
def control_plane(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Path]:
    """The kubeconfig of the API server behind every cluster."""
    local = tmp_path_factory.mktemp("control-plane")
    (local / "bin").symlink_to(TOOLS / "bin")
    with Cluster(local, Settings(bin_directory=TOOLS / "bin", share_directory=TOOLS / "share")) as cluster:
        yield cluster.kubeconfig


class Stack(Project):
    """A stack of the project, by the name of its file."""

    def __init__(self, folder: Path, name: str, kubeconfig: Path) -> None:
        super().__init__(folder, stack_program(Paths(ROOT, folder)), kubeconfig)
        self.paths = Paths(ROOT, folder)
        self.config: dict[str, Any] = {**read_file(ROOT / f"Pulumi.{name}.yaml"), "controller": CONTROLLER}
        # Each file names its project itself.
        self.stack.remove_config("gcp:project")
        self.configure()

    def configure(self) -> None:
        """Hand the config to the engine."""
        values = {f"gke-agent-sandbox:{key}": json.dumps(value) for key, value in self.config.items()}
        disabled = {"pulumi:disable-default-providers": '["kubernetes"]'}
        self.stack.set_all_config({key: ConfigValue(value) for key, value in {**values, **disabled}.items()})

    def judged_preview(self) -> list[tuple[str, str]]:
        """What a preview with the policy pack would do."""
        events: list[EngineEvent] = []
        self.stack.preview(on_event=events.append, policy_packs=[str(self.paths.policy_pack)])
        return steps(events)


def outputs(stack: Stack) -> dict[str, Any]:
    """What the stack tells."""
    return {name: each.value for name, each in stack.stack.outputs().items()}


def test_dev(tmp_path: Path, control_plane: Path) -> None:
    stack = Stack(tmp_path, "dev", control_plane)
    # The sandbox workloads are judged although there is no cluster yet.
    planned = {name for step, name in stack.judged_preview() if step == "create"}
    assert {"dev", "demo", "demo-python", "agent-sandbox"} <= planned
    assert stack.cloud.all() == []

    stack.run("up")
    cluster = stack.cloud.only(CLUSTER)
    told = outputs(stack)
    assert told["cluster"]["id"] == cluster.id
    assert told["cluster"]["pools"] == {}
    assert told["tenants"]["demo"]["pools"]["python"] == {"name": "python", "replicas": 1}
    assert stack.cloud.all(KEY) == []
    assert stack.cloud.all(NODE_POOL) == []
    assert stack.run("preview") == []
    stack.run("destroy")
    assert stack.cloud.all() == []


def test_prod(tmp_path: Path, control_plane: Path) -> None:
    stack = Stack(tmp_path, "prod", control_plane)
    planned = {name for step, name in stack.judged_preview() if step == "create"}
    assert {"prod", "prod-system", "sandboxes", "team-a", "team-a-python", "agent-sandbox"} <= planned
    assert stack.cloud.all() == []

    stack.run("up")
    cluster = stack.cloud.only(CLUSTER)
    assert cluster.properties["databaseEncryption"]["keyName"] == stack.cloud.only(KEY).id
    pools = {each.id.rpartition("/")[2]: each.properties for each in stack.cloud.all(NODE_POOL)}
    name = outputs(stack)["cluster"]["pools"]["sandboxes"]
    gvisor = {key: "sandboxConfig" in each["nodeConfig"] for key, each in pools.items()}
    assert gvisor.pop(name)
    assert list(gvisor.values()) == [False]
    assert "gke-gcloud-auth-plugin" not in stack.state()
    assert stack.run("preview") == []

    # As the file says: the protection first, and then the rest.
    stack.config["cluster"]["standard"]["deletion_protection"] = False
    stack.configure()
    stack.run("up")
    stack.run("destroy")
    assert {each.type for each in stack.cloud.all()} == {KEY, RING}

"""Reading a stack's file."""

import json
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi.runtime.config import CONFIG

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.stack import read_config, read_file
from tests.unit.cluster.graph import told

ROOT = Path(__file__).parents[3]
STANDARD = {"project": "p", "location": "europe-west4", "network": {"network": "n", "subnetwork": "s"}}
POOL = {"machine": {"type": "n2-standard-8"}, "size": {"max": 2}}


def written(folder: Path, text: str) -> Path:
    path = folder / "Pulumi.test.yaml"
    path.write_text(text)
    return path


def test_the_local_stack_is_readable() -> None:
    stack = read_file(ROOT / "Pulumi.local.yaml")
    assert stack["cluster"]["name"] == "local"
    assert stack["tenants"]["demo"]["pools"]["python"]["replicas"] == 2


def test_keys_of_others_are_left_alone(tmp_path: Path) -> None:
    path = written(
        tmp_path, "config:\n  gcp:project: p\n  gke-agent-sandbox:cluster: {name: c, kubeconfig: k}\n"
    )
    assert read_file(path) == {"cluster": {"name": "c", "kubeconfig": "k"}}


def test_a_key_without_a_value_is_left_out(tmp_path: Path) -> None:
    keys = "{'gke-agent-sandbox:cluster': {name: c, kubeconfig: k}, 'gke-agent-sandbox:tenants': }"
    assert read_file(written(tmp_path, f"config: {keys}")) == {"cluster": {"name": "c", "kubeconfig": "k"}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("config: [", "is no YAML"),
        ("- a", "config: is no map of keys"),
        ("config: 3", "config: is no map of keys"),
        ("", "cluster: is required and missing"),
        ("config: {'gke-agent-sandbox:cluster': {name: c}}", "cluster: does not say which cluster it is"),
        (
            "config: {'gke-agent-sandbox:cluster': {name: {secure: AAAA}, kubeconfig: k}}",
            "cluster.name: is encrypted",
        ),
    ],
)
def test_a_bad_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ProblemsError) as caught:
        read_file(written(tmp_path, text))
    assert message in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="there is no file"):
        read_file(tmp_path / "Pulumi.none.yaml")


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
config:
  gke-agent-sandbox:cluster: {nam: c, kubeconfig: k}
  gke-agent-sandbox:controller: {replicas: many}
  gke-agent-sandbox:tenants:
    demo:
      templates: {python: {image: [1]}}
      pools: {python: {template: python, replica: 2}}
""",
    )
    with pytest.raises(ProblemsError) as caught:
        read_file(path)
    paths = {problem.path for problem in caught.value.problems}
    assert {
        "cluster.nam",
        "cluster.name",
        "controller.replicas",
        "tenants.demo.templates.python.image",
        "tenants.demo.pools.python.replica",
        "tenants.demo.pools.python.replicas",
    } <= paths
    fixes = {problem.path: problem.fix for problem in caught.value.problems}
    assert fixes["cluster.nam"] == "name"
    assert fixes["tenants.demo.pools.python.replica"] == "replicas"


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack is called `test`."""
    monkeypatch.setattr(pulumi, "get_stack", lambda: "test")


def handed(cluster: dict[str, Any]) -> Any:
    """What the program reads, of a stack with that cluster, a controller and one sandbox template."""
    tenants = {"demo": {"templates": {"python": {"image": "registry.example.com/agents/a:1"}}}}
    groups = {"cluster": cluster, "controller": {"release": "v1.0.11"}, "tenants": tenants}
    token = CONFIG.set({f"gke-agent-sandbox:{key}": json.dumps(group) for key, group in groups.items()})
    try:
        return read_config()
    finally:
        CONFIG.reset(token)


def test_the_engine_hands_over_the_same() -> None:
    cluster = {"name": "c", "kubeconfig": "k"}
    assert handed(cluster)["cluster"] == cluster


def test_what_can_never_have_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch)
    pools = {"acme": {**POOL, "tenant": "acme"}, "own": POOL}
    handed({"name": "c", "standard": {**STANDARD, "pools": pools}})
    assert lines == [
        "Pulumi.test.yaml: cluster.standard.pools.acme.tenant: is acme, and no template has node_tenant: "
        "acme (nothing of this stack runs on its nodes). Write instead: the tenant in node_tenant of its "
        "templates"
    ]


def test_a_program_with_a_cluster_that_lacks_what_its_tenants_need_is_refused() -> None:
    with pytest.raises(pulumi.RunError) as caught:
        handed({"name": "c", "standard": STANDARD})
    assert "Pulumi.test.yaml: 1 problem" in str(caught.value)
    assert "cluster.standard.pools: no node pool has GKE Sandbox on" in str(caught.value)

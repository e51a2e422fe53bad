"""What the shipped stacks create: the stack program over mocks, on the real files of dev and prod, against a
file (tests/unit/golden.py).
"""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from pulumi.runtime.config import CONFIG

from gke_agent_sandbox.stack import read_file
from tests.unit.cluster.cluster_recorder import recorded
from tests.unit.golden import matches_golden

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden"
MANIFEST = ROOT / ".local" / "manifests" / "agent-sandbox-v0.5.6.yaml"
"""In the place of the release that would be fetched."""

CLUSTER = "gcp:container/cluster:Cluster"
PROVIDER = "pulumi:providers:kubernetes"
KEPT = {
    "dev": {"CustomResourceDefinition"},
    "prod": {"CustomResourceDefinition", "KeyRing", "CryptoKey"},
}
"""The kinds of what stays when the stack is destroyed."""


def graph_of(stack: str) -> dict[str, Any]:
    """What the program registers for a stack, without the properties, which have tests of their own."""
    if not MANIFEST.exists():
        pytest.skip("no tools: run `make tools` first")
    config: dict[str, Any] = {**read_file(ROOT / f"Pulumi.{stack}.yaml")}
    release = {"release": "v0.5.6", "manifest": {"source": str(MANIFEST)}}
    config["controller"] = {**config["controller"], **release}
    token = CONFIG.set({f"gke-agent-sandbox:{key}": json.dumps(value) for key, value in config.items()})
    try:
        graph = recorded(lambda: runpy.run_path(str(ROOT / "__main__.py"))).graph
    finally:
        CONFIG.reset(token)
    return {
        key: {name: each[name] for name in each if name != "inputs"}
        for key, each in graph.items()
        if not key.startswith("pulumi:pulumi:Stack")
    }


@pytest.fixture(scope="module", params=["dev", "prod"])
def stack(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def graph(stack: str) -> dict[str, Any]:
    return graph_of(stack)


def test_the_whole_graph(stack: str, graph: dict[str, Any]) -> None:
    matches_golden(GOLDEN / f"{stack}.yaml", graph)


def test_only_prods_cluster_is_protected(stack: str, graph: dict[str, Any]) -> None:
    protected = [key for key, each in graph.items() if each["protect"]]
    assert protected == ([f"{CLUSTER} prod"] if stack == "prod" else [])


def test_what_stays(stack: str, graph: dict[str, Any]) -> None:
    kept = {
        key.partition(" ")[0].rpartition(":")[2] for key, each in graph.items() if each["retain_on_delete"]
    }
    assert kept == KEPT[stack]


def test_nothing_goes_before_its_successor_is_there(graph: dict[str, Any]) -> None:
    assert not [key for key, each in graph.items() if each["delete_before_replace"]]


def test_every_object_is_the_clusters(stack: str, graph: dict[str, Any]) -> None:
    """So it is deleted before the cluster, and made anew where the cluster is replaced."""
    objects = {key: each for key, each in graph.items() if key.startswith("kubernetes:")}
    providers = {f"{PROVIDER} {stack}", f"{PROVIDER} agent-sandbox-crds"}
    assert {each["provider"] for each in objects.values()} == providers
    for key, each in {**objects, **{name: graph[name] for name in providers}}.items():
        assert f"{CLUSTER} {stack}" in each["depends_on"], key

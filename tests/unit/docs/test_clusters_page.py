"""The programs in the page of the clusters are ones that run."""

import re
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from gke_agent_sandbox.stack.config import StackConfig
from gke_agent_sandbox.stack.notices import notices
from tests.unit.cluster.cluster_recorder import recorded
from tests.unit.stack.configs import problems, standard

PAGE = Path(__file__).parents[3] / "docs" / "clusters.md"


def blocks(language: str) -> list[str]:
    """The code of one language in the page."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.S)


def test_the_example_makes_a_cluster_and_a_pool() -> None:
    code = blocks("python")[0]
    # The controller comes from a release file, which a test does not fetch.
    clusters = code.partition("controller = ")[0]

    def program() -> None:
        namespace: dict[str, Any] = {}
        exec(clusters, namespace)

    kinds = [key.partition(" ")[0] for key in recorded(program).graph]
    assert kinds.count("gcp:container/cluster:Cluster") == 1
    assert kinds.count("gcp:container/nodePool:NodePool") == 2, "the system pool, and the one for sandboxes"


def test_the_arithmetic_is_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = blocks("python")[1]
    exec(code, {})
    assert capsys.readouterr().out.strip() == code.strip().rpartition("# ")[2]


def test_the_nodes_of_a_tenant_are_found_by_its_template() -> None:
    parts: Any = yaml.safe_load(blocks("yaml")[0])
    config = standard(**parts["standard"])
    parts["tenants"]["acme"]["templates"]["python"]["image"] = "registry.example.com/agents/a:1"
    config["tenants"] = parts["tenants"]
    assert problems(config) == {}
    assert list(notices(cast("StackConfig", config))) == []

"""The program in the page of identities is one that runs, and its links lead somewhere."""

import re
from pathlib import Path
from typing import Any

import pytest

from gke_agent_sandbox.rules import RULES
from tests.unit.cluster.cluster_recorder import recorded

PAGE = Path(__file__).parents[3] / "docs" / "identity.md"


def test_the_example_binds_two_roles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "gke-gcloud-auth-plugin"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)

    def run() -> None:
        namespace: dict[str, Any] = {}
        exec(code, namespace)

    graph = recorded(run).graph
    (bucket,) = [each for key, each in graph.items() if key.startswith("gcp:storage/bucketIAMMember")]
    assert bucket["inputs"]["member"].endswith(".svc.id.goog/subject/ns/reports/sa/reporter")
    assert "gcp:container/cluster:Cluster main" in bucket["depends_on"]
    assert [key for key in graph if key.startswith("gcp:secretmanager/")]


def test_rules_are_called_by_their_names() -> None:
    named = set(re.findall(r"\[([a-z-]+)\]\(rules\.md#([a-z-]+)\)", PAGE.read_text()))
    assert len(named) > 5
    for text, anchor in named:
        assert text == anchor
        assert anchor in RULES

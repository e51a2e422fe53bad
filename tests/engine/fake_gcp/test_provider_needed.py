"""Without a provider of its own no object gets anywhere, least of all to the cluster of whoever runs it."""

import json
from pathlib import Path

import pytest
import yaml
from pulumi.automation import ConfigValue

from automation.paths import ROOT
from gke_agent_sandbox import SandboxTemplate
from tests.engine.fake_gcp.project import Project

pytestmark = pytest.mark.engine


def program() -> None:
    """Case 42: a template for which nobody named a cluster."""
    SandboxTemplate("python", {"namespace": "demo", "image": "registry.example.com/agents/a:1"})


def test_the_engine_asks_for_a_provider(tmp_path: Path) -> None:
    project = Project(tmp_path, program)
    settings = yaml.safe_load((ROOT / "Pulumi.yaml").read_text())["config"]
    for key, setting in settings.items():
        project.stack.set_config(key, ConfigValue(json.dumps(setting["value"])))
    done, error = project.attempt("preview")
    assert "Default provider for 'kubernetes' disabled" in error
    assert [name for _, name in done if name == "python"] == ["python"], "the component alone, no object"

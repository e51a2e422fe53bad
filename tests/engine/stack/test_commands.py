"""The commands that users type in a project's folder, with the pack as a directory and as an executable."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from automation.paths import ROOT
from tests.engine.project import Project

pytestmark = pytest.mark.engine

FAKES = ROOT / "tests" / "fakes"
DIRECTORY = ROOT / "policies"
EXECUTABLE = Path(sys.executable).parent / "gke-agent-sandbox-policies"
RAW_PROGRAM = """
from pathlib import Path

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from gke_agent_sandbox import kubernetes_provider
from gke_agent_sandbox.sandboxes import template_object

config = pulumi.Config()
template = template_object({"namespace": "default", "image": "registry.example.com/agents/a:1"})
container = template["spec"]["podTemplate"]["spec"]["containers"][0]
container["securityContext"]["runAsUser"] = config.require_int("user")
CustomResource(
    "raw",
    api_version=template["apiVersion"],
    kind=template["kind"],
    metadata={"name": "raw", "namespace": "default"},
    spec=template["spec"],
    opts=pulumi.ResourceOptions(
        provider=kubernetes_provider("raw", Path(config.require("kubeconfig")).read_text(), "raw")
    ),
)
"""
"""A template past the component, which would refuse to run as root."""

Pulumi = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(deployed: Project, tmp_path: Path) -> Path:
    """The project's folder as a user has it; the engine rewrites the stack's file in it."""
    for name in ("Pulumi.yaml", "Pulumi.local.yaml", "__main__.py"):
        shutil.copyfile(deployed.paths.root / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    return tmp_path


@pytest.fixture
def pulumi(deployed: Project, folder: Path) -> Pulumi:
    """Runs the Pulumi CLI in that folder, on the backend of the deployed stack."""
    ours = deployed.paths.environment()
    path = os.pathsep.join([str(FAKES), str(Path(sys.executable).parent), ours["PATH"]])
    environment = {**os.environ, **ours, "PATH": path}

    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = ["pulumi", *arguments, "--non-interactive"]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
        )

    return run


def findings(output: str) -> dict[str, str]:
    """What the pack found, without the line that says where it lies: each message by the line before it,
    which names level, rule and resource.
    """
    lines = output.partition("Policies:\n")[2].partition("\n\n")[0].splitlines()[1:]
    return {lines[at].strip(): lines[at + 1].strip() for at in range(0, len(lines), 2)}


def test_a_preview_of_the_deployed_stack_passes_the_pack_and_shows_no_change(pulumi: Pulumi) -> None:
    done = pulumi("preview", "--stack", "local", "--policy-pack", DIRECTORY, "--expect-no-changes")

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"gke-agent-sandbox@v{version('gke-agent-sandbox')} (local: {DIRECTORY})" in done.stdout
    assert not [finding for finding in findings(done.stdout) if "[mandatory]" in finding]


def test_up_creates_nothing_until_the_pack_passes(deployed: Project, folder: Path, pulumi: Pulumi) -> None:
    (folder / "__main__.py").write_text(RAW_PROGRAM)
    config = {"user": 0, "kubeconfig": str(deployed.paths.kubeconfig)}
    keys = {f"gke-agent-sandbox:{key}": value for key, value in config.items()}
    (folder / "Pulumi.raw.yaml").write_text(yaml.safe_dump({"config": keys}))
    assert pulumi("stack", "init", "raw").returncode == 0

    by_directory = pulumi("up", "--stack", "raw", "--yes", "--policy-pack", DIRECTORY)
    by_executable = pulumi("preview", "--stack", "raw", "--policy-pack", EXECUTABLE)

    assert by_directory.returncode != 0
    [(finding, message)] = findings(by_directory.stdout).items()
    assert finding.startswith("- [mandatory]")
    assert "run-as-non-root" in finding
    assert finding.endswith("SandboxTemplate: raw)")
    assert "containers[0].securityContext.runAsUser is 0" in message
    assert by_executable.returncode != 0
    assert f"(local: {EXECUTABLE})" in by_executable.stdout
    assert findings(by_executable.stdout) == {finding: message}
    assert deployed.objects("sandboxtemplates", "default") == []

    pulumi("config", "set", "user", "10001", "--stack", "raw")
    mended = pulumi("up", "--stack", "raw", "--yes", "--policy-pack", DIRECTORY)

    assert mended.returncode == 0, mended.stdout + mended.stderr
    [template] = deployed.objects("sandboxtemplates", "default")
    assert template["metadata"]["name"] == "raw"


def test_a_wrong_config_is_told_without_a_traceback(folder: Path, pulumi: Pulumi) -> None:
    file = folder / "Pulumi.local.yaml"
    config = yaml.safe_load(file.read_text())
    config["config"]["gke-agent-sandbox:tenants"]["demo"]["pools"]["python"]["replica"] = 3
    file.write_text(yaml.safe_dump(config))

    done = pulumi("preview", "--stack", "local")

    assert done.returncode != 0
    assert "tenants.demo.pools.python.replica: is no setting of this group" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr

"""Every release file at hand installs on a real API server, and its CRDs take what the components make."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pulumi
import pytest

from automation import operations
from automation.paths import ROOT
from gke_agent_sandbox import AgentSandboxController, kubernetes_provider
from gke_agent_sandbox.sandboxes import template_object, warm_pool_object
from gke_agent_sandbox.sandboxes.api import check
from tests.engine.stack.project import Project

pytestmark = pytest.mark.engine

SHARED = Path(
    os.environ.get("AGENT_SANDBOX_MANIFESTS", ROOT.parent / "shared" / "upstream" / "agent-sandbox")
)
MANIFESTS = {
    "v0.5.6 of the module": (ROOT / ".local" / "manifests" / "agent-sandbox-v0.5.6.yaml", "v0.5.6"),
    "v0.5.6 as released": (SHARED / "v0.5.6" / "sandbox-with-extensions.yaml", "v0.5.6"),
    "v1": (SHARED / "v1" / "sandbox-with-extensions.yaml", "v1.0.7"),
}


@pytest.fixture(params=MANIFESTS)
def manifest(request: pytest.FixtureRequest) -> tuple[Path, str]:
    path, release = MANIFESTS[request.param]
    if not path.is_file():
        pytest.skip(f"no release file {request.param} (AGENT_SANDBOX_MANIFESTS names another folder)")
    return path, release


@pytest.fixture
def bare(tmp_path: Path, tools: None) -> Iterator[Project]:
    """A control plane on which no controller runs: kwok plays its pods, of whatever release."""
    project = Project(tmp_path / "project", run_controller=False)
    with project.cluster:
        yield project


def objects() -> list[dict[str, Any]]:
    template = template_object({"namespace": "default", "image": "registry.example.com/agents/a:1"})
    template["metadata"]["name"] = "python"
    pool = warm_pool_object(
        {"namespace": "default", "pool_name": "python", "template": "python", "replicas": 2}
    )
    claim = {
        "apiVersion": "extensions.agents.x-k8s.io/v1beta1",
        "kind": "SandboxClaim",
        "metadata": {"name": "claim", "namespace": "default"},
        "spec": {"warmPoolRef": {"name": "python"}, "lifecycle": {"shutdownPolicy": "Delete"}},
    }
    return [template, pool, claim]


def test_a_release_installs_and_takes_the_objects(bare: Project, manifest: tuple[Path, str]) -> None:
    path, release = manifest
    kubeconfig = bare.paths.kubeconfig.read_text()

    def program() -> None:
        provider = kubernetes_provider("bare", kubeconfig, "bare")
        controller = AgentSandboxController(
            "agent-sandbox",
            {"kubeconfig": kubeconfig, "release": release, "manifest": {"source": str(path)}, "replicas": 2},
            pulumi.ResourceOptions(providers=[provider]),
        )
        pulumi.export("digest", controller.manifest_sha256)

    done = operations.up(bare.paths, "local", program)

    assert len(done.outputs["digest"]) == 64
    assert operations.up(bare.paths, "local", program).changes == {}
    for each in objects():
        assert check(each) == []
        file = bare.paths.root / f"{each['kind']}.json"
        file.write_text(json.dumps(each))
        bare.kubectl(
            "apply", "--server-side", "--dry-run=server", "--validate=strict", "--filename", str(file)
        )

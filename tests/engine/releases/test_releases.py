"""Every release file at hand installs on a real API server, and its CRDs take what the components make."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from automation.paths import ROOT
from gke_agent_sandbox.controller.installation import Installation, installation
from gke_agent_sandbox.controller.settings import resolve_settings
from gke_agent_sandbox.controller.source import load_manifest
from gke_agent_sandbox.sandboxes import template_object, warm_pool_object
from gke_agent_sandbox.sandboxes.api import check
from tests.engine.project import Project

pytestmark = pytest.mark.engine

SHARED = Path(
    os.environ.get("AGENT_SANDBOX_MANIFESTS", ROOT.parent / "shared" / "upstream" / "agent-sandbox")
)
MANIFESTS = {
    "the module's": (ROOT / ".local" / "manifests" / "agent-sandbox-v0.5.6.yaml", "v0.5.6"),
    "v0.5.6": (SHARED / "v0.5.6" / "sandbox-with-extensions.yaml", "v0.5.6"),
    "v1": (SHARED / "v1" / "sandbox-with-extensions.yaml", "v1.0.7"),
}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Project]:
    """A control plane on which no controller runs."""
    project = Project(tmp_path_factory.mktemp("bare") / "project", run_controller=False)
    with project.cluster:
        yield project


@pytest.fixture(params=MANIFESTS)
def parts(request: pytest.FixtureRequest) -> Installation:
    path, release = MANIFESTS[request.param]
    if not path.is_file():
        pytest.skip(f"no release file {request.param} (AGENT_SANDBOX_MANIFESTS names another folder)")
    settings = resolve_settings(
        {"kubeconfig": "unused", "release": release, "manifest": {"source": str(path)}, "replicas": 2}
    )
    return installation(load_manifest([str(path)]), settings)


def template_pool_and_claim() -> list[dict[str, Any]]:
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


def apply(project: Project, name: str, objects: list[Any], *more: str) -> None:
    """Server-side apply, where an unknown field is an error."""
    file = project.paths.root / f"{name}.json"
    file.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))
    project.kubectl("apply", "--server-side", "--validate=strict", "--filename", str(file), *more)


def test_a_release_installs_and_takes_the_objects(bare: Project, parts: Installation) -> None:
    apply(bare, "first", [parts.namespace, *parts.crds], "--force-conflicts")
    bare.kubectl("wait", "crd", "--all", "--for=condition=Established", "--timeout=30s")
    apply(bare, "others", [*parts.others, parts.deployment, *parts.services], "--force-conflicts")
    bare.kubectl(
        "rollout",
        "status",
        "deployment/agent-sandbox-controller",
        "-n",
        "agent-sandbox-system",
        "--timeout=60s",
    )
    objects = template_pool_and_claim()
    assert [problem for each in objects for problem in check(each)] == []
    apply(bare, "objects", objects)
    bare.kubectl("delete", "sandboxclaims,sandboxwarmpools,sandboxtemplates", "--all", "-n", "default")

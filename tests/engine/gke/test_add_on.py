"""The managed add-on: its kinds come after the cluster, and objects of these kinds wait for them."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml
from pulumi.automation import CommandError, EngineEvent
from pulumi_kubernetes.core.v1 import Namespace

from gke_agent_sandbox import AutopilotCluster, SandboxTemplate, SandboxWarmPool
from gke_agent_sandbox.waiting import passing
from tests.engine.fake_gcp.project import Project
from tests.engine.project import TOOLS

pytestmark = pytest.mark.engine

MANIFEST = TOOLS / "manifests" / "agent-sandbox-v0.5.6.yaml"
POOLS = "sandboxwarmpools.extensions.agents.x-k8s.io"
WAITED = "SandboxWarmPool python waits for its kind to be there"


class AddOn:
    """What Google does in a cluster with the add-on: here, the kinds alone."""

    def __init__(self, kubeconfig: Path) -> None:
        self.kubeconfig = kubeconfig
        documents = yaml.safe_load_all(MANIFEST.read_text())
        self.kinds = [each for each in documents if each and each["kind"] == "CustomResourceDefinition"]

    def kubectl(self, *arguments: str, content: str = "") -> None:
        command = [str(TOOLS / "bin" / "kubectl"), "--kubeconfig", str(self.kubeconfig), *arguments]
        subprocess.run(command, input=content, capture_output=True, text=True, timeout=60, check=True)

    def install(self) -> None:
        self.kubectl("apply", "--server-side", "--filename", "-", content=yaml.safe_dump_all(self.kinds))

    def remove(self) -> None:
        names = [each["metadata"]["name"] for each in self.kinds]
        self.kubectl("delete", "crd", "--ignore-not-found", *names)

    def serve(self, served: bool) -> None:
        """Let the API server know the kind of the pools, or not; its objects stay."""
        path = "/spec/versions/0/served"
        patch = json.dumps([{"op": "replace", "path": path, "value": served}])
        self.kubectl("patch", "crd", POOLS, "--type", "json", "--patch", patch)


def program(replicas: int) -> Callable[[], None]:
    """The add-on, a template and a pool."""

    def run() -> None:
        args: Any = {
            "location": "europe-west4",
            "network": {"network": "net", "subnetwork": "sub"},
            "release": {"min_master_version": "1.36.3-gke.1767000"},
            "security": {"encryption": {"customer_managed": False}},
            "addons": {"agent_sandbox": True},
            "deletion_protection": False,
        }
        inside = pulumi.ResourceOptions(provider=AutopilotCluster("dev", args).provider)
        metadata: Any = {"name": "add-on"}
        namespace = Namespace("add-on", metadata=metadata, opts=inside).id
        template = SandboxTemplate(
            "python", {"namespace": namespace, "image": "registry.k8s.io/pause:3.10"}, inside
        )
        pool: Any = {
            "namespace": namespace,
            "pool_name": "python",
            "template": template.template_name,
            "replicas": replicas,
            "wait_seconds": 0,
        }
        SandboxWarmPool("python", pool, inside)

    return run


def up(project: Project, replicas: int, words: str, then: Callable[[], None]) -> tuple[bool, str]:
    """Whether an `up` says some words, whereupon something happens once, and its error."""
    project.program = program(replicas)
    said: list[str] = []

    def listen(event: EngineEvent) -> None:
        if event.diagnostic_event is not None and words in event.diagnostic_event.message and not said:
            said.append(event.diagnostic_event.message)
            then()

    try:
        project.stack.up(on_event=listen)
    except CommandError as failure:
        return bool(said), str(failure)
    return bool(said), ""


def test_objects_wait_for_their_kinds(
    tmp_path: Path, control_plane: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_on = AddOn(control_plane)
    add_on.remove()
    project = Project(tmp_path, program(1), control_plane)

    # Kinds that come after the cluster. The provider itself tries a creation again, for a minute.
    said, error = up(project, 1, "no matches for kind", add_on.install)
    assert error == "", error
    assert said
    add_on.kubectl("get", POOLS, "python", "--namespace", "add-on")
    assert project.run("preview") == []

    # It does not do so with a change: here the hook waits alone, and the kind comes only then.
    add_on.serve(False)
    said, error = up(project, 2, WAITED, lambda: add_on.serve(True))
    assert error == "", error
    assert said

    # A kind that does not come.
    rows = tuple(replace(each, seconds=1) for each in passing.PASSING_ERRORS)
    monkeypatch.setattr(passing, "PASSING_ERRORS", rows)
    add_on.serve(False)
    said, error = up(project, 3, WAITED, lambda: None)
    assert said
    assert "SandboxWarmPool python waited 1 s for its kind to be there, and it did not come" in error
    assert "no matches for kind" in error or "could not find the requested resource" in error
    add_on.serve(True)

    project.run("destroy")

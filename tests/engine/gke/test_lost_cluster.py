"""A cluster that somebody deleted behind Pulumi's back: the way out that docs/clusters.md names."""

from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi_kubernetes.core.v1 import Namespace

from gke_agent_sandbox import AutopilotCluster
from tests.engine.fake_gcp.project import Project
from tests.engine.kubectl import kubectl
from tests.fakes.gcp.control_planes import KUBECONFIG
from tests.fakes.gcp.tokens import CLUSTER

pytestmark = pytest.mark.engine


def program() -> None:
    args: Any = {
        "location": "europe-west4",
        "network": {"network": "net", "subnetwork": "sub"},
        "security": {"encryption": {"customer_managed": False}},
        "deletion_protection": False,
    }
    cluster = AutopilotCluster("lost", args)
    Namespace("lost", metadata={"name": "lost"}, opts=pulumi.ResourceOptions(providers=[cluster.provider]))


def test_its_objects_are_forgotten_when_that_is_asked_for(tmp_path: Path, control_plane: Path) -> None:
    project = Project(tmp_path, program, control_plane)
    project.run("up")
    project.cloud.remove(CLUSTER, project.cloud.only(CLUSTER).id)
    environment = project.stack.workspace.env_vars
    # No credentials for it, as without the cluster.
    environment[KUBECONFIG] = ""

    _, error = project.attempt("destroy")
    assert "PULUMI_K8S_DELETE_UNREACHABLE" in error

    environment["PULUMI_K8S_DELETE_UNREACHABLE"] = "true"
    project.run("destroy")
    assert project.cloud.all() == []
    kubectl(control_plane, "delete", "namespace", "lost", "--wait=false")

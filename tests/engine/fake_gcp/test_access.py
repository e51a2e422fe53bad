"""A cluster of the stand-in is reached as one of Google's: by its own endpoints, CA and plugin."""

from pathlib import Path

import pulumi
import pulumi_kubernetes as kubernetes
import pytest
from pulumi_gcp import container

from automation.kubectl import kubectl
from automation.paths import Paths
from gke_agent_sandbox.cluster.kubeconfig import kubeconfig_text
from localcluster import Cluster, Settings
from tests.engine.fake_gcp.project import Project
from tests.engine.project import TOOLS

pytestmark = pytest.mark.engine


def program() -> None:
    """A cluster, and a namespace by way of each of its endpoints."""
    cluster = container.Cluster(
        "main", location="europe-west4", enable_autopilot=True, deletion_protection=False
    )
    dns = cluster.control_plane_endpoints_config.dns_endpoint_config.endpoint
    authority = cluster.master_auth.cluster_ca_certificate
    ways = {
        "by-dns": dns.apply(lambda endpoint: kubeconfig_text("main", endpoint)),
        "by-address": pulumi.Output.all(cluster.endpoint, authority).apply(
            lambda both: kubeconfig_text("main", *both)
        ),
    }
    for name, kubeconfig in ways.items():
        provider = kubernetes.Provider(name, kubeconfig=kubeconfig, cluster_identifier=cluster.id)
        opts = pulumi.ResourceOptions(provider=provider)
        kubernetes.core.v1.Namespace(name, metadata={"name": name}, opts=opts)


def test_both_endpoints_lead_to_the_control_plane(tmp_path: Path, tools: None) -> None:
    local = tmp_path / "local"
    local.mkdir()
    (local / "bin").symlink_to(TOOLS / "bin")
    settings = Settings(bin_directory=TOOLS / "bin", share_directory=TOOLS / "share", run_controller=False)
    with Cluster(local, settings) as control_plane:
        project = Project(tmp_path / "project", program, control_plane.kubeconfig)
        assert {name for _, name in project.run("preview")} == {"main", "by-dns", "by-address"}
        project.run("up")
        found = kubectl(Paths(tmp_path, local), "get", "namespaces", "by-dns", "by-address", "--output=name")
        assert found.stdout.split() == ["namespace/by-dns", "namespace/by-address"]
        project.run("destroy")
        assert project.cloud.all() == []

"""The real engine over the stand-in for Google Cloud: identities of trusted workloads, and their pool."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi_kubernetes.core.v1 import Namespace, ServiceAccount

from gke_agent_sandbox import AutopilotCluster, WorkloadIdentity
from localcluster import Cluster, Settings
from tests.engine.fake_gcp.project import PROJECT, Project
from tests.engine.project import TOOLS
from tests.fakes.gcp.tokens import CLUSTER

pytestmark = pytest.mark.engine

BUCKET = "gcp:storage/bucketIAMMember:BucketIAMMember"
USER = "gcp:serviceaccount/iAMMember:IAMMember"
POOL = f"{PROJECT}.svc.id.goog"
PRINCIPAL = (
    f"principal://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/{POOL}"
    "/subject/ns/team-a/sa/reporter"
)


def program(role: str = "roles/storage.objectViewer", account: str = "reporter") -> Callable[[], None]:
    """A cluster, an identity of its own right, and one that acts as a Google service account."""

    def run() -> None:
        args: Any = {"location": "europe-west4", "network": {"network": "net", "subnetwork": "sub"}}
        args |= {"security": {"encryption": {"customer_managed": False}}, "deletion_protection": False}
        cluster = AutopilotCluster("main", args)
        inside = pulumi.ResourceOptions(providers=[cluster.provider])
        within = pulumi.ResourceOptions(provider=cluster.provider)
        metadata: Any = {"name": "team-a"}
        namespace = Namespace("team-a", metadata=metadata, opts=within).id
        metadata = {"name": "worker", "namespace": namespace}
        worker = ServiceAccount("worker", metadata=metadata, opts=within)
        roles: Any = {
            "reports": {"role": role, "bucket": "acme-reports"},
            "results": {"role": "roles/pubsub.publisher", "topic": "results"},
            "work": {"role": "roles/pubsub.subscriber", "subscription": "work"},
            "logs": {"role": "roles/logging.logWriter", "project": PROJECT},
        }
        reporter = WorkloadIdentity(
            "reporter",
            {
                "workload_pool": cluster.workload_pool,
                "namespace": namespace,
                "service_account": {"name": account},
                "roles": roles,
            },
            inside,
        )
        acting = WorkloadIdentity(
            "acting",
            {
                "workload_pool": cluster.workload_pool,
                "namespace": namespace,
                "service_account": {"name": worker.metadata.apply(lambda each: each.name), "existing": True},
                "google_service_account": {},
                "roles": {"reports": {"role": role, "bucket": "acme-reports"}},
            },
            inside,
        )
        pulumi.export("reporter", reporter.member)
        pulumi.export("email", acting.google_service_account)

    return run


def account(kubeconfig: Path, name: str) -> dict[str, Any]:
    """A ServiceAccount as the API server has it."""
    command = [str(TOOLS / "bin" / "kubectl"), "--kubeconfig", str(kubeconfig)]
    command += ["get", "serviceaccount", name, "--namespace=team-a", "--output=json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_identities_through_their_life(tmp_path: Path, tools: None) -> None:
    settings = Settings(bin_directory=TOOLS / "bin", share_directory=TOOLS / "share", run_controller=False)
    with Cluster(tmp_path / "control-plane", settings) as control_plane:
        project = Project(tmp_path / "project", program(), control_plane.kubeconfig)
        cloud = project.cloud

        # An identity for sandboxes is refused before anything is made.
        _, error = project.attempt("preview", program(account="sandbox"))
        assert "service_account.name: must have no identity in Google Cloud" in error
        assert cloud.all() == []

        # Every binding comes after the cluster, with which the pool comes: the cloud refuses it otherwise.
        project.run("up", program())
        made = [each.type for each in cloud.calls("create")]
        assert made.index(CLUSTER) < min(made.index(BUCKET), made.index(USER))
        email = outputs(project)["email"]
        members = {each.properties["member"] for each in cloud.all(BUCKET)}
        assert members == {PRINCIPAL, f"serviceAccount:{email}"}
        assert outputs(project)["reporter"] == PRINCIPAL
        assert cloud.only(USER).properties["member"] == f"serviceAccount:{POOL}[team-a/worker]"
        own, patched = (account(control_plane.kubeconfig, name) for name in ("reporter", "worker"))
        assert own["automountServiceAccountToken"] is False
        assert "annotations" not in own["metadata"]
        assert patched["metadata"]["annotations"]["iam.gke.io/gcp-service-account"] == email
        assert project.run("preview") == []

        # Another role is bound before the old binding goes, and nothing else changes.
        cloud.forget_calls()
        changed = project.run("up", program("roles/storage.objectUser"))
        assert {name for _, name in changed} == {"reporter-reports", "acting-reports"}
        calls = [each.operation for each in cloud.calls("create", "delete") if PRINCIPAL in each.id]
        assert calls == ["create", "delete"]

        project.run("destroy")
        assert cloud.all() == []


def outputs(project: Project) -> dict[str, Any]:
    """The values of the stack's outputs."""
    return {key: each.value for key, each in project.outputs().items()}

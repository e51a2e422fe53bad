"""The real engine over the stand-in for Google Cloud: a cluster of each mode, through its life."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest

from gke_agent_sandbox import AutopilotCluster, SandboxNodePool, StandardCluster
from tests.engine.fake_gcp.project import PROJECT, Project

pytestmark = pytest.mark.engine

CLUSTER = "gcp:container/cluster:Cluster"
NODE_POOL = "gcp:container/nodePool:NodePool"
KEY = "gcp:kms/cryptoKey:CryptoKey"
RING = "gcp:kms/keyRing:KeyRing"
GRANT = "gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember"
BINDING = "gcp:projects/iAMMember:IAMMember"

WINDOW = {
    "recurring": {
        "start_time": "2027-01-02T02:00:00Z",
        "end_time": "2027-01-02T08:00:00Z",
        "recurrence": "FREQ=WEEKLY;BYDAY=SA,SU",
    }
}


def program(protected: bool = True, **standard: Any) -> Callable[[], None]:
    """Both modes, and a gVisor pool in the one that takes one."""

    def run() -> None:
        least: Any = {"location": "europe-west4", "network": {"network": "net", "subnetwork": "sub"}}
        given: Any = {**least, "deletion_protection": protected, **standard}
        main = StandardCluster("main", given)
        SandboxNodePool(
            "sandboxes",
            {"cluster_id": main.cluster_id, "machine": {"type": "n2-standard-8"}, "size": {"max": 4}},
        )
        auto = AutopilotCluster("auto", {**least, "deletion_protection": protected})
        for cluster in (main, auto):
            pulumi.export(f"{cluster.pulumi_resource_name}-id", cluster.cluster_id)
            pulumi.export(f"{cluster.pulumi_resource_name}-kubeconfig", cluster.kubeconfig)
            pulumi.export(f"{cluster.pulumi_resource_name}-pool", cluster.workload_pool)

    return run


def test_clusters_through_their_life(tmp_path: Path) -> None:
    project = Project(tmp_path, program())
    cloud = project.cloud

    # What GKE would take and not do is refused before anything is made.
    _, error = project.attempt("preview", program(overrides={"datapath_provider": "LEGACY_DATAPATH"}))
    assert "overrides.datapath_provider: leaves NetworkPolicies without an enforcer" in error
    assert cloud.all() == []

    pinned = {"release": {"min_master_version": "1.36.3-gke.1767000"}}
    project.run("preview", program(**pinned))
    project.run("up")
    made = [each.type for each in cloud.calls("create")]
    assert made.index(KEY) < made.index(GRANT) < made.index(CLUSTER)
    assert made.index(BINDING) < made.index(CLUSTER) < made.index(NODE_POOL)
    outputs = project.outputs()
    assert outputs["main-pool"].value == f"{PROJECT}.svc.id.goog"
    assert outputs["auto-kubeconfig"].secret
    assert "gke-gcloud-auth-plugin" in outputs["main-kubeconfig"].value
    assert "gke-gcloud-auth-plugin" not in project.state()
    assert {each.id.rpartition("/")[2].rpartition("-")[0] for each in cloud.all(CLUSTER)} == {"main", "auto"}

    # Nothing more to do, also after GKE has written its own values back and gone past the version.
    assert project.run("preview") == []
    for cluster in cloud.all(CLUSTER):
        cloud.drift(CLUSTER, cluster.id, lambda each: each.update(masterVersion="1.36.4-gke.1082000"))
    project.run("refresh")
    assert project.run("preview") == []

    # A change in place.
    changed = {"release": {"channel": "STABLE", "maintenance": WINDOW}}
    assert project.run("up", program(**changed)) == [("update", "main")]

    # A protected cluster is neither destroyed nor replaced: the preview refuses both, and an `up` without one
    # stops before anything is done.
    _, error = project.attempt("preview_destroy")
    assert "cannot be deleted" in error
    assert "because it is protected" in error
    elsewhere: Any = {**changed, "network": {"network": "other", "subnetwork": "sub"}}
    cloud.forget_calls()
    for operation in ("preview", "up"):
        _, error = project.attempt(operation, program(**elsewhere))
        assert "unable to replace resource" in error
    assert cloud.calls("create", "update", "delete") == []

    # A change that replaces makes the new cluster before the old one goes, and its pools follow. It may take
    # the protection off at once.
    before = {each.id for each in cloud.all(CLUSTER)}
    cloud.forget_calls()
    project.run("up", program(protected=False, **elsewhere))
    calls = [(each.operation, each.type) for each in cloud.calls("create", "delete")]
    assert calls.index(("create", CLUSTER)) < calls.index(("delete", CLUSTER))
    assert calls.count(("create", NODE_POOL)) == 2
    assert len({each.id for each in cloud.all(CLUSTER)} - before) == 1
    assert project.run("preview") == []

    # Only keys and their rings are left.
    project.run("destroy")
    assert {each.type for each in cloud.all()} == {KEY, RING}

"""The real engine over the stand-in for Google Cloud: a gVisor pool in a cluster that somebody else made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest

from gke_agent_sandbox import ExistingCluster, SandboxNodePool
from tests.engine.fake_gcp.project import PROJECT, Project
from tests.fakes.gcp.preparing import existing_cluster

pytestmark = pytest.mark.engine

CLUSTER = "gcp:container/cluster:Cluster"
NODE_POOL = "gcp:container/nodePool:NodePool"
ACCOUNT = "gcp:serviceaccount/account:Account"
GKE_TAINT = {"key": "sandbox.gke.io/runtime", "value": "gvisor", "effect": "NO_SCHEDULE"}


def program(pool: dict[str, Any] | None = None, **existing: Any) -> Callable[[], None]:
    """The cluster, and a pool with a taint and a label of its own."""

    def run() -> None:
        cluster = ExistingCluster("main", {"cluster_name": "main", "location": "europe-west4", **existing})
        args: Any = {
            "cluster_id": cluster.cluster_id,
            "cluster": {"mode": cluster.mode, "version": cluster.master_version},
            "machine": {"type": "n2-standard-8"},
            "size": {"max": 4},
            "labels": {"team": "blue"},
            "taints": {"team": {"value": "blue", "effect": "NO_SCHEDULE"}},
            **(pool or {}),
        }
        nodes = SandboxNodePool("sandboxes", args)
        pulumi.export("cluster", cluster.cluster_id)
        pulumi.export("kubeconfig", cluster.kubeconfig)
        pulumi.export("pool", nodes.pool_name)

    return run


WITHOUT_POOL = ["network-policy", "workload-identity"]


def test_a_gvisor_pool_in_an_existing_cluster(tmp_path: Path) -> None:
    project = Project(tmp_path, program(features=WITHOUT_POOL))
    cloud = project.cloud
    cluster_id = f"projects/{PROJECT}/locations/europe-west4/clusters/main"
    existing_cluster(
        cloud,
        cluster_id,
        initialNodeCount=1,
        datapathProvider="ADVANCED_DATAPATH",
        workloadIdentityConfig={"workloadPool": f"{PROJECT}.svc.id.goog"},
        controlPlaneEndpointsConfig={"dnsEndpointConfig": {"allowExternalTraffic": True}},
    )

    # What the cluster lacks is said by the preview, before anything is made.
    _, error = project.attempt("preview", program())
    assert "ExistingCluster main: 1 problem" in error
    assert "no node pool has GKE Sandbox on" in error
    assert cloud.all(NODE_POOL) == []

    names = {"sandboxes", "sandboxes-nodes"}
    done = project.run("preview", program(features=WITHOUT_POOL))
    assert {name for step, name in done if step == "create"} >= names
    assert cloud.all(NODE_POOL) == []

    project.run("up")
    pool = cloud.only(NODE_POOL)
    assert pool.id.startswith(f"{cluster_id}/nodePools/sandboxes-")
    made = [each.type for each in cloud.calls("create")]
    assert made.index(ACCOUNT) < made.index("gcp:projects/iAMMember:IAMMember") < made.index(NODE_POOL)
    outputs = project.outputs()
    assert outputs["cluster"].value == cluster_id
    assert outputs["pool"].value == pool.properties["name"]
    assert outputs["kubeconfig"].secret
    assert "client.authentication.k8s.io" not in project.state()

    # Case 20: GKE's own label and taint are there, and no change is seen, with the pool's own kept.
    nodes = pool.properties["nodeConfig"]
    assert nodes["labels"] == {"team": "blue", "sandbox.gke.io/runtime": "gvisor"}
    assert GKE_TAINT in nodes["effectiveTaints"]
    assert project.run("preview") == []
    project.run("refresh")
    assert project.run("preview", program()) == []

    # An edit of the pool's own taint is no replacement, and is not lost.
    taints = {"team": {"value": "green", "effect": "NO_SCHEDULE"}}
    assert project.run("up", program({"taints": taints})) == [("update", "sandboxes")]
    pool = cloud.only(NODE_POOL)
    assert pool.properties["nodeConfig"]["taints"] == [
        {"key": "team", "value": "green", "effect": "NO_SCHEDULE"}
    ]

    # Case 36: a change that replaces makes the new pool first, and the identity stays.
    cloud.forget_calls()
    spot = {"taints": taints, "machine": {"type": "n2-standard-8", "spot": True}}
    project.run("up", program(spot))
    create, delete = cloud.calls("create", "delete")
    assert (create.operation, create.type) == ("create", NODE_POOL)
    assert (delete.operation, delete.id) == ("delete", pool.id)
    assert create.id != pool.id

    # A cluster that has lost what it must have is refused.
    cloud.drift(CLUSTER, cluster_id, lambda each: each.update(datapathProvider="LEGACY_DATAPATH"))
    _, error = project.attempt("preview")
    assert "a NetworkPolicy needs an enforcer of NetworkPolicies" in error

    project.run("destroy")
    assert [each.type for each in cloud.all()] == [CLUSTER]

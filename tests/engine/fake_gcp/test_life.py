"""The real engine over the stand-in for Google Cloud, through the life of a cluster and its pool."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi_gcp import container, projects, serviceaccount

from tests.engine.fake_gcp.project import PROJECT, Project
from tests.fakes.gcp.preparing import existing_cluster
from tests.fakes.gcp.tokens import ACCOUNT, CLUSTER, NODE_POOL

pytestmark = pytest.mark.engine

CANARY = "s3cr3t-canary-0001"


def program(
    location: str = "europe-west4",
    machine: str = "n2-standard-4",
    scopes: tuple[str, ...] = ("https://www.googleapis.com/auth/cloud-platform",),
    **properties: Any,
) -> Callable[[], None]:
    """A cluster, its nodes' identity, an ordinary pool and a gVisor pool."""

    def run() -> None:
        cluster = container.Cluster(
            "main",
            location=location,
            initial_node_count=1,
            remove_default_node_pool=True,
            deletion_protection=False,
            control_plane_endpoints_config={"dns_endpoint_config": {"allow_external_traffic": True}},
            **properties,
        )
        account = serviceaccount.Account("nodes", account_id="nodes-of-main")
        binding = projects.IAMMember(
            "log-writer", project=PROJECT, role="roles/logging.logWriter", member=account.member
        )
        system = container.NodePool("system", cluster=cluster.id, node_count=1)
        container.NodePool(
            "sandboxes",
            cluster=cluster.id,
            node_config={
                "machine_type": machine,
                "sandbox_config": {"type": "GVISOR"},
                "service_account": account.email,
                "labels": {"note": pulumi.Output.secret(CANARY)},
                "oauth_scopes": list(scopes),
            },
            opts=pulumi.ResourceOptions(depends_on=[binding, system]),
        )
        pulumi.export("dns", cluster.control_plane_endpoints_config.dns_endpoint_config.endpoint)
        pulumi.export("endpoint", cluster.endpoint)
        pulumi.export("location", system.location)
        found = container.get_cluster_output(name=cluster.name, location=cluster.location, project=PROJECT)
        pulumi.export("found", found.apply(lambda each: each.id))

    return run


def test_the_life_of_a_cluster(tmp_path: Path) -> None:
    project = Project(tmp_path, program())
    cloud = project.cloud
    names = {"main", "nodes", "log-writer", "system", "sandboxes"}

    # A preview makes nothing, and passes on what is not known.
    assert {name for step, name in project.run("preview") if step == "create"} == names
    assert cloud.all() == []

    assert {name for step, name in project.run("up") if step == "create"} == names
    (pool, system), cluster = cloud.all(NODE_POOL), cloud.only(CLUSTER)
    assert pool.id.startswith(f"{cluster.id}/nodePools/sandboxes-")
    assert cluster.id.startswith(f"projects/{PROJECT}/locations/europe-west4/clusters/main-")
    assert [each.type.split(":")[-1] for each in cloud.calls("create")][-1] == "NodePool"
    outputs = {name: each.value for name, each in project.outputs().items()}
    assert outputs["dns"].endswith(".europe-west4.gke.goog")
    assert (outputs["endpoint"], outputs["location"]) == ("203.0.113.10", "europe-west4")
    assert outputs["found"] == cluster.id

    # What is secret is so in the state: what the program says, and what the table says.
    assert CANARY not in project.state()
    assert "ciphertext" in project.resource("sandboxes")["outputs"]["nodeConfig"]["labels"]["note"]
    assert "ciphertext" in project.resource("main")["outputs"]["masterAuth"]["clientKey"]

    # Nothing has changed: not for a second preview, nor for a refresh, though GKE gave the nodes a label.
    assert pool.properties["nodeConfig"]["labels"]["sandbox.gke.io/runtime"] == "gvisor"
    assert project.run("preview") == []
    project.run("refresh")
    assert project.run("preview") == []

    # A change in place keeps the ids.
    assert project.run("up", program(machine="n2-standard-8")) == [("update", "sandboxes")]
    assert cloud.all(NODE_POOL)[0].properties["nodeConfig"]["machineType"] == "n2-standard-8"
    assert cloud.all(NODE_POOL)[0].id == pool.id

    # A change behind Pulumi's back is seen by a refresh and taken back; what is gone is made again.
    cloud.drift(NODE_POOL, pool.id, lambda each: each["nodeConfig"].update(machineType="n2-standard-16"))
    cloud.remove(NODE_POOL, system.id)
    project.run("refresh")
    assert sorted(project.run("up")) == [("create", "system"), ("update", "sandboxes")]
    assert cloud.all(NODE_POOL)[0].properties["nodeConfig"]["machineType"] == "n2-standard-8"

    # A replacement makes the new one first, under another name.
    cloud.forget_calls()
    project.run(
        "up", program(machine="n2-standard-8", scopes=("https://www.googleapis.com/auth/monitoring",))
    )
    made, gone = cloud.calls("create", "delete")
    assert (made.operation, made.type, gone.operation, gone.id) == ("create", NODE_POOL, "delete", pool.id)
    assert made.id != pool.id

    cloud.forget_calls()
    project.run("destroy")
    assert cloud.all() == []
    assert cloud.calls("delete")[-1].type in (CLUSTER, ACCOUNT)


def test_what_goes_wrong(tmp_path: Path) -> None:
    project = Project(tmp_path, bad_program)

    # The provider's own refusals come with the property, all at once, and before anything is made.
    _, error = project.attempt("preview")
    assert "nodeConfig.machineTyp" in error
    assert "Invalid or unknown key" in error
    assert "nodeCount" in error
    assert "an integer is needed" in error
    assert project.cloud.all() == []

    # What only the API knows comes with the deployment.
    lonely = program(location="mars-north1")
    project.run("preview", lonely)
    _, error = project.attempt("up")
    assert 'googleapi: Error 400: Location "mars-north1" does not exist., badRequest' in error
    assert project.cloud.all(CLUSTER) == []

    # A creation that fails is repeated by the next run; one that leaves something behind is settled by it.
    project.cloud.fail_next(CLUSTER, "quota exceeded")
    _, error = project.attempt("up", program())
    assert "quota exceeded" in error
    project.cloud.fail_next(CLUSTER, "timed out", leaves_behind=True)
    _, error = project.attempt("up")
    assert "timed out" in error
    behind = project.cloud.only(CLUSTER)
    assert project.resource("main")["id"] == behind.id
    project.run("up")
    assert project.cloud.only(CLUSTER).id == behind.id

    # What is protected is not destroyed.
    project.cloud.drift(CLUSTER, behind.id, lambda each: each.update(deletionProtection=True))
    project.run("refresh")
    _, error = project.attempt("destroy")
    assert "deletion_protection is set to true" in error
    assert project.cloud.only(CLUSTER).id == behind.id


def bad_program() -> None:
    """Two faults in one resource."""
    container.NodePool("pool", cluster="main", node_count="many", node_config={"machineTyp": "x"})  # type: ignore


def test_what_exists_is_taken_over(tmp_path: Path) -> None:
    def run(**options: Any) -> None:
        container.Cluster(
            "main",
            name="main",
            location="europe-west4",
            enable_autopilot=True,
            deletion_protection=False,
            opts=pulumi.ResourceOptions(**options),
        )

    project = Project(tmp_path, run)
    id = f"projects/{PROJECT}/locations/europe-west4/clusters/main"
    existing_cluster(project.cloud, id, enableAutopilot=True, deletionProtection=False)
    assert project.run("up", lambda: run(import_=id)) == [("import", "main")]
    assert project.run("preview", run) == []
    assert project.cloud.calls("create", "update") == []

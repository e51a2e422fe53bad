"""The real engine over the stand-in for Google Cloud: a network and a cluster in it, through their life."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest

from gke_agent_sandbox import AutopilotCluster, ClusterNetwork
from tests.engine.fake_gcp.project import PROJECT, Project
from tests.fakes.gcp.cloud import Resource

pytestmark = pytest.mark.engine

CLUSTER = "gcp:container/cluster:Cluster"
NETWORK = "gcp:compute/network:Network"
SUBNETWORK = "gcp:compute/subnetwork:Subnetwork"
NAT = "gcp:compute/routerNat:RouterNat"
FIREWALL = "gcp:compute/firewall:Firewall"
ZONE = "gcp:dns/managedZone:ManagedZone"
RECORDS = "gcp:dns/recordSet:RecordSet"
BINDING = "gcp:compute/subnetworkIAMMember:SubnetworkIAMMember"
PROJECT_BINDING = "gcp:projects/iAMMember:IAMMember"

RANGES = {"nodes": "10.0.0.0/22", "pods": "10.4.0.0/16", "services": "10.0.16.0/20"}
LINK = "https://www.googleapis.com/compute/v1/projects/host"


def program(cluster_project: str = PROJECT, **network: Any) -> Callable[[], None]:
    """A network, and an Autopilot cluster whose nodes are under its egress rules."""

    def run() -> None:
        given: Any = {"region": "europe-west4", **network}
        made = ClusterNetwork("main", given)
        AutopilotCluster(
            "main",
            {
                "project": cluster_project,
                "location": made.region,
                "network": made.reference,  # type: ignore[typeddict-item]
                "nodes": {"network_tags": [made.sandbox_tag]},
                "security": {"encryption": {"customer_managed": False}},
                "deletion_protection": False,
            },
        )
        pulumi.export("addresses", made.nat_addresses)
        pulumi.export("tag", made.sandbox_tag)

    return run


def test_a_network_through_its_life(tmp_path: Path) -> None:
    project = Project(tmp_path, program(ranges=RANGES, nat={"address_count": 1}))
    cloud = project.cloud

    assert {step for step, _ in project.run("preview")} == {"create"}
    assert cloud.all() == []

    # The cluster comes after all that its nodes need, and stands in the network.
    project.run("up")
    made = [each.type for each in cloud.calls("create")]
    assert not {NAT, FIREWALL, ZONE, RECORDS} & set(made[made.index(CLUSTER) :])
    cluster, subnetwork = cloud.only(CLUSTER).properties, cloud.only(SUBNETWORK).properties
    assert cluster["network"] == cloud.only(NETWORK).properties["selfLink"]
    assert cluster["subnetwork"] == subnetwork["selfLink"]
    assert cluster["ipAllocationPolicy"]["clusterSecondaryRangeName"] == "pods"
    outputs = project.outputs()
    assert outputs["addresses"].value == [cloud.only("gcp:compute/address:Address").properties["address"]]
    assert cluster["nodePoolAutoConfig"]["networkTags"]["tags"] == [outputs["tag"].value]
    assert project.run("preview") == []

    # An allowance is one rule more, in place of nothing; what was changed by hand comes back.
    denied = rule(project, "egress-denied")
    cloud.drift(FIREWALL, denied.id, lambda each: each.update(disabled=True))
    project.run("refresh")
    allowed = program(
        ranges=RANGES,
        nat={"address_count": 1, "min_ports_per_vm": 128},
        egress={"allow": {"database": {"ranges": ["10.9.0.0/24"], "ports": ["5432"]}}},
    )
    assert sorted(project.run("up", allowed)) == [
        ("create", "main-egress-to-database"),
        ("update", "main-egress-denied"),
        ("update", "main-nat"),
    ]
    assert not rule(project, "egress-denied").properties.get("disabled")

    # Another region: a second network with the same ranges, whose names and rules do not leave the first
    # while its cluster is there.
    cloud.forget_calls()
    project.run("up", program(ranges=RANGES, region="us-east1"))
    calls = [(each.operation, each.type) for each in cloud.calls("create", "delete")]
    cluster_goes = calls.index(("delete", CLUSTER))
    for kind in (NETWORK, SUBNETWORK, NAT, FIREWALL, ZONE):
        assert calls.index(("create", kind)) < cluster_goes < calls.index(("delete", kind)), kind
    assert len(cloud.all(NETWORK)) == len(cloud.all(CLUSTER)) == 1

    project.run("destroy")
    assert cloud.all() == []


def rule(project: Project, end: str) -> Resource:
    """A firewall rule by the end of its name."""
    return next(each for each in project.cloud.all(FIREWALL) if f"/main-{end}-" in each.id)


def test_a_network_of_a_host_project(tmp_path: Path) -> None:
    existing = {
        "network": "shared",
        "subnetwork": "sandboxes",
        "pod_range": "pods",
        "service_range": "services",
    }
    shared: dict[str, Any] = {
        "project": "host",
        "existing": existing,
        "egress": {},
        "shared_vpc": {"service_project": PROJECT},
    }
    project = Project(tmp_path, program(**shared))
    cloud = project.cloud
    id = "projects/host/regions/europe-west4/subnetworks/sandboxes"
    found = {
        "name": "sandboxes",
        "project": "host",
        "region": "europe-west4",
        "network": f"{LINK}/global/networks/shared",
        "selfLink": f"{LINK}/regions/europe-west4/subnetworks/sandboxes",
        "ipCidrRange": "10.0.0.0/22",
        "secondaryIpRanges": [
            {"rangeName": "pods-1", "ipCidrRange": "10.4.0.0/16"},
            {"rangeName": "services", "ipCidrRange": "10.0.16.0/20"},
        ],
        "privateIpGoogleAccess": False,
    }
    cloud.put(Resource(SUBNETWORK, id, found))

    # A preview looks at it.
    _, error = project.attempt("preview")
    assert "existing.pod_range: is pods, which is no secondary range of the subnetwork" in error
    assert "existing.subnetwork: sandboxes has no Private Google Access" in error

    found["secondaryIpRanges"][0]["rangeName"] = "pods"  # type: ignore[index]
    cloud.put(Resource(SUBNETWORK, id, {**found, "privateIpGoogleAccess": True}))
    project.run("up")
    made = [each.type for each in cloud.calls("create")]
    assert not {BINDING, FIREWALL} & set(made[made.index(CLUSTER) :])
    assert {BINDING, PROJECT_BINDING} <= set(made)
    assert {each.properties["role"] for each in cloud.all(BINDING)} == {"roles/compute.networkUser"}
    assert {each.properties["project"] for each in cloud.all(FIREWALL)} == {"host"}
    assert rule(project, "egress-cluster").properties["destinationRanges"] == [
        "10.0.0.0/22",
        "10.4.0.0/16",
        "10.0.16.0/20",
    ]
    assert cloud.only(CLUSTER).properties["network"] == found["network"]
    assert project.run("preview") == []

    # What exists is nobody's here.
    project.run("destroy")
    assert [each.id for each in cloud.all()] == [id]

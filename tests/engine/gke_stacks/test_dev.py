"""The stack dev as it is shipped, through its life: an Autopilot cluster and what runs in it."""

from pathlib import Path

import pytest

from tests.engine.gke_stacks.stack import CRDS, Stack, found_in, names
from tests.fakes.gcp.tokens import CLUSTER

API = "gcp:projects/service:Service"
SERVICE_AGENT = "gcp:projects/serviceIdentity:ServiceIdentity"
FIREWALL = "gcp:compute/firewall:Firewall"
MIRROR = "gcp:artifactregistry/repository:Repository"
NAT = "gcp:compute/routerNat:RouterNat"
NETWORK = "gcp:compute/network:Network"

pytestmark = pytest.mark.engine


def test_dev(tmp_path: Path, control_plane: Path, second_control_plane: Path) -> None:
    first, second = control_plane, second_control_plane
    stack = Stack(tmp_path, "dev", first, second)
    cloud = stack.cloud

    # The sandbox workloads are judged although there is no cluster yet.
    planned = {name for step, name in stack.preview() if step == "create"}
    assert {"dev", "demo", "demo-python", "agent-sandbox"} <= planned
    assert cloud.all() == []

    stack.run("up")
    cluster = cloud.only(CLUSTER)
    told = stack.told()
    assert told["cluster"]["id"] == cluster.id
    assert told["cluster"]["pools"] == {}
    made = [each.type for each in cloud.calls("create")]
    assert max(at for at, each in enumerate(made) if each == API) < made.index(NETWORK) < made.index(CLUSTER)
    assert max(made.index(each) for each in (NAT, FIREWALL, MIRROR)) < made.index(CLUSTER)
    mirror = told["images"]["registry.k8s.io"]
    assert mirror.startswith("europe-west4-docker.pkg.dev/my-project/")
    assert {image.partition("/agent-sandbox/")[0] for image in stack.images()} == {mirror}
    assert told["tenants"]["demo"]["pools"]["python"] == {"name": "python", "replicas": 1}
    objects = stack.objects()
    assert names(objects) >= {*CRDS, "Namespace demo", "SandboxWarmPool python"}
    assert found_in(first, objects) == names(objects)
    stack.run("refresh")
    assert stack.preview() == []

    # A change in place, and one that is refused.
    stack.edit(lambda config: config["cluster"]["autopilot"]["release"].update(channel="STABLE"))
    assert stack.preview() == [("update", "dev")]
    assert stack.run("up") == [("update", "dev")]
    stack.edit(lambda config: config["cluster"]["autopilot"].update(addons={"agent_sandbox": True}))
    assert "beside the Agent Sandbox" in stack.refused_preview()
    stack.edit(lambda config: config["cluster"]["autopilot"].pop("addons"))

    # A change that replaces the cluster, with its network and mirrors: the new one gets every object, and the
    # old one is emptied before it goes, so that no disk or load balancer of its objects is left behind.
    network = cloud.only(NETWORK)
    stack.edit(lambda config: config["cluster"]["autopilot"].update(location="us-central1"))
    replaced = {name for step, name in stack.preview() if step == "create-replacement"}
    assert {
        "dev",
        "dev-registry-k8s-io",
        "demo",
        "demo-quota",
        "demo-default-deny",
        "demo-python",
    } <= replaced
    cloud.forget_calls()
    stack.run("up")
    assert cloud.only(CLUSTER).id != cluster.id
    assert cloud.only(NETWORK).id != network.id
    calls = [(each.operation, each.type) for each in cloud.calls("create", "delete")]
    order = [("create", NETWORK), ("create", CLUSTER), ("delete", CLUSTER), ("delete", NETWORK)]
    assert [calls.index(each) for each in order] == sorted(calls.index(each) for each in order)
    moved = stack.objects()
    assert len(moved) == len(objects)
    assert found_in(second, moved) == names(moved)
    assert found_in(first, objects) == CRDS

    # An `up` after a destroy adopts the CRDs that were kept.
    stack.run("destroy")
    # APIs and their service agents stay, since others may use them.
    assert {each.type for each in cloud.all()} == {API, SERVICE_AGENT}
    assert found_in(second, moved) == CRDS
    stack.run("up")
    again = stack.objects()
    assert found_in(first, again) == names(again)
    stack.run("destroy")

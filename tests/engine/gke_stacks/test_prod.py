"""The stack prod as it is shipped, through its life: a Standard cluster with a gVisor pool and a key."""

from pathlib import Path
from typing import Any

import pytest

from tests.engine.gke_stacks.stack import CRDS, OF_A_KUBECONFIG, Stack, found_in, names
from tests.fakes.gcp.tokens import CLUSTER, NODE_POOL

pytestmark = pytest.mark.engine

API = "gcp:projects/service:Service"
SERVICE_AGENT = "gcp:projects/serviceIdentity:ServiceIdentity"
KEY = "gcp:kms/cryptoKey:CryptoKey"
RING = "gcp:kms/keyRing:KeyRing"


def test_prod(tmp_path: Path, control_plane: Path, second_control_plane: Path) -> None:
    first, second = control_plane, second_control_plane
    stack = Stack(tmp_path, "prod", first, second)
    cloud = stack.cloud
    standard: dict[str, Any] = stack.config["cluster"]["standard"]
    planned = {name for step, name in stack.preview() if step == "create"}
    assert {"prod", "prod-system", "sandboxes", "team-a", "team-a-python", "agent-sandbox"} <= planned
    assert cloud.all() == []

    stack.run("up")
    cluster = cloud.only(CLUSTER)
    assert cluster.properties["databaseEncryption"]["keyName"] == cloud.only(KEY).id
    pools = {each.id.rpartition("/")[2]: each.properties for each in cloud.all(NODE_POOL)}
    name = stack.told()["cluster"]["pools"]["sandboxes"]
    gvisor = {key: "sandboxConfig" in each["nodeConfig"] for key, each in pools.items()}
    assert gvisor.pop(name)
    assert list(gvisor.values()) == [False]
    assert OF_A_KUBECONFIG not in stack.state()
    objects = stack.objects()
    assert found_in(first, objects) == names(objects)
    stack.run("refresh")
    assert stack.preview() == []

    # A change in place, and with it a version that GKE has gone past: it is told, and changes nothing.
    stack.edit(lambda _: standard["pools"]["sandboxes"]["size"].update(max=12))
    stack.edit(lambda _: standard["release"].update(min_master_version="1.35.2-gke.1269000"))
    assert sorted(stack.preview()) == [("update", "prod"), ("update", "sandboxes")]
    assert any("release.min_master_version: is 1.35.2" in each for each in stack.warnings)
    assert sorted(stack.run("up")) == [("update", "prod"), ("update", "sandboxes")]
    assert cloud.only(CLUSTER).properties["masterVersion"] == cluster.properties["masterVersion"]

    # Refused by the preview: the only gVisor pool goes while a template needs it; a protected cluster is
    # replaced.
    sandboxes = standard["pools"].pop("sandboxes")
    stack.edit(lambda _: None)
    assert "cluster.standard.pools: no node pool has GKE Sandbox on" in stack.refused_preview()
    standard["pools"]["sandboxes"] = sandboxes
    cloud.forget_calls()
    stack.edit(lambda _: standard.update(overrides={"default_max_pods_per_node": 64}))
    assert "unable to replace resource" in stack.refused_preview()
    assert cloud.calls("create", "update", "delete") == []

    # Without the protection it is replaced, in the same `up`: the new one is there, with its pools and every
    # object, before the old one goes.
    stack.edit(lambda _: standard.update(deletion_protection=False))
    replaced = {name for step, name in stack.preview() if step == "create-replacement"}
    assert {"prod", "prod-system", "sandboxes", "team-a", "team-a-python"} <= replaced
    stack.run("up")
    calls = [(each.operation, each.type) for each in cloud.calls("create", "delete")]
    kinds = [(step, type) for step in ("create", "delete") for type in (CLUSTER, NODE_POOL, NODE_POOL)]
    assert sorted(each for each in calls if each[1] in (CLUSTER, NODE_POOL)) == sorted(kinds)
    last_made = max(at for at, each in enumerate(calls) if each == ("create", NODE_POOL))
    assert last_made < calls.index(("delete", NODE_POOL)) < calls.index(("delete", CLUSTER))
    moved = stack.objects()
    assert found_in(second, moved) == names(moved)
    assert found_in(first, objects) == CRDS

    # Key and ring stay, and the next `up` takes them again.
    kept = [each.id for each in (cloud.only(RING), cloud.only(KEY))]
    stack.run("destroy")
    assert {each.type for each in cloud.all()} == {KEY, RING, API, SERVICE_AGENT}
    steps = stack.run("up")
    assert [step for step, name in steps if name == "prod-secrets"] == [
        "import",
        "import",
        "update",
        "create",
    ]
    assert [each.id for each in (cloud.only(RING), cloud.only(KEY))] == kept
    assert cloud.only(CLUSTER).properties["databaseEncryption"]["keyName"] == kept[1]
    again = stack.objects()
    assert found_in(first, again) == names(again)
    stack.run("destroy")

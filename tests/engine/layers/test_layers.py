"""The example of three stacks, one for the cluster, one for the controller, one for the tenants, as they are
shipped: over the stand-in for Google Cloud and real API servers.
"""

from pathlib import Path

import pytest

from automation.paths import ROOT
from tests.engine.gke_stacks.stack import CRDS, Stack, found_in, names
from tests.fakes.gcp.tokens import CLUSTER

pytestmark = pytest.mark.engine

LAYERS = ROOT / "examples" / "layers"
MIRROR = "europe-west4-docker.pkg.dev/my-project/"


def layer(folder: Path, name: str, control_plane: Path) -> Stack:
    """One of the three stacks."""
    return Stack(folder, name, control_plane, directory=LAYERS)


def test_three_layers_are_changed_apart(tmp_path: Path, control_plane: Path) -> None:
    cluster, platform, tenants = (
        layer(tmp_path, name, control_plane) for name in ("cluster", "platform", "tenants")
    )
    cloud = cluster.cloud

    # Before there is a cluster, the other layers say whose it is.
    _, error = tenants.attempt("preview")
    assert "organization/gke-agent-sandbox-layers/cluster" in error

    cluster.run("up")
    assert not any(each["kind"] == "Namespace" for each in cluster.objects())
    platform.run("up")
    assert names(platform.objects()) >= CRDS
    assert cloud.only(CLUSTER).id == cluster.told()["cluster"]["id"]
    cloud.forget_calls()
    tenants.run("up")

    # The tenants' stack holds tenants alone, looks at the cluster, and changes nothing on Google Cloud.
    assert cloud.calls("create", "update", "delete") == []
    objects = tenants.objects()
    assert names(objects) >= {"Namespace team-a", "SandboxWarmPool python"}
    assert not names(objects) & CRDS
    assert found_in(control_plane, objects) == names(objects)
    assert all(image.startswith(MIRROR) for image in [*platform.images(), *tenants.images()])
    assert "gke-gcloud-auth-plugin" not in tenants.state()

    # Each is changed by itself, and no other one sees it.
    tenants.edit(lambda config: config["tenants"]["team-a"]["pools"]["python"].update(replicas=6))
    assert tenants.run("up") == [("update", "team-a-python")]
    platform.edit(lambda config: config["controller"].update(replicas=3))
    assert ("update", "agent-sandbox-agent-sandbox-controller") in platform.run("up")
    cluster.edit(lambda config: config["cluster"]["standard"]["pools"]["sandboxes"]["size"].update(max=12))
    assert cluster.run("up") == [("update", "sandboxes")]
    for each in (cluster, platform, tenants):
        each.run("refresh")
        assert each.attempt_preview() == ([], "")

    # They are taken down the other way round, and come up again.
    cluster.edit(lambda config: config["cluster"]["standard"].update(deletion_protection=False))
    cluster.run("up")
    for each in (tenants, platform, cluster):
        each.run("destroy")
    assert cloud.all(CLUSTER) == []
    assert found_in(control_plane, objects) == set()
    for each in (cluster, platform, tenants):
        each.run("up")
    again = tenants.objects()
    assert found_in(control_plane, again) == names(again)
    for each in (tenants, platform, cluster):
        each.run("destroy")

"""Remote repositories on the real engine, from the first preview to the last deletion."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi_gcp import serviceaccount

from gke_agent_sandbox.images import RemoteImageRepositories, mapped_when_known, planned_image_map
from tests.engine.fake_gcp.project import PROJECT, Project

pytestmark = pytest.mark.engine

REPOSITORY = "gcp:artifactregistry/repository:Repository"
KEYS = f"projects/{PROJECT}/locations/europe-west4/keyRings/images/cryptoKeys"
IMAGE = "registry.k8s.io/agent-sandbox/python-runtime-sandbox:v0.1.0"
PLACE: dict[str, Any] = {
    "location": "europe-west4",
    "project": PROJECT,
    "upstreams": {"registry.k8s.io": {}, "docker.io": {}},
}


def program(**more: Any) -> Callable[[], None]:
    """A mirror of two upstreams, and a resource that has the name of an image in it, as a template has."""

    def run() -> None:
        args: Any = {
            **PLACE,
            "readers": {"team-b": "serviceAccount:nodes@team-b.iam.gserviceaccount.com"},
            **more,
        }
        images = RemoteImageRepositories("images", args)
        serviceaccount.Account(
            "template", account_id="template", display_name=mapped_when_known(IMAGE, images.image_map)
        )
        pulumi.export("image_map", images.image_map)

    return run


def test_the_life_of_the_repositories(tmp_path: Path) -> None:
    project = Project(tmp_path, program())
    cloud = project.cloud
    repositories = {"images-registry-k8s-io", "images-docker-io"}
    made = {*repositories, "images-registry-k8s-io-team-b", "images-docker-io-team-b", "template", "images"}
    planned = planned_image_map("images", PLACE, "shop/dev")

    assert {name for step, name in project.run("preview") if step == "create"} == made
    assert cloud.all() == []
    assert {name for step, name in project.run("up") if step == "create"} == made
    assert project.outputs()["image_map"].value == planned
    (account,) = [each for each in cloud.all() if each.type.startswith("gcp:serviceaccount")]
    used = account.properties["displayName"]
    assert used == f"{planned['registry.k8s.io']}/agent-sandbox/python-runtime-sandbox:v0.1.0"
    assert {each.properties["registryUri"] for each in cloud.all(REPOSITORY)} == set(planned.values())

    # What Artifact Registry fills in is no change.
    project.run("refresh")
    assert project.run("preview") == []

    # In place.
    changed = {"cleanup": {"older_than_days": 30}, "labels": {"team": "a"}, "vulnerability_scanning": False}
    updated = [("update", name) for name in sorted(repositories)]
    assert sorted(project.run("up", program(**changed))) == updated

    # With a key they have to be new ones: these first, then what names their images, the old ones last.
    before = {each.id for each in cloud.all(REPOSITORY)}
    cloud.forget_calls()
    project.run("up", program(**changed, kms_key_name=f"{KEYS}/k"))
    calls = [(each.operation, each.type) for each in cloud.calls("create", "update", "delete")]
    created, moved = calls.index(("create", REPOSITORY)), calls.index(("update", account.type))
    assert created < moved < calls.index(("delete", REPOSITORY))
    assert calls.index(("create", "gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember")) < created
    after = {each.id for each in cloud.all(REPOSITORY)}
    assert len(after) == 2
    assert not before & after
    assert project.run("preview") == []

    project.run("destroy")
    assert cloud.all(REPOSITORY) == []

"""Names and properties of remote repositories, without the engine."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulumi_gcp import artifactregistry

from gke_agent_sandbox.gcp import property_problems
from gke_agent_sandbox.images import fault_of, mapped, planned_image_map, planned_repositories, pull_problems
from gke_agent_sandbox.images.remote_repository_settings import (
    LONGEST_ID,
    repository_id,
    repository_properties,
    scanning,
)
from tests.unit.gcp.properties import built

SECRET = "projects/acme/secrets/hub/versions/3"
CREDENTIALS = {"username": "acme", "password_secret_version": SECRET}
FULL: dict[str, Any] = {
    "location": "europe-west4",
    "project": "acme",
    "upstreams": {"docker.io": {"credentials": CREDENTIALS}, "registry.example.com": {}},
    "cleanup": {"older_than_days": 30.0, "dry_run": True},
    "kms_key_name": "projects/acme/locations/europe-west4/keyRings/r/cryptoKeys/k",
    "labels": {"team": "a"},
}
PLACE = {"location": "europe-west4", "project": "acme"}


def test_docker_hub_has_a_setting_of_its_own() -> None:
    assert repository_properties(FULL, "docker.io") == {
        "format": "DOCKER",
        "mode": "REMOTE_REPOSITORY",
        "description": "Images of docker.io, fetched when they are first pulled",
        "remote_repository_config": {
            "description": "Images of docker.io",
            "docker_repository": {"public_repository": "DOCKER_HUB"},
            "upstream_credentials": {"username_password_credentials": CREDENTIALS},
        },
        "kms_key_name": FULL["kms_key_name"],
        "labels": {"team": "a"},
        "cleanup_policies": [
            {"id": "older-than", "action": "DELETE", "condition": {"older_than": "2592000s"}}
        ],
        "cleanup_policy_dry_run": True,
    }


def test_any_other_upstream_is_a_common_repository() -> None:
    assert repository_properties({}, "registry.k8s.io") == {
        "format": "DOCKER",
        "mode": "REMOTE_REPOSITORY",
        "description": "Images of registry.k8s.io, fetched when they are first pulled",
        "remote_repository_config": {
            "description": "Images of registry.k8s.io",
            "common_repository": {"uri": "https://registry.k8s.io"},
        },
    }


@pytest.mark.parametrize("host", ["docker.io", "registry.example.com"])
def test_pulumi_gcp_knows_every_property(host: str) -> None:
    properties = {
        **repository_properties(FULL, host),
        "repository_id": "x",
        "location": "europe-west4",
        "project": "acme",
        "vulnerability_scanning_config": {"enablement_config": scanning(True)},
    }
    assert built(artifactregistry.RepositoryArgs, properties)
    assert list(property_problems(artifactregistry.RepositoryArgs, properties)) == []


def test_scanning() -> None:
    assert [scanning(each) for each in (None, True, False)] == ["INHERITED", "INHERITED", "DISABLED"]


def test_an_id_says_what_it_is_and_whose() -> None:
    first = repository_id("images", "registry.k8s.io", "infra/dev", None)
    assert first.startswith("images-registry-k8s-io-")
    assert first == repository_id("images", "registry.k8s.io", "infra/dev", None)
    others = {
        repository_id("images", "registry.k8s.io", "infra/prod", None),
        repository_id("images", "registry.k8s.io", "infra/dev", "projects/p/…/k"),
        repository_id("other", "registry.k8s.io", "infra/dev", None),
        repository_id("images", "ghcr.io", "infra/dev", None),
    }
    assert len(others | {first}) == 5
    assert repository_id("1st", "ghcr.io", "infra/dev", None).startswith("images-1st-ghcr-io-")


@given(st.text(max_size=90), st.from_regex(r"[a-z0-9.-]{1,90}", fullmatch=True), st.text(max_size=9))
def test_every_id_is_one_that_artifact_registry_takes(name: str, host: str, scope: str) -> None:
    made = repository_id(name, host, scope, None)
    assert len(made) <= LONGEST_ID
    assert made[0].isalpha()
    assert made[-1].isalnum()
    assert set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_the_map_and_the_groups_are_of_the_same_repositories() -> None:
    image_map = planned_image_map("images", PLACE, "infra/dev")
    (value,) = image_map.values()
    assert list(image_map) == ["registry.k8s.io"]
    assert value.startswith("europe-west4-docker.pkg.dev/acme/images-registry-k8s-io-")
    image = "registry.k8s.io/agent-sandbox/agent-sandbox-controller:v1.0.11"
    assert fault_of(str(mapped(image, image_map))) == ""
    groups = planned_repositories("images", PLACE, "infra/dev")
    assert list(groups) == ["registry-k8s-io"]
    assert pull_problems({"image": image}, image_map, {}, "repositories", "acme") != []
    assert pull_problems({"image": image}, image_map, groups, "repositories", "acme") == []


def test_a_project_in_a_domain() -> None:
    place = {**PLACE, "project": "example.com:acme"}
    (value,) = planned_image_map("images", place, "infra/dev").values()
    assert value.startswith("europe-west4-docker.pkg.dev/example.com/acme/images-")
    groups = planned_repositories("images", place, "infra/dev")
    images = {"image": f"{value}/pause:3.9"}
    assert pull_problems(images, {}, groups, "repositories", "example.com:acme") == []

"""Whether private nodes can pull what is to run on them."""

import pytest

from gke_agent_sandbox.images import supply_notices, supply_problems, unreachable_images
from gke_agent_sandbox.images.registries import is_reached_privately

MIRROR = {"registry.k8s.io": "europe-west4-docker.pkg.dev/acme/mirror"}
PLACE = "tenants.demo.templates.python.image"


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("europe-west4-docker.pkg.dev", True),
        ("pkg.dev", True),
        ("gcr.io", True),
        ("gke.gcr.io", True),
        ("mirror.gcr.io", True),
        ("k8s.gcr.io", False),
        ("registry.k8s.io", False),
        ("docker.io", False),
        ("ghcr.io", False),
        ("evil-gcr.io", False),
        ("gcr.io.example.com", False),
        ("gcr.io:5000", False),
    ],
)
def test_which_registries_private_nodes_reach(host: str, reached: bool) -> None:
    assert is_reached_privately(host) is reached


def test_an_image_without_a_way_to_it_is_refused_with_the_ways_that_there_are() -> None:
    (problem,) = supply_problems(False, {PLACE: "registry.k8s.io/agent-sandbox/python:v1"}, {})
    assert str(problem) == (
        f"{PLACE}: comes from registry.k8s.io, which nodes without a way to the internet do not reach (it is "
        "served by several clouds, not by Google alone; its pods would wait for their image for ever). Write "
        "instead: registry.k8s.io among the upstreams of RemoteImageRepositories, with its image_map; a copy "
        "in Artifact Registry; or a network with Cloud NAT"
    )


def test_all_images_are_told_at_once_and_short_names_are_docker_hubs() -> None:
    images = {"a": "python:3.12", "b": "ghcr.io/x/y:1", "c": "gcr.io/x/y:1", "d": "${IMAGE}"}
    told = {each.path: each for each in unreachable_images(images, {})}
    assert set(told) == {"a", "b"}
    assert "mirror.gcr.io, has only what many others pull" in told["a"].why
    assert told["b"].what.startswith("comes from ghcr.io")


def test_a_mirror_or_a_nat_is_enough() -> None:
    images = {PLACE: "registry.k8s.io/agent-sandbox/python:v1"}
    assert supply_problems(False, images, MIRROR) == []
    assert supply_problems(True, images, {}) == []
    assert supply_notices(True, images, {}) == []
    assert supply_notices(False, images, {}) == []


def test_a_mirror_on_the_internet_is_none() -> None:
    images = {"a": "registry.k8s.io/a:1"}
    (problem,) = supply_problems(False, images, {"registry.k8s.io": "quay.io/acme"})
    assert problem.what.startswith("comes from quay.io")


def test_a_registry_that_nobody_knows_may_lie_in_the_nodes_own_network() -> None:
    images = {"a": "harbor.example.com/agents/a:1"}
    assert supply_problems(False, images, {}) == []
    assert supply_notices(True, images, {}) == []
    for nat in (False, None):
        (notice,) = supply_notices(nat, images, {})
        assert str(notice) == (
            "a: comes from harbor.example.com: whether the nodes reach that is undetermined (it is not "
            "Google's; unless it lies in the nodes' own network, or they have Cloud NAT, its pods would wait "
            "for their image for ever). Write instead: harbor.example.com among the upstreams of "
            "RemoteImageRepositories, or nothing where they reach it"
        )


def test_in_a_network_of_somebody_elses_it_is_undetermined() -> None:
    images = {PLACE: "registry.k8s.io/agent-sandbox/python-runtime-sandbox:v0.1.0"}
    assert supply_problems(None, images, {}) == []
    assert supply_notices(None, images, MIRROR) == []
    (notice,) = supply_notices(None, images, {})
    assert str(notice) == (
        f"{PLACE}: comes from registry.k8s.io: whether the nodes reach that is undetermined (the network is "
        "not made here; without Cloud NAT its pods would wait for their image for ever). Write instead: "
        "registry.k8s.io among the upstreams of RemoteImageRepositories, or nothing where they reach it"
    )

"""Images come from allowed registries."""

from typing import Any

import pytest

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import UNKNOWN, Path, Resource
from tests.unit.rules.images.naming import PLACES, REGISTRY, naming
from tests.unit.rules.objects import about, only

RULE = "image-registry"
EACH_PLACE = pytest.mark.parametrize(("place", "path"), PLACES.items())
ACME = "europe-docker.pkg.dev/acme"
ALLOWED = [f"{ACME}/agents", "registry.k8s.io", "localhost:5000/", "docker.io/library", REGISTRY]


def found(image: Any, place: str = "containers") -> list[tuple[str, str]]:
    judged = naming(image, place)
    return [(str(each.verdict), each.path) for each in about(RULE, judged, registries=ALLOWED)]


@EACH_PLACE
@pytest.mark.parametrize(
    "image",
    [
        f"{ACME}/agents/python:1",
        f"{ACME}/agents/a/b/c@sha256:" + "0a" * 32,
        "Europe-Docker.pkg.dev/acme/agents/python",
        "registry.k8s.io/pause:3.9",
        "localhost:5000/a",
        "nginx",
        "library/nginx:1",
        "index.docker.io/nginx",
    ],
)
def test_an_image_from_where_it_may_come(place: str, path: str, image: str) -> None:
    assert found(image, place) == []


@EACH_PLACE
@pytest.mark.parametrize(
    "image",
    [
        f"{ACME}/agents",
        f"{ACME}/agents-of-others/python:1",
        f"{ACME}/other/agents/python:1",
        "registry.k8s.io.evil.example/pause:3.9",
        "evil.example/registry.k8s.io/pause",
        "registry.k8s.io:443/pause",
        "localhost/a",
        "acme/nginx",
        "docker.io/acme/nginx",
        "${REGISTRY}/a",
        "",
        1.0,
        [ACME],
    ],
)
def test_an_image_from_elsewhere(place: str, path: str, image: Any) -> None:
    assert found(image, place) == [("violation", path)]


@EACH_PLACE
def test_one_that_is_not_known_yet_is_undetermined(place: str, path: str) -> None:
    assert found(UNKNOWN, place) == [("undetermined", path)]
    assert found(None, place) == []


@pytest.mark.parametrize("image", ["evil.example/a", UNKNOWN, 1.0])
def test_nothing_is_said_where_no_registry_is_configured(image: Any) -> None:
    assert about(RULE, naming(image)) == []


@pytest.mark.parametrize(
    "wrong", ["docker.io", ["acme"], ["acme/agents"], ["https://gcr.io"], ["gcr.io/A"], [""], [1]]
)
def test_a_registry_has_a_host(wrong: Any) -> None:
    with pytest.raises(ProblemsError, match="each with its host"):
        only(RULE, registries=wrong)


def test_a_secret_reference_is_not_printed() -> None:
    at: Path = ("spec", "containers", 0, "image")
    plain = naming("s3cr3t")
    marked = Resource(plain.type_token, plain.properties, secrets=frozenset({at}))
    (finding,) = about(RULE, marked, registries=["gcr.io"])
    assert "s3cr3t" not in finding.message
    assert "from gcr.io" in finding.message

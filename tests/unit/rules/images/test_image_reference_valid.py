"""Every image can be pulled."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Path, Resource
from tests.unit.rules.images.naming import PLACES, naming
from tests.unit.rules.objects import about, good_pod_spec, pod

RULE = "image-reference-valid"
EACH_PLACE = pytest.mark.parametrize(("place", "path"), PLACES.items())


def found(judged: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged)]


@EACH_PLACE
@pytest.mark.parametrize(
    "good", ["nginx", "nginx:latest", "registry.example.com:5000/a/b@sha256:" + "0a" * 32]
)
def test_a_reference_that_can_be_pulled(place: str, path: str, good: str) -> None:
    assert found(naming(good, place)) == []


@EACH_PLACE
@pytest.mark.parametrize(
    "bad",
    [None, "", "${IMAGE}", "IMAGE_PLACEHOLDER", "registry/<project>/a:1", "scratch", "A:1", 1.0, ["a"], {}],
)
def test_any_other_is_a_fault(place: str, path: str, bad: Any) -> None:
    assert found(naming(bad, place)) == [("violation", path)]


@EACH_PLACE
def test_one_that_is_not_known_yet_is_undetermined(place: str, path: str) -> None:
    assert found(naming(UNKNOWN, place)) == [("undetermined", path)]


def test_the_reason_is_told() -> None:
    (finding,) = about(RULE, naming("${IMAGE}"))
    assert finding.found == '"${IMAGE}", which holds an unexpanded variable'
    assert finding.who == 'container "app"'


def test_a_secret_reference_is_not_printed() -> None:
    at: Path = ("spec", "containers", 0, "image")
    plain = naming("S3CRET")
    (finding,) = about(RULE, Resource(plain.type_token, plain.properties, secrets=frozenset({at})))
    assert (
        finding.found
        == "a secret value, which has upper-case letters in its name, which no image reference has"
    )
    assert "S3CRET" not in finding.message


@pytest.mark.parametrize(("image", "at"), [(UNKNOWN, ""), ({}, ".reference"), ("nginx", ".reference")])
def test_a_volume_of_an_image_names_it(image: Any, at: str) -> None:
    judged = pod(good_pod_spec(volumes=[{"name": "v", "image": image}]))
    assert [path for _, path in found(judged)] == [f"spec.volumes[0].image{at}"]


def test_a_patch_need_not_repeat_it() -> None:
    token = "kubernetes:core/v1:PodPatch"
    names = {"apiVersion": "v1", "kind": "Pod"}
    assert found(Resource(token, {**names, "spec": {"containers": [{"name": "a"}]}})) == []

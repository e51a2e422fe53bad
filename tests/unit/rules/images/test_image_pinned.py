"""An image is the same tomorrow."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import DEFAULT, UNKNOWN, Level, Path, Resource, judge
from tests.unit.rules.images.naming import PLACES, naming
from tests.unit.rules.objects import about

RULE = "image-pinned"
EACH_PLACE = pytest.mark.parametrize(("place", "path"), PLACES.items())
DIGEST = "sha256:" + "0a" * 32


def found(judged: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged, **parameters)]


@EACH_PLACE
@pytest.mark.parametrize(
    ("image", "by_tag", "by_digest"),
    [
        ("nginx", 1, 1),
        ("nginx:latest", 1, 1),
        ("registry.example.com:5000/a", 1, 1),
        ("nginx:1.27", 0, 1),
        (f"nginx@{DIGEST}", 0, 0),
        (f"nginx:latest@{DIGEST}", 0, 0),
        ("${IMAGE}", 0, 0),
        (None, 0, 0),
        (1.0, 0, 0),
    ],
)
def test_a_tag_or_a_digest(place: str, path: str, image: Any, by_tag: int, by_digest: int) -> None:
    judged = naming(image, place)
    assert found(judged) == [("violation", path)] * by_tag
    assert found(judged, pinned_by="digest") == [("violation", path)] * by_digest


@EACH_PLACE
def test_one_that_is_not_known_yet_is_undetermined(place: str, path: str) -> None:
    assert found(naming(UNKNOWN, place)) == [("undetermined", path)]


def test_by_default_it_is_told_and_does_not_block() -> None:
    (finding,) = [each for each in judge(naming("nginx")) if each.rule == RULE]
    assert DEFAULT.level_of(finding) is Level.ADVISORY


def test_a_secret_reference_is_not_printed() -> None:
    at: Path = ("spec", "containers", 0, "image")
    plain = naming("s3cr3t")
    (finding,) = about(RULE, Resource(plain.type_token, plain.properties, secrets=frozenset({at})))
    assert "s3cr3t" not in finding.message

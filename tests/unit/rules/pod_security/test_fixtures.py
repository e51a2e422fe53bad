"""The fixtures of Pod Security admission, in every version and in the kinds that carry a pod."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import Configuration, Entry, Verdict, configured, judge
from tests.unit.rules.pod_security.checks import AREAS, NEWEST, Area
from tests.unit.rules.pod_security.fixtures import fixtures
from tests.unit.rules.pod_security.kinds import KINDS, carried

pytestmark = pytest.mark.engine

BY_LEVEL = pytest.mark.parametrize("level", ["baseline", "restricted"])
BY_KIND = pytest.mark.parametrize("kind", KINDS)


def configuration(level: str, version: int) -> Configuration:
    said = {"profile": level, "pod_security_version": f"v1.{version}"}
    return configured({"configuration": Entry(None, said)})


def area_of(fixture: str) -> Area:
    """The area of a fixture, whose name is the id of its check in small letters, and a number."""
    check = fixture.rstrip("0123456789")
    (area,) = (each for each in AREAS if check in {known.lower() for known in each.checks})
    return area


def violated(kind: str, pod: dict[str, Any], judged_by: Configuration) -> set[str]:
    """The rules that are certainly violated."""
    return {each.rule for each in judge(carried(kind, pod), judged_by) if each.verdict is Verdict.VIOLATION}


@BY_LEVEL
@pytest.mark.parametrize(("outcome", "baseline", "restricted"), [("pass", 15, 23), ("fail", 34, 76)])
def test_the_newest_version_has_so_many(level: str, outcome: str, baseline: int, restricted: int) -> None:
    assert len(fixtures(level, NEWEST, outcome)) == {"baseline": baseline, "restricted": restricted}[level]


@BY_LEVEL
@BY_KIND
def test_no_pod_that_fails_is_missed_in_any_version(level: str, kind: str) -> None:
    missed: list[tuple[int, str]] = []
    for version in range(NEWEST + 1):
        judged_by = configuration(level, version)
        failing = fixtures(level, version, "fail")
        assert failing
        for name, pod in failing.items():
            if not violated(kind, pod, judged_by) & area_of(name).rules:
                missed.append((version, name))
    assert missed == []


@BY_LEVEL
@BY_KIND
def test_no_pod_that_passes_is_told_of_in_any_version(level: str, kind: str) -> None:
    told: list[tuple[int, str, str]] = []
    for version in range(NEWEST + 1):
        judged_by = configuration(level, version)
        passing = fixtures(level, version, "pass")
        assert passing
        for name, pod in passing.items():
            told += [(version, name, each.message) for each in judge(carried(kind, pod), judged_by)]
    assert told == []

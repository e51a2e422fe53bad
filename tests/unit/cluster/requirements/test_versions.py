"""GKE versions are compared by their numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster.requirements import at_least, version_problems
from gke_agent_sandbox.cluster.requirements.versions import meets, numbers

FIELD = st.integers(0, 10**7)
FIELDS = st.tuples(FIELD, FIELD, FIELD, FIELD)
FLOORS = ("1.26.10-gke.1024000", "1.27.7-gke.1506000", "1.28.2-gke.1098000")


def written(fields: tuple[int, ...]) -> str:
    dotted = ".".join(str(each) for each in fields[:3])
    return f"{dotted}-gke.{fields[3]}" if len(fields) == 4 else dotted


@pytest.mark.parametrize(
    ("version", "floor", "expected"),
    [
        ("1.36.3-gke.1767000", "1.36.3-gke.999", True),
        ("1.36.3-gke.999000", "1.36.3-gke.1767000", False),
        ("1.36.10-gke.1000", "1.36.3-gke.1767000", True),
        ("1.36.3-gke.1767000", "1.36.3-gke.1767000", True),
        ("1.9.0-gke.1", "1.36.0-gke.1", False),
        ("2.0.0-gke.0", "1.99.99-gke.99", True),
        ("1.36", "1.36.3-gke.1767000", None),
        ("1.36.3", "1.36.3-gke.1767000", None),
        ("1.36.4", "1.36.3-gke.1767000", True),
        ("1.37", "1.36.3-gke.1767000", True),
        ("1.35", "1.36.3-gke.1767000", False),
        ("1.36", "1.36.0-gke.0", True),
        ("1.36.0-gke.1", "1.36", True),
        ("1.35.9-gke.1", "1.36", False),
        ("latest", "1.36", None),
        ("-", "1.36", None),
        ("", "1.36", None),
        (None, "1.36", None),
        ("v1.36", "1.36", None),
    ],
)
def test_at_least(version: str | None, floor: str, expected: bool | None) -> None:
    assert at_least(version, floor) is expected


@given(FIELDS, FIELDS)
def test_versions_are_ordered_as_their_numbers(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    assert numbers(written(one)) == one
    assert at_least(written(one), written(other)) is (one >= other)


@given(FIELDS, FIELDS, st.integers(2, 3))
def test_a_beginning_says_only_what_holds_for_all_that_it_begins(
    whole: tuple[int, ...], floor: tuple[int, ...], length: int
) -> None:
    told = at_least(written(whole[:length]), written(floor))
    assert told in (None, whole >= floor)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.25.99-gke.9999999", False),
        ("1.26.10-gke.1023999", False),
        ("1.26.10-gke.1024000", True),
        ("1.27.1-gke.1", False),
        ("1.27.7-gke.1506000", True),
        ("1.28.1-gke.9999999", False),
        ("1.28.2-gke.1098000", True),
        ("1.29.0-gke.1", True),
        ("1.36", True),
        ("1.27", None),
        ("1.25", False),
        ("latest", None),
    ],
)
def test_a_feature_that_came_to_several_minor_versions(version: str, expected: bool | None) -> None:
    assert meets(version, FLOORS) is expected


@pytest.mark.parametrize("version", ["1.36", "1.36.3", "1.36.3-gke.1767000", "latest", "-", ""])
def test_what_gke_takes_as_a_version(version: str) -> None:
    assert list(version_problems(version, "version")) == []


@pytest.mark.parametrize(
    "version", ["v1.36", "1", "1.36-gke.1", "1.36.3-gke", "1.36.3-gke.1.2", "1.٣", "newest"]
)
def test_what_is_no_version(version: str) -> None:
    (problem,) = version_problems(version, "release.min_master_version")
    assert problem.path == "release.min_master_version"
    assert "1.36.3-gke.1767000" in problem.fix

"""The versions that the cloud offers."""

import pytest

from tests.fakes.gcp.places import exists, zones
from tests.fakes.gcp.versions import version_for


@pytest.mark.parametrize(
    ("wanted", "version"),
    [
        (None, "1.36.3-gke.1767000"),
        ("-", "1.36.3-gke.1767000"),
        ("latest", "1.36.4-gke.1082000"),
        ("1.35", "1.35.3-gke.1234000"),
        ("1.35.2", "1.35.2-gke.1269000"),
        ("1.36.3-gke.999000", "1.36.3-gke.999000"),
    ],
)
def test_a_wish(wanted: str | None, version: str) -> None:
    assert version_for(wanted, "REGULAR") == version


@pytest.mark.parametrize("wanted", ["1.3", "1.36.3-gke.1", "2"])
def test_a_version_that_is_not_offered(wanted: str) -> None:
    with pytest.raises(LookupError):
        version_for(wanted, "REGULAR")


def test_locations() -> None:
    assert exists("europe-west4")
    assert exists("europe-west4-b")
    assert not exists("europe-west4-z")
    assert zones("europe-west4-b") == ["europe-west4-b"]

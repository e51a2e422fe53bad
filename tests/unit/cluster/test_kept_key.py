"""The key that a stack left behind is taken again by its next `up`."""

from collections.abc import Mapping
from typing import Any

import pulumi
import pulumi_gcp as gcp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster import AutopilotCluster, StandardCluster
from gke_agent_sandbox.cluster.kept_key import kept_name
from tests.unit.cluster.cluster_recorder import PROJECT, Google, Recorder, args, recorded

RING = "gcp:kms/keyRing:KeyRing main-secrets"
KEY = "gcp:kms/cryptoKey:CryptoKey main-secrets"
NAME = kept_name("main", "project/stack")
RING_ID = f"projects/{PROJECT}/locations/europe-west4/keyRings/{NAME}"
KEY_ID = f"{RING_ID}/cryptoKeys/{NAME}"
OFF = (
    "Error 403: Cloud Key Management Service (KMS) API has not been used in project 123456789012 before or "
    "it is disabled."
)


@pytest.fixture
def warnings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda message, *_more: lines.append(message))
    return lines


def google(*, ring: str = NAME, key: str = NAME, failure: str = "") -> Google:
    """A project with a key ring, and a key in it."""
    result = Google()
    result.rings = [{"id": f"{RING_ID}-other", "name": f"{NAME}-other"}, {"id": RING_ID, "name": ring}]
    result.keys = [{"id": KEY_ID, "name": key}]
    result.failure = failure
    return result


def cluster(found: Google | None = None, **more: Any) -> Recorder:
    given: Any = args(**more)
    return recorded(lambda: AutopilotCluster("main", given), google=found)


def names(recorder: Recorder) -> list[Any]:
    return [recorder.graph[each]["inputs"].get("name") for each in (RING, KEY)]


def test_what_is_there_is_taken_again(warnings: list[str]) -> None:
    made = cluster(google())
    assert made.imports == {RING: RING_ID, KEY: KEY_ID}
    assert names(made) == [NAME, NAME]
    assert made.questions["getKeyRings"] == {"location": "europe-west4", "project": PROJECT}
    assert made.questions["getCryptoKeys"] == {"keyRing": RING_ID}
    assert warnings == []


def test_what_is_not_there_is_made_under_the_same_name(warnings: list[str]) -> None:
    nothing = cluster()
    assert nothing.imports == {}
    assert names(nothing) == [NAME, NAME]
    assert "getCryptoKeys" not in nothing.questions, "there is no ring to ask about"
    assert cluster(google(ring="another")).imports == {}
    assert cluster(google(key="another")).imports == {RING: RING_ID}
    assert warnings == []


def test_a_zonal_cluster_has_its_key_in_the_region() -> None:
    zonal: Any = args(location="europe-west4-a")
    made = recorded(lambda: StandardCluster("main", zonal), google=google())
    assert made.imports == {RING: RING_ID, KEY: KEY_ID}


def test_another_name_makes_no_new_key() -> None:
    graph = cluster().graph
    assert [graph[each]["ignore_changes"] for each in (RING, KEY)] == [["name"], ["name"]]


@pytest.mark.parametrize("argument", ["project", "location"])
def test_a_place_that_is_an_output_is_not_asked_about(argument: str) -> None:
    place = pulumi.Output.from_input(args()[argument])
    made = cluster(google(), **{argument: place})
    assert made.imports == {}
    assert names(made) == [None, None]
    assert not made.questions.keys() & {"getKeyRings", "getCryptoKeys"}


def test_nobody_is_asked_where_no_key_is_made() -> None:
    for encryption in ({"customer_managed": False}, {"key_name": KEY_ID}):
        assert "getKeyRings" not in cluster(google(), security={"encryption": encryption}).questions


def test_the_components_own_provider_is_asked() -> None:
    def program() -> None:
        own = gcp.Provider("own", project="elsewhere")
        given: Any = args()
        AutopilotCluster("main", given, pulumi.ResourceOptions(providers=[own]))

    recorder = recorded(program, google=google())
    assert recorder.imports.keys() == {RING, KEY}
    assert {*recorder.asked} == {"pulumi:providers:gcp own"}


def test_an_api_that_is_off_has_no_keys(warnings: list[str]) -> None:
    made = cluster(google(failure=OFF))
    assert made.imports == {}
    assert names(made) == [NAME, NAME]
    assert warnings == []


def test_a_provider_that_is_not_configured_yet_tells_nothing(warnings: list[str]) -> None:
    later: Any = Google()
    later.rings = None
    assert cluster(later).imports == {}
    assert warnings == []


def test_no_answer_is_told(warnings: list[str]) -> None:
    denied = "Error 403: Permission 'cloudkms.keyRings.list' denied"
    assert cluster(google(failure=denied)).imports == {}
    (line,) = warnings
    assert NAME in line
    assert "roles/cloudkms.admin" in line
    assert denied in line


@given(st.text(min_size=1), st.text())
def test_a_name_is_one_that_cloud_kms_takes(component: str, scope: str) -> None:
    name = kept_name(component, scope)
    assert 1 <= len(name) <= 63
    assert not {*name} - {*"abcdefghijklmnopqrstuvwxyz0123456789-_"}


def test_names_tell_stacks_and_components_apart() -> None:
    table: Mapping[str, str] = {
        kept_name(component, scope): f"{scope} {component}"
        for component in ("main", "other", "a-very-long-name-of-a-cluster", "a-very-long-name-of-a-cluster-2")
        for scope in ("shop/dev", "shop/prod", "bank/dev")
    }
    assert len(table) == 12

"""No container leaves its AppArmor profile."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_pod_spec
from tests.unit.rules.pod_security.kinds import KINDS, carried
from tests.unit.rules.pod_security.pods import (
    IN_EACH_LIST,
    found,
    with_annotations,
    with_context,
    with_pod_context,
)

RULE = "app-armor-profile"
PROFILE = "securityContext.appArmorProfile"
PREFIX = "container.apparmor.security.beta.kubernetes.io/"
AT = f'metadata.annotations["{PREFIX}app"]'

GOOD = pytest.mark.parametrize(
    "good", [None, {"type": "RuntimeDefault"}, {"type": "Localhost", "localhostProfile": "x"}]
)
WRONG = pytest.mark.parametrize(
    "wrong", ["Unconfined", "", "runtime/default", "runtimedefault", None, True, 1.0, [], {}]
)


@IN_EACH_LIST
@GOOD
def test_a_profile_that_confines(key: str, good: Any) -> None:
    assert found(RULE, with_context(key, appArmorProfile=good)) == []
    assert found(RULE, with_pod_context({"appArmorProfile": good})) == []


@IN_EACH_LIST
@WRONG
def test_any_other_type_is_a_fault(key: str, wrong: Any) -> None:
    profile = {"type": wrong}
    assert found(RULE, with_context(key, appArmorProfile=profile)) == [
        ("violation", f"spec.{key}[0].{PROFILE}.type")
    ]
    assert found(RULE, with_pod_context({"appArmorProfile": profile})) == [
        ("violation", f"spec.{PROFILE}.type")
    ]


def test_a_profile_without_a_type_is_a_fault() -> None:
    assert found(RULE, with_context(appArmorProfile={})) == [
        ("violation", f"spec.containers[0].{PROFILE}.type")
    ]


@pytest.mark.parametrize("good", ["runtime/default", "localhost/own", "localhost/", "", None])
def test_an_annotation_that_confines(good: Any) -> None:
    assert found(RULE, with_annotations({f"{PREFIX}app": good})) == []


@pytest.mark.parametrize("wrong", ["unconfined", "localhost", "docker/default", " ", True, 0.0, [], {}])
def test_any_other_annotation_is_a_fault(wrong: Any) -> None:
    assert found(RULE, with_annotations({f"{PREFIX}app": wrong, "other": wrong})) == [("violation", AT)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_annotation_counts_where_the_pod_of_a_kind_has_it(kind: str) -> None:
    unconfined = {"name": "x", "annotations": {f"{PREFIX}app": "unconfined"}}
    assert len(found(RULE, carried(kind, {"metadata": unconfined, "spec": good_pod_spec()}))) == 1


def test_the_annotation_of_a_deployment_itself_is_not_that_of_its_pod() -> None:
    plain = carried("Deployment", {"metadata": {}, "spec": good_pod_spec()})
    annotated = {"metadata": {"name": "x", "annotations": {f"{PREFIX}app": "unconfined"}}}
    assert found(RULE, Resource(plain.type_token, {**plain.properties, **annotated})) == []


@pytest.mark.parametrize(
    ("resource", "at"),
    [
        (with_context(appArmorProfile=UNKNOWN), f"spec.containers[0].{PROFILE}"),
        (with_context(appArmorProfile={"type": UNKNOWN}), f"spec.containers[0].{PROFILE}.type"),
        (with_pod_context({"appArmorProfile": UNKNOWN}), f"spec.{PROFILE}"),
        (with_pod_context(UNKNOWN), "spec.securityContext"),
        (with_annotations(UNKNOWN), "metadata.annotations"),
        (with_annotations({f"{PREFIX}app": UNKNOWN}), AT),
    ],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(resource: Resource, at: str) -> None:
    assert found(RULE, resource) == [("undetermined", at)]


def test_an_unknown_annotation_of_another_kind_is_no_matter() -> None:
    assert found(RULE, with_annotations({"checksum/config": UNKNOWN})) == []


def test_every_version_asks_for_it() -> None:
    resource = with_context(appArmorProfile={"type": "Unconfined"})
    (finding,) = about(RULE, resource, pod_security_version="v1.0", profile="baseline")
    assert finding.required == 'set securityContext.appArmorProfile.type to "RuntimeDefault" or "Localhost"'

"""Every container runs under a seccomp profile."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod
from tests.unit.rules.pod_security.pods import (
    IN_EACH_LIST,
    NOT_SAID,
    edits,
    found,
    level,
    mended,
    with_annotations,
    with_container,
    with_context,
    with_pod_context,
)

RULE = "seccomp-profile"
PROFILE = "securityContext.seccompProfile"
STRICT = pytest.mark.parametrize("strictness", ["restricted", "sandbox"])
ALL_LEVELS = pytest.mark.parametrize("strictness", ["baseline", "restricted", "sandbox"])
GOOD = ({"type": "RuntimeDefault"}, {"type": "Localhost", "localhostProfile": "x"})
POD = "seccomp.security.alpha.kubernetes.io/pod"
CONTAINER = "container.seccomp.security.alpha.kubernetes.io/"
OLD = level("restricted", "v1.18")


@IN_EACH_LIST
@ALL_LEVELS
@pytest.mark.parametrize("good", GOOD)
def test_a_profile_of_the_pod_or_the_container(key: str, strictness: str, good: Any) -> None:
    assert found(RULE, with_context(key, seccompProfile=good), **level(strictness)) == []
    inherited = with_context(key, {"securityContext": {"seccompProfile": good}}, seccompProfile=None)
    assert found(RULE, inherited, **level(strictness)) == []


@IN_EACH_LIST
@ALL_LEVELS
@pytest.mark.parametrize("wrong", ["Unconfined", "", "runtime/default", None, True, 1.0, [], {}])
def test_any_other_type_is_a_fault(key: str, strictness: str, wrong: Any) -> None:
    profile = {"type": wrong}
    assert found(RULE, with_context(key, seccompProfile=profile), **level(strictness)) == [
        ("violation", f"spec.{key}[0].{PROFILE}.type")
    ]


@ALL_LEVELS
def test_what_a_pod_says_is_a_fault_of_the_pod_alone(strictness: str) -> None:
    bare = good_container(securityContext={})
    resource = with_pod_context({"seccompProfile": {"type": "Unconfined"}}, containers=[bare])
    assert found(RULE, resource, **level(strictness)) == [("violation", f"spec.{PROFILE}.type")]


@IN_EACH_LIST
@pytest.mark.parametrize("nothing", NOT_SAID)
@pytest.mark.parametrize(
    ("strictness", "version", "expected"),
    [
        ("baseline", "latest", 0),
        ("restricted", "v1.18", 0),
        ("restricted", "v1.19", 1),
        ("restricted", "latest", 1),
        ("sandbox", "latest", 1),
    ],
)
def test_silence_is_a_fault_above_baseline(
    key: str, nothing: Any, strictness: str, version: str, expected: int
) -> None:
    resource = with_container(key, {"securityContext": nothing}, securityContext=nothing)
    at = ("violation", f"spec.{key}[0].{PROFILE}.type")
    assert found(RULE, resource, **level(strictness, version)) == [at] * expected


@pytest.mark.parametrize(
    ("resource", "at"),
    [
        (with_context(seccompProfile=UNKNOWN), f"spec.containers[0].{PROFILE}"),
        (with_context(seccompProfile={"type": UNKNOWN}), f"spec.containers[0].{PROFILE}.type"),
        (with_container(securityContext=UNKNOWN), "spec.containers[0].securityContext"),
        (with_pod_context(UNKNOWN), "spec.securityContext"),
        (with_pod_context({"seccompProfile": UNKNOWN}), f"spec.{PROFILE}"),
    ],
)
@ALL_LEVELS
def test_what_is_not_known_yet_is_undetermined_and_said_once(
    resource: Resource, at: str, strictness: str
) -> None:
    assert found(RULE, resource, **level(strictness)) == [("undetermined", at)]


def test_a_silent_container_in_a_pod_that_is_not_known_is_not_told() -> None:
    resource = with_context(spec={"securityContext": {"seccompProfile": UNKNOWN}}, seccompProfile=None)
    assert found(RULE, resource) == [("undetermined", f"spec.{PROFILE}")]


@pytest.mark.parametrize(
    ("strictness", "version", "name", "verdicts"),
    [
        ("restricted", "v1.25", "windows", []),
        ("restricted", "v1.24", "windows", ["violation"]),
        ("restricted", "latest", "linux", ["violation"]),
        ("restricted", "latest", "Windows", ["violation"]),
        ("restricted", "latest", UNKNOWN, ["undetermined"]),
        ("restricted", "v1.24", UNKNOWN, ["violation"]),
        ("sandbox", "latest", "windows", ["violation"]),
        ("sandbox", "latest", UNKNOWN, ["violation"]),
        ("baseline", "latest", "windows", []),
    ],
)
def test_windows_relaxes_at_the_level_restricted(
    strictness: str, version: str, name: Any, verdicts: Any
) -> None:
    resource = with_context(spec={"os": {"name": name}}, seccompProfile=None)
    assert [verdict for verdict, _ in found(RULE, resource, **level(strictness, version))] == verdicts


def test_baseline_relaxes_nothing_for_windows() -> None:
    resource = with_context(spec={"os": {"name": "windows"}}, seccompProfile={"type": "Unconfined"})
    assert len(found(RULE, resource, **level("baseline"))) == 1
    assert found(RULE, resource, **level("restricted")) == []


@pytest.mark.parametrize("version", ["v1.0", "v1.18"])
@pytest.mark.parametrize("strictness", ["baseline", "restricted", "sandbox"])
@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        (POD, "runtime/default", 0),
        (POD, "docker/default", 0),
        (POD, "localhost/own", 0),
        (POD, None, 0),
        (POD, "unconfined", 1),
        (POD, "", 1),
        (POD, True, 1),
        (f"{POD}/", "unconfined", 0),
        (f"{CONTAINER}app", "runtime/default", 0),
        (f"{CONTAINER}app", "unconfined", 1),
        (f"{CONTAINER}other", "unconfined", 0),
        ("example.com/other", "unconfined", 0),
    ],
)
def test_the_annotations_count_up_to_v1_18(
    version: str, strictness: str, key: str, value: Any, expected: int
) -> None:
    resource = with_annotations({key: value})
    at = ("violation", f'metadata.annotations["{key}"]')
    assert found(RULE, resource, **level(strictness, version)) == [at] * expected
    assert found(RULE, resource, **level(strictness, "v1.19")) == []


def test_the_fields_do_not_count_before_there_were_any() -> None:
    assert found(RULE, with_context(seccompProfile={"type": "Unconfined"}), **OLD) == []


@pytest.mark.parametrize(
    ("annotations", "at"),
    [
        (UNKNOWN, "metadata.annotations"),
        ({POD: UNKNOWN}, f'metadata.annotations["{POD}"]'),
        ({f"{CONTAINER}app": UNKNOWN}, f'metadata.annotations["{CONTAINER}app"]'),
    ],
)
def test_an_annotation_that_is_not_known_yet(annotations: Any, at: str) -> None:
    assert found(RULE, with_annotations(annotations), **OLD) == [("undetermined", at)]


def test_a_container_without_a_name_has_the_annotation_without_one() -> None:
    nameless = [good_container(name=None)]
    resource = with_annotations({CONTAINER: "unconfined", f"{CONTAINER}x": "unconfined"}, containers=nameless)
    assert found(RULE, resource, **OLD) == [("violation", f'metadata.annotations["{CONTAINER}"]')]


def test_an_annotation_for_a_container_whose_name_is_not_known_yet() -> None:
    containers = [good_container(name=UNKNOWN), good_container(name="b")]
    annotations = {f"{CONTAINER}a": "unconfined", f"{CONTAINER}b": "unconfined"}
    told = about(RULE, with_annotations(annotations, containers=containers), **OLD)
    assert [(str(each.verdict), each.path, each.found) for each in told] == [
        ("violation", f'metadata.annotations["{CONTAINER}b"]', '"unconfined"'),
        (
            "undetermined",
            f'metadata.annotations["{CONTAINER}a"]',
            '"unconfined", and spec.containers[0].name is not known yet',
        ),
    ]


@STRICT
@pytest.mark.parametrize("nothing", NOT_SAID)
def test_silence_is_mended_on_the_pod(strictness: str, nothing: Any) -> None:
    bare = [good_container(name=name, securityContext=nothing) for name in ("a", "b")]
    resource = with_pod_context(nothing, containers=bare)
    expected = (("spec", "securityContext", "seccompProfile"), {"type": "RuntimeDefault"})
    assert edits(RULE, resource, **level(strictness)) == [expected, expected]
    assert found(RULE, mended(RULE, resource, **level(strictness)), **level(strictness)) == []


@pytest.mark.parametrize(
    "resource",
    [
        with_context(seccompProfile={"type": "Unconfined"}),
        with_context(seccompProfile={}),
        with_pod_context({"seccompProfile": {"type": "Unconfined"}}),
        pod(good_pod_spec(securityContext="context", containers=[good_container(securityContext=None)])),
        with_context(spec={"os": {"name": "windows"}}, seccompProfile=None),
        with_context(spec={"os": UNKNOWN}, seccompProfile=None),
    ],
)
def test_nothing_that_was_said_is_changed(resource: Resource) -> None:
    assert found(RULE, resource)
    assert edits(RULE, resource) == []

"""No container runs as root."""

import math
from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod
from tests.unit.rules.pod_security.pods import edits, level, mended

RULE = "run-as-non-root"
NON_ROOT = "securityContext.runAsNonRoot"
USER = "securityContext.runAsUser"


def with_contexts(own: Any, inherited: Any, key: str = "containers") -> Resource:
    """A pod whose only fault can be in these contexts."""
    container = good_container(securityContext=own)
    rest = {} if key == "containers" else {"containers": [good_container()]}
    return pod(good_pod_spec(securityContext=inherited, **{**rest, key: [container]}))


def found(resource: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource, **parameters)]


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize(
    ("own", "inherited"),
    [
        ({"runAsNonRoot": True}, None),
        ({}, {"runAsNonRoot": True}),
        ({"runAsNonRoot": None}, {"runAsNonRoot": True}),
        ({"runAsNonRoot": True, "runAsUser": 1.0}, {"runAsUser": 65534}),
    ],
)
def test_a_container_is_non_root_by_itself_or_by_its_pod(own: Any, inherited: Any, key: str) -> None:
    assert found(with_contexts(own, inherited, key)) == []


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize("inherited", [None, {}, {"fsGroup": 1000.0}])
def test_silence_is_a_fault_of_the_container(inherited: Any, key: str) -> None:
    assert found(with_contexts({}, inherited, key)) == [("violation", f"spec.{key}[0].{NON_ROOT}")]


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize("wrong", [False, "true", 1.0, {}, []])
def test_only_true_is_true(wrong: Any, key: str) -> None:
    at = f"spec.{key}[0].{NON_ROOT}"
    assert found(with_contexts({"runAsNonRoot": wrong}, {"runAsNonRoot": True}, key)) == [("violation", at)]


def test_a_pod_that_says_false_is_at_fault_even_where_its_containers_say_true() -> None:
    assert found(with_contexts({"runAsNonRoot": True}, {"runAsNonRoot": False})) == [
        ("violation", f"spec.{NON_ROOT}")
    ]


@pytest.mark.parametrize(
    "root", [0, 0.0, -0.0, "0", "1000", -1.0, 0.5, 1000.5, True, False, math.nan, math.inf, [], {}]
)
def test_the_user_is_a_number_above_0(root: Any) -> None:
    assert found(with_contexts({"runAsNonRoot": True, "runAsUser": root}, None)) == [
        ("violation", f"spec.containers[0].{USER}")
    ]
    assert found(with_contexts({"runAsNonRoot": True}, {"runAsUser": root})) == [
        ("violation", f"spec.{USER}")
    ]


def test_each_fault_names_its_own_container() -> None:
    spec = good_pod_spec(
        initContainers=[good_container(name="setup", securityContext={"runAsUser": 0.0})],
        containers=[good_container(name="app")],
    )
    assert {each.who for each in about(RULE, pod(spec))} == {'init container "setup"'}


@pytest.mark.parametrize(
    ("own", "inherited", "expected"),
    [
        ({"runAsNonRoot": UNKNOWN}, None, [f"spec.containers[0].{NON_ROOT}"]),
        ({}, {"runAsNonRoot": UNKNOWN}, [f"spec.{NON_ROOT}"]),
        ({"runAsNonRoot": True}, {"runAsNonRoot": UNKNOWN}, [f"spec.{NON_ROOT}"]),
        ({"runAsNonRoot": True, "runAsUser": UNKNOWN}, None, [f"spec.containers[0].{USER}"]),
        ({"runAsNonRoot": True}, {"runAsUser": UNKNOWN}, [f"spec.{USER}"]),
        (UNKNOWN, None, ["spec.containers[0].securityContext"]),
        ({}, UNKNOWN, ["spec.securityContext"]),
    ],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(own: Any, inherited: Any, expected: Any) -> None:
    assert found(with_contexts(own, inherited)) == [("undetermined", each) for each in expected]


def test_root_is_certain_whatever_the_rest_is() -> None:
    assert found(with_contexts({"runAsNonRoot": UNKNOWN, "runAsUser": 0.0}, UNKNOWN)) == [
        ("undetermined", "spec.securityContext"),
        ("undetermined", f"spec.containers[0].{NON_ROOT}"),
        ("violation", f"spec.containers[0].{USER}"),
    ]


ROOT = ({"runAsUser": 0.0}, {"runAsNonRoot": True})
SILENT = ({}, {})


@pytest.mark.parametrize(
    ("contexts", "version", "expected"),
    [
        (SILENT, "v1.0", 1),
        (ROOT, "v1.0", 0),
        (ROOT, "v1.22", 0),
        (ROOT, "v1.23", 1),
        (ROOT, "latest", 1),
    ],
)
@pytest.mark.parametrize("strictness", ["restricted", "sandbox"])
def test_the_user_counts_since_v1_23(contexts: Any, version: str, strictness: str, expected: int) -> None:
    assert len(found(with_contexts(*contexts), **level(strictness, version))) == expected


@pytest.mark.parametrize(
    ("strictness", "version", "host_users", "verdict"),
    [
        ("restricted", "v1.35", False, None),
        ("restricted", "latest", False, None),
        ("restricted", "v1.34", False, "violation"),
        ("restricted", "latest", True, "violation"),
        ("restricted", "latest", None, "violation"),
        ("restricted", "latest", "false", "violation"),
        ("restricted", "latest", 0.0, "violation"),
        ("restricted", "latest", UNKNOWN, "undetermined"),
        ("restricted", "v1.34", UNKNOWN, "violation"),
        ("sandbox", "latest", False, "violation"),
        ("sandbox", "latest", UNKNOWN, "violation"),
    ],
)
@pytest.mark.parametrize("contexts", [ROOT, SILENT, ({"runAsNonRoot": False}, None)])
def test_a_user_namespace_relaxes_at_the_level_restricted(
    contexts: Any, strictness: str, version: str, host_users: Any, verdict: str | None
) -> None:
    own, inherited = contexts
    spec = good_pod_spec(
        hostUsers=host_users, securityContext=inherited, containers=[good_container(securityContext=own)]
    )
    verdicts = [each for each, _ in found(pod(spec), **level(strictness, version))]
    assert verdicts == ([verdict] if verdict else [])


@pytest.mark.parametrize("inherited", [None, {}, {"fsGroup": 1000.0}])
def test_silence_is_mended_on_the_pod(inherited: Any) -> None:
    resource = with_contexts(None, inherited)
    assert edits(RULE, resource) == [(("spec", "securityContext", "runAsNonRoot"), True)]
    assert found(mended(RULE, resource)) == []


@pytest.mark.parametrize(
    ("own", "inherited"),
    [
        ({"runAsNonRoot": False}, None),
        ({}, {"runAsNonRoot": False}),
        ({"runAsNonRoot": True, "runAsUser": 0.0}, None),
        ({}, "context"),
    ],
)
def test_nothing_that_was_said_is_changed(own: Any, inherited: Any) -> None:
    resource = with_contexts(own, inherited)
    assert found(resource)
    assert edits(RULE, resource) == []


def test_nothing_is_mended_that_a_user_namespace_may_allow() -> None:
    spec = good_pod_spec(hostUsers=UNKNOWN, containers=[good_container(securityContext=None)])
    assert edits(RULE, pod(spec), **level("restricted")) == []
    assert len(edits(RULE, pod(spec))) == 1

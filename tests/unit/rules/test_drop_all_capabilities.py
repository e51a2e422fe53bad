"""No container keeps or adds a capability."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod

RULE = "drop-all-capabilities"
CAPABILITIES = "securityContext.capabilities"


def with_capabilities(capabilities: Any, key: str = "containers") -> Resource:
    """A pod whose only fault can be in these capabilities."""
    context = {"runAsNonRoot": True, "capabilities": capabilities}
    rest = {} if key == "containers" else {"containers": [good_container()]}
    return pod(good_pod_spec(**{**rest, key: [good_container(securityContext=context)]}))


def found(resource: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource)]


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize(
    "good", [{"drop": ["ALL"]}, {"drop": ["NET_RAW", "ALL"], "add": None}, {"drop": ["ALL"], "add": []}]
)
def test_all_is_dropped_and_nothing_added(good: Any, key: str) -> None:
    assert judge(with_capabilities(good, key)) == []


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize(
    "drop",
    [None, [], ["all"], ["NET_RAW"], ["CAP_ALL"], "ALL", {"ALL": True}, [["ALL"]], [None], True, [1.0]],
)
def test_anything_but_all_is_a_fault(drop: Any, key: str) -> None:
    assert found(with_capabilities({"drop": drop}, key)) == [
        ("violation", f"spec.{key}[0].{CAPABILITIES}.drop")
    ]


@pytest.mark.parametrize("missing", [None, {}])
def test_no_capabilities_at_all_are_those_of_the_runtime(missing: Any) -> None:
    assert found(with_capabilities(missing)) == [("violation", f"spec.containers[0].{CAPABILITIES}.drop")]


@pytest.mark.parametrize("add", [["NET_BIND_SERVICE"], ["ALL"], "SYS_ADMIN", {"0": "CHOWN"}, [UNKNOWN], True])
def test_nothing_is_added(add: Any) -> None:
    assert found(with_capabilities({"drop": ["ALL"], "add": add})) == [
        ("violation", f"spec.containers[0].{CAPABILITIES}.add")
    ]


def test_what_is_added_is_named() -> None:
    (finding,) = judge(with_capabilities({"drop": ["ALL"], "add": ["NET_ADMIN", "SYS_TIME"]}))
    assert finding.found == '["NET_ADMIN", "SYS_TIME"]'
    assert 'container "app"' in finding.message


@pytest.mark.parametrize(
    ("capabilities", "at"),
    [
        (UNKNOWN, ""),
        ({"drop": UNKNOWN}, ".drop"),
        ({"drop": ["NET_RAW", UNKNOWN]}, ".drop"),
        ({"drop": ["ALL"], "add": UNKNOWN}, ".add"),
    ],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(capabilities: Any, at: str) -> None:
    assert found(with_capabilities(capabilities)) == [
        ("undetermined", f"spec.containers[0].{CAPABILITIES}{at}")
    ]


def test_dropping_all_is_certain_whatever_else_is_dropped() -> None:
    assert judge(with_capabilities({"drop": [UNKNOWN, "ALL"]})) == []

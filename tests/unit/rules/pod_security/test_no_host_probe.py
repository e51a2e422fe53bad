"""No container sends the kubelet to another host."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, with_container

RULE = "no-host-probe"
HANDLERS = ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle.postStart", "lifecycle.preStop")
IN_EACH_HANDLER = pytest.mark.parametrize("handler", HANDLERS)
ACTIONS = pytest.mark.parametrize("action", ["httpGet", "tcpSocket"])


def with_handler(handler: str, value: Any, key: str = "containers") -> Resource:
    first, _, rest = handler.partition(".")
    return with_container(key, **{first: {rest: value} if rest else value})


@IN_EACH_LIST
@IN_EACH_HANDLER
@ACTIONS
@pytest.mark.parametrize("good", [{}, {"host": None}, {"host": ""}])
def test_the_pod_itself(key: str, handler: str, action: str, good: Any) -> None:
    assert found(RULE, with_handler(handler, {action: {"port": 80.0, **good}}, key)) == []


@IN_EACH_LIST
@IN_EACH_HANDLER
@ACTIONS
@pytest.mark.parametrize("wrong", ["169.254.169.254", "localhost", " ", 0.0, False, [], {}])
def test_another_host_is_a_fault(key: str, handler: str, action: str, wrong: Any) -> None:
    at = f"spec.{key}[0].{handler}.{action}.host"
    assert found(RULE, with_handler(handler, {action: {"host": wrong}}, key)) == [("violation", at)]


@IN_EACH_HANDLER
@pytest.mark.parametrize("other", [None, {}, {"exec": {"command": ["true"]}}, {"grpc": {"port": 1.0}}, "x"])
def test_other_actions_name_no_host(handler: str, other: Any) -> None:
    assert found(RULE, with_handler(handler, other)) == []


@IN_EACH_HANDLER
@pytest.mark.parametrize(
    ("value", "at"),
    [
        (UNKNOWN, ""),
        ({"httpGet": UNKNOWN}, ".httpGet"),
        ({"tcpSocket": {"host": UNKNOWN}}, ".tcpSocket.host"),
    ],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(handler: str, value: Any, at: str) -> None:
    assert found(RULE, with_handler(handler, value)) == [
        ("undetermined", f"spec.containers[0].{handler}{at}")
    ]


def test_an_unknown_lifecycle_is_said_once() -> None:
    assert found(RULE, with_container(lifecycle=UNKNOWN)) == [
        ("undetermined", "spec.containers[0].lifecycle")
    ]


@pytest.mark.parametrize(("version", "expected"), [("v1.33", 0), ("v1.34", 1), ("latest", 1)])
def test_a_fault_since_v1_34(version: str, expected: int) -> None:
    resource = with_container(livenessProbe={"httpGet": {"host": "example.com"}})
    assert len(found(RULE, resource, pod_security_version=version)) == expected

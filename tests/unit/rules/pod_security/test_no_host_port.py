"""No container takes a port of its node."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, with_container

RULE = "no-host-port"


@IN_EACH_LIST
@pytest.mark.parametrize(
    "good", [None, [], [{}], [{"containerPort": 80.0}], [{"hostPort": None}], [{"hostPort": 0.0}], [None]]
)
def test_no_port_of_the_node(key: str, good: Any) -> None:
    assert found(RULE, with_container(key, ports=good)) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", [80.0, 80, "0", "", False, True, [], {}, -1.0, float("nan")])
def test_anything_but_0_is_a_fault(key: str, wrong: Any) -> None:
    ports = [{"containerPort": 80.0}, {"containerPort": 81.0, "hostPort": wrong}]
    assert found(RULE, with_container(key, ports=ports)) == [
        ("violation", f"spec.{key}[0].ports[1].hostPort")
    ]


@pytest.mark.parametrize(
    ("ports", "at"), [(UNKNOWN, ""), ([UNKNOWN], "[0]"), ([{"hostPort": UNKNOWN}], "[0].hostPort")]
)
def test_what_is_not_known_yet_is_undetermined(ports: Any, at: str) -> None:
    assert found(RULE, with_container(ports=ports)) == [("undetermined", f"spec.containers[0].ports{at}")]


def test_the_siblings_of_an_unknown_port_are_judged() -> None:
    assert found(RULE, with_container(ports=[UNKNOWN, {"hostPort": 80.0}])) == [
        ("undetermined", "spec.containers[0].ports[0]"),
        ("violation", "spec.containers[0].ports[1].hostPort"),
    ]

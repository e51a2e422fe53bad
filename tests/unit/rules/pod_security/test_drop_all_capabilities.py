"""No container keeps a capability that its runtime grants."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.pod_security.pods import (
    IN_EACH_LIST,
    NOT_SAID,
    edits,
    found,
    level,
    mended,
    with_container,
    with_context,
)

RULE = "drop-all-capabilities"
CAPABILITIES = "securityContext.capabilities"


@IN_EACH_LIST
@pytest.mark.parametrize("good", [["ALL"], ["NET_RAW", "ALL"], [UNKNOWN, "ALL"]])
def test_all_is_dropped(good: Any, key: str) -> None:
    assert found(RULE, with_context(key, capabilities={"drop": good})) == []


@IN_EACH_LIST
@pytest.mark.parametrize(
    "drop",
    [None, [], ["all"], ["NET_RAW"], ["CAP_ALL"], "ALL", {"ALL": True}, [["ALL"]], [None], True, [1.0]],
)
def test_anything_but_all_is_a_fault(drop: Any, key: str) -> None:
    assert found(RULE, with_context(key, capabilities={"drop": drop})) == [
        ("violation", f"spec.{key}[0].{CAPABILITIES}.drop")
    ]


@pytest.mark.parametrize("nothing", NOT_SAID)
def test_no_capabilities_at_all_are_those_of_the_runtime(nothing: Any) -> None:
    at = ("violation", f"spec.containers[0].{CAPABILITIES}.drop")
    assert found(RULE, with_context(capabilities=nothing)) == [at]
    assert found(RULE, with_container(securityContext=nothing)) == [at]


@pytest.mark.parametrize("add", [["ALL"], "SYS_ADMIN", UNKNOWN])
def test_what_is_added_is_told_by_a_rule_of_its_own(add: Any) -> None:
    assert found(RULE, with_context(capabilities={"drop": ["ALL"], "add": add})) == []


@pytest.mark.parametrize(
    ("capabilities", "at"),
    [(UNKNOWN, ""), ({"drop": UNKNOWN}, ".drop"), ({"drop": ["NET_RAW", UNKNOWN]}, ".drop")],
)
def test_what_is_not_known_yet_is_undetermined(capabilities: Any, at: str) -> None:
    assert found(RULE, with_context(capabilities=capabilities)) == [
        ("undetermined", f"spec.containers[0].{CAPABILITIES}{at}")
    ]


@pytest.mark.parametrize(
    ("strictness", "version", "name", "verdicts"),
    [
        ("restricted", "v1.21", None, []),
        ("restricted", "v1.22", None, ["violation"]),
        ("restricted", "v1.24", "windows", ["violation"]),
        ("restricted", "v1.25", "windows", []),
        ("restricted", "v1.25", UNKNOWN, ["undetermined"]),
        ("restricted", "latest", "linux", ["violation"]),
        ("sandbox", "latest", "windows", ["violation"]),
        ("sandbox", "latest", UNKNOWN, ["violation"]),
    ],
)
def test_versions_and_windows(strictness: str, version: str, name: Any, verdicts: Any) -> None:
    resource = with_context(spec={"os": {"name": name}}, capabilities=None)
    assert [verdict for verdict, _ in found(RULE, resource, **level(strictness, version))] == verdicts


@IN_EACH_LIST
@pytest.mark.parametrize(
    ("capabilities", "path", "value"),
    [
        (None, (), ["ALL"]),
        ({}, (), ["ALL"]),
        ({"add": ["CHOWN"]}, (), ["ALL"]),
        ({"drop": []}, (0,), "ALL"),
        ({"drop": ["NET_RAW", "all"]}, (2,), "ALL"),
    ],
)
def test_all_is_added_to_what_is_dropped(key: str, capabilities: Any, path: Any, value: Any) -> None:
    resource = with_context(key, capabilities=capabilities)
    drop = ("spec", key, 0, "securityContext", "capabilities", "drop")
    assert edits(RULE, resource) == [((*drop, *path), value)]
    assert found(RULE, mended(RULE, resource)) == []


@pytest.mark.parametrize(
    "resource",
    [
        with_context(capabilities={"drop": "NET_RAW"}),
        with_context(capabilities="drop"),
        with_container(securityContext="context"),
        with_context(capabilities={"drop": ["NET_RAW", UNKNOWN]}),
        with_context(spec={"os": {"name": "windows"}}, capabilities={"drop": ["NET_RAW"]}),
        with_context(spec={"os": UNKNOWN}, capabilities=None),
    ],
)
def test_nothing_that_was_said_is_changed(resource: Resource) -> None:
    assert found(RULE, resource)
    assert edits(RULE, resource) == []

"""Edits in the properties as the engine sends them."""

from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Value

from gke_agent_sandbox.pulumi_values import SIGNATURE
from gke_agent_sandbox.rules import UNKNOWN, Edit
from gke_agent_sandbox_policies.mend import mend
from tests.unit.policies.wire import UNKNOWN_STRING, on_the_wire, output, secret


def mended(properties: dict[str, Any], *path: str | int, value: Any = False) -> Any:
    """The properties with a field set; None where the edit is not made."""
    before = Value(struct_value=on_the_wire(properties))
    after = Value()
    after.CopyFrom(before)
    if mend(after, Edit(path, value)):
        return MessageToDict(after.struct_value)
    assert after == before
    return None


@pytest.mark.parametrize(
    ("properties", "path", "expected"),
    [
        ({}, ("a",), {"a": False}),
        ({"a": None}, ("a",), {"a": False}),
        ({}, ("a", "b", "c"), {"a": {"b": {"c": False}}}),
        ({"a": {"x": 1}}, ("a", "b"), {"a": {"x": 1, "b": False}}),
        ({"a": None}, ("a", "b"), {"a": {"b": False}}),
        ({"a": []}, ("a", 0), {"a": [False]}),
        ({"a": ["x"]}, ("a", 1), {"a": ["x", False]}),
        ({"a": [{"x": 1}, None]}, ("a", 1, "b"), {"a": [{"x": 1}, {"b": False}]}),
        ({}, ("a", 0, "b"), {"a": [{"b": False}]}),
        ({"__defaults": [], "a": {}}, ("a", "b"), {"__defaults": [], "a": {"b": False}}),
    ],
)
def test_what_was_not_said_is_added(properties: dict[str, Any], path: Any, expected: Any) -> None:
    assert mended(properties, *path) == expected


@pytest.mark.parametrize(
    ("properties", "path"),
    [
        ({"a": True}, ("a",)),
        ({"a": {"b": 0}}, ("a", "b")),
        ({"a": {}}, ("a",)),
        ({"a": "x"}, ("a", "b")),
        ({"a": []}, ("a", "b")),
        ({"a": {}}, ("a", 0)),
        ({"a": ["x"]}, ("a", 0)),
        ({"a": ["x"]}, ("a", 2)),
        ({"a": UNKNOWN}, ("a",)),
        ({"a": UNKNOWN}, ("a", "b")),
        ({"a": output()}, ("a", "b")),
        ({"a": secret(UNKNOWN)}, ("a", "b")),
        ({"a": secret("[secret]")}, ("a", "b")),
        ({"a": {SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "text": "t"}}, ("a", "b")),
    ],
)
def test_what_was_said_or_is_not_known_stays_as_it_is(properties: dict[str, Any], path: Any) -> None:
    assert mended(properties, *path) is None


@pytest.mark.parametrize("marked", [secret, lambda value: output(secret=True, value=value)])
def test_a_mark_is_looked_through_and_stays(marked: Any) -> None:
    assert mended({"a": marked({"x": 1})}, "a", "b") == {"a": marked({"x": 1, "b": False})}
    assert mended({"a": marked([marked({})])}, "a", 0, "b") == {"a": marked([marked({"b": False})])}
    assert mended({"a": marked(None)}, "a", "b") == {"a": marked({"b": False})}


@pytest.mark.parametrize(
    "value", [True, 10001, "x", ["ALL"], {"type": "RuntimeDefault"}, {"a": [{"b": None}]}]
)
def test_every_plain_value_can_be_set(value: Any) -> None:
    assert mended({"x": UNKNOWN}, "a", value=value) == {"x": UNKNOWN_STRING, "a": value}

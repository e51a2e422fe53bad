"""From the engine's properties to plain values."""

from typing import Any

import pytest
from google.protobuf.struct_pb2 import Struct
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.pulumi_values import SIGNATURE, UNKNOWNS
from gke_agent_sandbox.rules import UNKNOWN
from gke_agent_sandbox_policies.decode import decode
from tests.unit.policies.wire import on_the_wire, output, secret


def decoded(value: Any) -> Any:
    return decode(on_the_wire({"x": value})).properties["x"]


def test_plain_values_stay_as_they_are_and_numbers_are_floats() -> None:
    value = {"a": [1, "s", True, None, {"b": 0}], "c": {}}
    assert decoded(value) == {"a": [1.0, "s", True, None, {"b": 0.0}], "c": {}}
    assert isinstance(decoded(0), float)


@pytest.mark.parametrize("mark", sorted(UNKNOWNS))
def test_each_mark_of_an_unknown_value_is_known(mark: str) -> None:
    assert decoded(mark) is UNKNOWN
    assert decoded([{"a": mark}])[0]["a"] is UNKNOWN


def test_a_secret_is_looked_through_and_remembered() -> None:
    properties = on_the_wire({"spec": {"list": secret([{"a": secret(1)}, secret(UNKNOWN)])}})
    values, secrets = decode(properties)
    assert values == {"spec": {"list": [{"a": 1.0}, UNKNOWN]}}
    assert secrets == {("spec", "list"), ("spec", "list", 0, "a"), ("spec", "list", 1)}


def test_an_output_is_its_value_or_unknown() -> None:
    values, secrets = decode(
        on_the_wire({"a": output(value="x"), "b": output(), "c": output(secret=True, value="y")})
    )
    assert values == {"a": "x", "b": UNKNOWN, "c": "y"}
    assert secrets == {("c",)}


def test_a_secret_without_a_value_cannot_be_read() -> None:
    broken = secret(None)
    del broken["value"]
    assert decoded(broken) is UNKNOWN


def test_a_secret_that_the_cli_could_not_decrypt_is_unknown() -> None:
    assert decoded(secret("[secret]")) is UNKNOWN
    assert decoded("[secret]") == "[secret]"


def test_another_mark_stays_an_object() -> None:
    asset = {SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "text": "t"}
    assert decoded(asset) == asset
    assert decoded({SIGNATURE: 1}) == {SIGNATURE: 1.0}


def test_a_value_of_no_kind_is_null() -> None:
    struct = Struct()
    struct.fields["x"].Clear()
    assert decode(struct).properties == {"x": None}


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(), json_values))
def test_what_bears_no_mark_is_decoded_as_it_is(properties: dict[str, Any]) -> None:
    assert decode(on_the_wire(properties)) == (properties, frozenset())

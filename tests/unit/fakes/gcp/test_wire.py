"""Values on the wire."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.pulumi_values import SECRET, SIGNATURE, UNKNOWNS
from tests.fakes.gcp import wire
from tests.fakes.gcp.wire import UNKNOWN, Secret, bare, decode, encode, general, sealed, secrets, shown

KEYS = st.text("abc.", min_size=1, max_size=3)
LEAVES = st.none() | st.booleans() | st.integers(-1000, 1000) | st.text("xyz", max_size=3) | st.just(UNKNOWN)
PLAIN = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)
VALUES = st.recursive(
    LEAVES | PLAIN.map(Secret),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
)


@given(st.dictionaries(KEYS, VALUES, max_size=3))
def test_what_is_sent_is_what_arrives(values: dict[str, Any]) -> None:
    assert decode(encode(values)) == values


@given(st.dictionaries(KEYS, VALUES, max_size=3))
def test_secrets_come_off_and_go_on_again(values: dict[str, Any]) -> None:
    assert sealed(bare(values), secrets(values)) == values


def test_a_whole_number_is_an_integer() -> None:
    values = decode(encode({"a": 3, "b": 0.5}))
    assert (values, type(values["a"])) == ({"a": 3, "b": 0.5}, int)


def test_the_marks_are_pulumis() -> None:
    assert (wire.SIGNATURE, wire.SECRET, wire.UNKNOWNS) == (SIGNATURE, SECRET, UNKNOWNS)
    struct = encode({"a": Secret("x"), "b": UNKNOWN})
    assert dict(struct["a"]) == {SIGNATURE: SECRET, "value": "x"}
    assert struct["b"] in UNKNOWNS


@pytest.mark.parametrize("mark", sorted(UNKNOWNS))
def test_every_mark_of_an_unknown_is_understood(mark: str) -> None:
    assert decode(encode({"a": [mark]})) == {"a": [UNKNOWN]}


def test_a_place_that_is_not_there_is_passed_over() -> None:
    assert sealed({"a": 1}, [("b", 0), ("a",)]) == {"a": Secret(1)}


def test_paths_in_words() -> None:
    path = ("nodeConfig", "taints", 0, "key")
    assert (shown(path), general(path)) == ("nodeConfig.taints[0].key", "nodeConfig.taints.key")
    assert shown(("labels", "a.b/c")) == 'labels["a.b/c"]'

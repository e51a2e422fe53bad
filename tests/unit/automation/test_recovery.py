"""Settling what a killed engine left behind."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from automation.recovery import (
    PendingCreate,
    lock_holder,
    object_identity,
    pending_creates,
    refresh_arguments,
)

NAMED = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "demo"}}


def pending(kind: str, inputs: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "resource": {"urn": "urn:a", "inputs": inputs}}


def test_only_creations_may_have_left_something_unknown() -> None:
    deployment = {"pending_operations": [pending("creating", NAMED), pending("updating", NAMED)]}
    assert pending_creates(deployment) == [PendingCreate("urn:a", ("v1", "Namespace", "", "demo"))]


def test_no_pending_operations() -> None:
    assert pending_creates({}) == []
    assert pending_creates({"pending_operations": None}) == []


def test_the_provider_id_has_the_namespace_where_there_is_one() -> None:
    assert PendingCreate("u", ("v1", "Namespace", "", "demo")).provider_id == "demo"
    assert PendingCreate("u", ("v1", "Pod", "demo", "a")).provider_id == "demo/a"


def test_what_is_there_is_imported_and_what_is_not_is_forgotten() -> None:
    there = PendingCreate("urn:there", ("v1", "Pod", "demo", "a"))
    gone = PendingCreate("urn:gone", ("v1", "Pod", "demo", "b"))
    other = PendingCreate("urn:provider", None)

    arguments = refresh_arguments([there, gone, other], lambda identity: identity[3] == "a")

    assert arguments == [
        "--import-pending-creates",
        "urn:there",
        "--import-pending-creates",
        "demo/a",
        "--clear-pending-creates",
    ]
    assert refresh_arguments([there], lambda _: True)[-1] == "demo/a", "nothing is forgotten then"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
maps = st.dictionaries(st.sampled_from(["apiVersion", "kind", "metadata", "name", "spec"]), json_values)


@given(maps, maps)
def test_no_input_is_mistaken_for_an_object(inputs: dict[str, Any], metadata: dict[str, Any]) -> None:
    identity = object_identity({**inputs, "metadata": metadata})
    if identity is not None:
        assert isinstance(inputs["apiVersion"], str)
        assert identity[3] == metadata["name"]


def test_the_holder_of_a_lock(tmp_path: Path) -> None:
    lock = tmp_path / "lock.json"
    assert lock_holder(lock) is None
    lock.write_text("{")
    assert lock_holder(lock) is None
    lock.write_text(json.dumps({"pid": 17, "username": "u"}))
    assert lock_holder(lock) == 17

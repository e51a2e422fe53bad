"""Settling what a killed engine left behind."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from automation.recovery import lock_holder, object_identity, pending_operations, settled

NAMED = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "demo"}}


def pending(kind: str, name: str) -> dict[str, Any]:
    inputs = {**NAMED, "metadata": {"name": name, "namespace": "demo"}}
    return {"type": kind, "resource": {"urn": f"urn:{name}", "custom": True, "inputs": inputs}}


def manager(identity: tuple[str, str, str, str]) -> str | None:
    return "pulumi-kubernetes-1" if identity[3].startswith("there") else None


def test_what_was_made_becomes_a_resource_and_what_was_not_is_forgotten() -> None:
    before = {
        "resources": [{"urn": "urn:old"}],
        "pending_operations": [
            pending("creating", "there"),
            pending("creating", "gone"),
            pending("updating", "there-already"),
            {"type": "creating", "resource": {"urn": "urn:provider"}},
        ],
    }

    after = settled(before, manager)

    assert after["pending_operations"] == []
    assert [each["urn"] for each in after["resources"]] == ["urn:old", "urn:there"]
    adopted = after["resources"][1]
    assert adopted["id"] == "demo/there"
    assert adopted["outputs"]["metadata"] == {"name": "there", "namespace": "demo"}
    assert adopted["outputs"]["__fieldManager"] == "pulumi-kubernetes-1"
    assert len(before["resources"]) == 1, "the given state is left alone"


def test_an_object_without_a_namespace() -> None:
    operation = {"type": "creating", "resource": {"urn": "urn:a", "inputs": NAMED}}
    after = settled({"pending_operations": [operation]}, lambda _: "pulumi-kubernetes-1")
    assert after["resources"][0]["id"] == "demo"


def test_no_pending_operations() -> None:
    assert pending_operations({}) == []
    assert pending_operations({"pending_operations": None}) == []


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

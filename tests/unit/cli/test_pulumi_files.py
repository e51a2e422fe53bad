"""States and plans."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cli.reading import Read, Subject, read_sources, sources
from gke_agent_sandbox.pulumi_values import OUTPUT, SIGNATURE, UNKNOWNS
from gke_agent_sandbox.pulumi_values.plain import plain
from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.cli.files import URN, Command, good_pod, record, secret, state, step

CIPHER = {**secret(""), "ciphertext": "v1:abc"}
del CIPHER["plaintext"]
UNKNOWN_STRING = sorted(UNKNOWNS)[0]


def read(command: Command, value: Any, name: str = "state.json") -> Read:
    command.write(name, json.dumps(value, indent=2))
    return read_sources(sources([name]))


def only(command: Command, value: Any) -> Subject:
    (subject,) = read(command, value).subjects
    return subject


def test_a_record_is_a_resource_with_its_place(command: Command) -> None:
    parent = f"{URN}::pulumi:pulumi:Stack::shop-dev"
    subject = only(command, state(record(good_pod(), parent=parent)))
    assert subject.resource.type_token == "kubernetes:core/v1:Pod"
    assert subject.resource.properties == good_pod()
    assert (subject.resource.name, subject.resource.urn) == ("agent", f"{URN}::kubernetes:core/v1:Pod::agent")
    assert subject.parent == parent
    lines = (command.folder / "state.json").read_text().splitlines()
    line, column = subject.locate(("spec", "runtimeClassName"))
    assert lines[line - 1][column - 1 :].startswith('"runtimeClassName"')
    missing = subject.locate(("spec", "nodeName"))
    assert lines[missing.line - 1].strip().startswith('"spec"')


@pytest.mark.parametrize(
    ("written", "value", "is_secret"),
    [
        (secret('"word"'), "word", True),
        (secret('{"a": [1]}'), {"a": [1]}, True),
        (secret('"[secret]"'), UNKNOWN, True),
        (secret("no json"), UNKNOWN, True),
        (CIPHER, UNKNOWN, True),
        (UNKNOWN_STRING, UNKNOWN, False),
        ({SIGNATURE: OUTPUT, "value": "word"}, "word", False),
        ({SIGNATURE: OUTPUT, "value": "word", "secret": True}, "word", True),
        ({SIGNATURE: OUTPUT}, UNKNOWN, False),
        ("[secret]", "[secret]", False),
        ({SIGNATURE: "another"}, {SIGNATURE: "another"}, False),
    ],
)
def test_marks_are_taken_off(command: Command, written: Any, value: Any, is_secret: bool) -> None:
    resource = only(command, state(record({"spec": {"x": [written]}}))).resource
    assert resource.properties == {"spec": {"x": [value]}}
    assert resource.secrets == (frozenset({("spec", "x", 0)}) if is_secret else frozenset())


def test_a_secret_may_lie_in_a_secret(command: Command) -> None:
    inner = json.dumps({"b": secret('"word"'), "c": UNKNOWN_STRING})
    resource = only(command, state(record({"a": secret(inner)}))).resource
    assert resource.properties == {"a": {"b": "word", "c": UNKNOWN}}
    assert resource.secrets == {("a",), ("a", "b")}


values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=4), values, max_size=3))
def test_what_has_no_marks_stays_as_it_is(properties: dict[str, Any]) -> None:
    assert plain(properties) == (properties, frozenset())


def test_what_waits_for_its_deletion_and_the_engines_own_are_left_out(command: Command) -> None:
    found = read(
        command,
        state(
            record(good_pod(), "old", delete=True),
            record({}, "k8s", "pulumi:providers:kubernetes"),
            record(good_pod(), "new"),
        ),
    )
    assert [each.resource.name for each in found.subjects] == ["new"]


@pytest.mark.parametrize(
    "value",
    [
        {"version": 5, "deployment": {"resources": []}},
        {"deployment": {"resources": []}},
        {"version": 3, "deployment": {"resources": {}}},
        {"version": 3, "deployment": {"resources": [5]}},
        {"version": 3, "deployment": {"resources": [{"urn": "x"}]}},
        {"version": 3, "deployment": {"resources": [record("inputs")]}},
    ],
)
def test_a_state_of_another_shape_is_told(command: Command, value: Any) -> None:
    found = read(command, value)
    assert len(found.unread) == 1
    assert found.unread[0].mark is not None


def test_a_state_that_is_nested_too_deep_is_told(command: Command) -> None:
    text = json.dumps(state(record({"a": "DEEP"}))).replace('"DEEP"', "[" * 5000 + "]" * 5000)
    command.write("state.json", text)
    found = read_sources(sources(["state.json"]))
    assert [each.what for each in found.unread] == ["is nested too deep"]


def test_a_plan_tells_what_will_be_there(command: Command) -> None:
    plan = {
        "steps": [
            step(good_pod("a"), "create", "a"),
            step(good_pod("b"), "same", "b"),
            step(good_pod("c"), "delete", "c"),
            step(good_pod("d"), "update", "d"),
            step(good_pod("e"), "create-replacement", "e"),
            step(good_pod("e"), "replace", "e"),
            step(good_pod("e"), "delete-replaced", "e"),
        ],
        "changeSummary": {"create": 1},
    }
    found = read(command, plan)
    assert [each.resource.name for each in found.subjects] == ["a", "b", "d", "e"]
    line, column = found.subjects[0].locate(("metadata", "name"))
    assert (command.folder / "state.json").read_text().splitlines()[line - 1][column - 1 :] == '"name": "a"'


def test_in_a_plan_the_word_for_secrets_is_unknown_and_secret(command: Command) -> None:
    resource = only(command, {"steps": [step({"a": ["[secret]"], "b": UNKNOWN_STRING})]}).resource
    assert resource.properties == {"a": [UNKNOWN], "b": UNKNOWN}
    assert resource.secrets == {("a", 0)}


def test_the_plan_of_a_preview_that_failed_is_no_pass(command: Command) -> None:
    diagnostics = [{"severity": "warning", "message": "x"}, {"severity": "error", "message": "boom"}]
    found = read(command, {"steps": [step(good_pod())], "diagnostics": diagnostics})
    assert "failed" in found.unread[0].what
    assert not read(command, {"steps": [step(good_pod())], "diagnostics": diagnostics[:1]}).unread


def test_a_step_without_its_new_state_is_no_pass(command: Command) -> None:
    broken = {key: value for key, value in step(good_pod()).items() if key != "newState"}
    assert "new state" in read(command, {"steps": [broken]}).unread[0].what
    assert not read(command, {"steps": [{**broken, "op": "delete"}]}).unread


def test_each_state_is_a_stack_of_its_own(command: Command) -> None:
    command.write("a.json", json.dumps(state(record(good_pod()))))
    command.write("b.json", json.dumps(state(record(good_pod()))))
    assert len({each.stack for each in read_sources(sources(["."])).subjects}) == 2

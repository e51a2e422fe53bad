"""Fields that a CustomResourceDefinition lacks, by the rules of the API server's pruning."""

from typing import Any

import pytest

from gke_agent_sandbox.sandboxes.api import open_api_schema, unknown_fields

OBJECT = {"type": "object"}
TEXT = {"type": "string"}


def paths(value: object, schema: dict[str, Any]) -> list[str]:
    return [problem.path for problem in unknown_fields(value, schema)]


def root(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"spec": {"type": "object", "properties": properties}}}


def test_declared_fields_and_those_of_every_object_stay() -> None:
    value = {"apiVersion": "v1", "kind": "A", "metadata": {"name": "a", "anything": 1}, "spec": {"a": "x"}}
    assert paths(value, root(a=TEXT)) == []


def test_unknown_fields_are_named_with_the_nearest_known_one() -> None:
    (problem,) = unknown_fields({"spec": {"podTemplateSpec": {}}}, root(podTemplate=OBJECT, service=TEXT))
    assert (problem.path, problem.fix) == ("spec.podTemplateSpec", "podTemplate")


def test_metadata_of_an_inner_object_is_declared_or_gone() -> None:
    inner = {
        "type": "object",
        "properties": {"metadata": {"type": "object", "properties": {"labels": OBJECT}}},
    }
    assert paths({"spec": {"pod": {"metadata": {"name": "x"}}}}, root(pod=inner)) == [
        "spec.pod.metadata.name"
    ]


def test_an_object_without_properties_loses_everything() -> None:
    assert paths({"spec": {"a": {"b": 1}}}, root(a=OBJECT)) == ["spec.a.b"]


def test_preserved_fields_stay_but_declared_ones_below_are_pruned() -> None:
    schema = {
        "type": "object",
        "x-kubernetes-preserve-unknown-fields": True,
        "properties": {"known": {"type": "object", "properties": {"a": TEXT}}},
    }
    assert paths({"spec": {"p": {"free": {"any": 1}, "known": {"a": "", "b": ""}}}}, root(p=schema)) == [
        "spec.p.known.b"
    ]


def test_maps_with_free_keys_keep_them_and_prune_their_values() -> None:
    values = {"type": "object", "properties": {"a": TEXT}}
    schema = {"type": "object", "additionalProperties": values}
    assert paths({"spec": {"m": {"any.key/x": {"a": ""}, "other": {"b": ""}}}}, root(m=schema)) == [
        "spec.m.other.b"
    ]
    free = {"type": "object", "additionalProperties": True}
    assert paths({"spec": {"m": {"x": {"y": 1}}}}, root(m=free)) == []


def test_lists_are_pruned_entry_by_entry() -> None:
    schema = {"type": "array", "items": {"type": "object", "properties": {"a": TEXT}}}
    assert paths({"spec": {"l": [{"a": ""}, {"b": ""}]}}, root(l=schema)) == ["spec.l[1].b"]


def test_an_embedded_object_has_the_fields_of_every_object() -> None:
    schema = {"type": "object", "x-kubernetes-embedded-resource": True, "properties": {"spec": OBJECT}}
    value = {"spec": {"o": {"apiVersion": "v1", "kind": "A", "metadata": {"name": "x"}, "data": {}}}}
    assert paths(value, root(o=schema)) == ["spec.o.data"]


@pytest.mark.parametrize("value", [1, "50%", 1.0])
def test_int_or_string_has_no_fields(value: object) -> None:
    assert paths({"spec": {"port": value}}, root(port={"x-kubernetes-int-or-string": True})) == []


def test_unknown_values_are_looked_past() -> None:
    marker = object()
    assert unknown_fields({"spec": marker}, root(), is_opaque=lambda value: value is marker) == []


def test_a_version_that_is_not_there() -> None:
    definition: dict[str, Any] = {
        "metadata": {"name": "a.b"},
        "spec": {"versions": [{"name": "v1beta1", "schema": {}}]},
    }
    with pytest.raises(LookupError, match=r"a\.b has no version v2"):
        open_api_schema(definition, "v2")

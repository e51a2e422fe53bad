"""The table of facts against what the real provider declares, where that is at hand."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.gcp.catalogue import type_of
from tests.fakes.gcp.facts import FACTS
from tests.fakes.gcp.facts.model import Facts, paths, within
from tests.fakes.gcp.places import IDS
from tests.fakes.gcp.shapes import Kind, Shape

ROOT = Path(__file__).parents[4]
SCHEMA = Path(
    os.environ.get("AGENT_SANDBOX_GCP_SCHEMA", ROOT / ".." / "shared" / "facts" / "gcp-schema.json")
)
"""Per type: properties with their Terraform flags, by the names of the wire. Of pulumi-gcp 9.35."""

NEWER = {
    "gcp:container/nodePool:NodePool": {"bestEffortProvisioning"},
    "gcp:secretmanager/secret:Secret": {"secretType"},
}
"""Properties that came after that version: about them, and a few within others, the table has no facts."""

KINDS = {
    "string": Kind.STRING,
    "boolean": Kind.BOOLEAN,
    "integer": Kind.INTEGER,
    "number": Kind.NUMBER,
    "list": Kind.LIST,
    "set": Kind.LIST,
    "map": Kind.MAP,
    "object": Kind.OBJECT,
}


def schema() -> dict[str, Any]:
    if not SCHEMA.exists():
        pytest.skip("the provider's schema is not at hand: AGENT_SANDBOX_GCP_SCHEMA names no file")
    return json.loads(SCHEMA.read_text())


def walk(properties: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, row in properties.items():
        yield above + name, row
        yield from walk(row.get("fields", {}), f"{above}{name}.")


def where(properties: Mapping[str, Any], wanted: Callable[[Mapping[str, Any]], Any]) -> frozenset[str]:
    return frozenset(path for path, row in walk(properties) if wanted(row))


def test_every_flag_is_the_providers() -> None:
    for token, row in schema().items():
        properties, facts = row["properties"], FACTS[token]
        assert facts.terraform == row["terraform"]
        assert facts.replaces == where(properties, lambda each: each.get("replaces")), token
        assert facts.computed == where(properties, lambda each: each.get("computed")), token
        assert facts.output_only == where(properties, lambda each: each.get("outputOnly")), token
        assert facts.secret == where(properties, lambda each: each.get("secret")), token
        assert facts.sets == where(properties, lambda each: each["type"] == "set"), token
        defaults = {path: each["default"] for path, each in walk(properties) if "default" in each}
        assert facts.defaults == defaults, token
        assert facts.conflicts.keys() == where(properties, lambda each: each.get("conflictsWith")), token
        chosen = {path for group in facts.exactly_one for path in group}
        assert chosen == where(properties, lambda each: each.get("exactlyOneOf")), token


def test_every_property_is_one_of_pulumi_gcps_classes() -> None:
    for token, row in schema().items():
        kind = type_of(token)
        inputs = dict(walk(row["properties"]))
        for path, shape in shapes(kind.inputs, set(inputs)):
            assert shape.kind is KINDS[inputs[path]["type"]], f"{token} {path}"
        given = {path for path, each in inputs.items() if not each.get("outputOnly") and "." not in path}
        assert given == set(kind.inputs.fields) - NEWER.get(token, set()), token
        assert set(row["properties"]) <= kind.outputs | set(kind.inputs.fields), token


def shapes(shape: Shape, wanted: set[str], above: str = "") -> Iterator[tuple[str, Shape]]:
    for name, inner in shape.fields.items():
        if above + name in wanted:
            yield above + name, inner
            entry = inner.item if inner.kind is Kind.LIST and inner.item else inner
            yield from shapes(entry, wanted, f"{above}{name}.")


def test_every_type_has_an_id_and_is_one_of_pulumi_gcps() -> None:
    assert FACTS.keys() == IDS.keys()
    for token in FACTS:
        assert type_of(token).inputs.fields


def test_the_short_notation_of_paths() -> None:
    assert paths("a b{. c d{e}} f") == {"a", "b", "b.c", "b.d.e", "f"}


def test_facts_go_one_level_down() -> None:
    row = Facts(
        "t", paths("a"), paths("b"), defaults={"c": 1}, conflicts={"a": ("b",)}, exactly_one=(("a", "b"),)
    )
    inner = within("x", row)
    assert (inner.replaces, inner.computed, inner.defaults) == ({"x.a"}, {"x.b"}, {"x.c": 1})
    assert inner.conflicts == {"x.a": ("x.b",)}
    assert inner.exactly_one == (("x.a", "x.b"),)

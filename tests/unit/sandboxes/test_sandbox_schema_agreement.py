"""The models and upstream's CustomResourceDefinitions say the same, field by field."""

from collections.abc import Mapping
from datetime import datetime
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from annotated_types import Ge, Le
from pydantic import BaseModel

from gke_agent_sandbox.sandboxes.api import KINDS, KubernetesType, open_api_schema
from gke_agent_sandbox.shapes.shape import api_fields
from tests.unit.sandboxes.upstream import SOURCES, definition

INT32 = {"minimum": -(2**31), "maximum": 2**31 - 1}
INT64 = {"minimum": -(2**63), "maximum": 2**63 - 1}

EVERYWHERE = {
    # The CustomResourceDefinition allows any text, and leaves the check to the request's URL.
    "apiVersion": "pinned to the kind's version here",
    "kind": "pinned to the kind's name here",
    # Types of Kubernetes itself: checked against its own models, not against Agent Sandbox's.
    "metadata": "metav1.ObjectMeta",
    "spec.podTemplate.spec": "corev1.PodSpec",
    "spec.volumeClaimTemplates[].spec": "corev1.PersistentVolumeClaimSpec",
    "spec.networkPolicy.ingress[]": "networkingv1.NetworkPolicyIngressRule",
    "spec.networkPolicy.egress[]": "networkingv1.NetworkPolicyEgressRule",
    "status.conditions[]": "metav1.Condition",
}
"""Fields that are not compared, and why. Nothing below them is compared either."""

LACKING = {
    # Added by 0.5.6 after the branch of v1 had left; its releases have it again.
    ("release v1", "SandboxWarmPool"): {"status.observedGeneration"},
}
"""Fields of the models that a source does not have yet."""

Facts = dict[str, Any]


def of_schema(schema: Mapping[str, Any], path: str = "") -> dict[str, Facts]:
    """Every field of a CustomResourceDefinition, with what it says about it."""
    found: dict[str, Facts] = {}
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        below = f"{path}.{name}".strip(".")
        found |= {below: schema_facts(field) | {"required": name in required}}
        found |= entries_of_schema(field, below)
    return found


def entries_of_schema(field: Mapping[str, Any], path: str) -> dict[str, Facts]:
    if path in EVERYWHERE:
        return {}
    if field["type"] == "array":
        entry = f"{path}[]"
        return {entry: schema_facts(field["items"])} | entries_of_schema(field["items"], entry)
    return of_schema(field, path)


def schema_facts(field: Mapping[str, Any]) -> Facts:
    facts = {key: field[key] for key in ("type", "default") if key in field}
    facts["enum"] = sorted(field["enum"]) if "enum" in field else None
    facts["time"] = field.get("format") == "date-time"
    if field["type"] == "integer":
        bounds = INT32 if field["format"] == "int32" else INT64
        facts["range"] = (field.get("minimum", bounds["minimum"]), field.get("maximum", bounds["maximum"]))
    if "additionalProperties" in field:
        facts["values"] = field["additionalProperties"]["type"]
    return facts


def of_model(model: type[BaseModel], path: str = "") -> dict[str, Facts]:
    """Every field of a model, in the same form."""
    found: dict[str, Facts] = {}
    for name, field in api_fields(model).items():
        below = f"{path}.{name}".strip(".")
        annotation = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        facts = model_facts(annotation)
        if field.default is not None and not field.is_required():
            facts["default"] = field.default
        found |= {below: facts | {"required": field.is_required()}}
        found |= entries_of_model(annotation, below)
    return found


def entries_of_model(annotation: Any, path: str) -> dict[str, Facts]:
    kind, _marks = unwrapped(annotation)
    if path in EVERYWHERE:
        return {}
    if get_origin(kind) is list:
        entry = f"{path}[]"
        inner = get_args(kind)[0]
        return {entry: model_facts(inner)} | entries_of_model(inner, entry)
    return of_model(kind, path) if isinstance(kind, type) and issubclass(kind, BaseModel) else {}


def unwrapped(annotation: Any, marks: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        return unwrapped(inner, (*marks, *more))
    if get_origin(annotation) in (Union, UnionType):
        (inner,) = [each for each in get_args(annotation) if each is not NoneType]
        return unwrapped(inner, marks)
    return annotation, marks


def model_facts(annotation: Any) -> Facts:
    kind, marks = unwrapped(annotation)
    facts: Facts = {"enum": None, "time": False}
    if get_origin(kind) is Literal:
        return facts | {"type": "string", "enum": sorted(get_args(kind))}
    if get_origin(kind) is dict:
        values = get_args(kind)[1]
        return facts | {"type": "object"} | ({"values": "string"} if values is str else {})
    if get_origin(kind) is list:
        return facts | {"type": "array"}
    if kind is int:
        low = next(mark.ge for mark in marks if isinstance(mark, Ge))
        high = next(mark.le for mark in marks if isinstance(mark, Le))
        return facts | {"type": "integer", "range": (low, high)}
    if issubclass(kind, BaseModel):
        return facts | {"type": "object"}
    names = {str: "string", bool: "boolean"}
    if issubclass(kind, datetime):
        return facts | {"type": "string", "time": True}
    return facts | {"type": names[kind]}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", SOURCES)
def test_every_field_agrees(source: str, kind: str) -> None:
    declared = of_schema(open_api_schema(definition(source, kind)))
    ours = of_model(KINDS[kind])
    lacking: set[str] = LACKING.get((source, kind), set())

    assert set(ours) - set(declared) == lacking
    assert set(declared) - set(ours) == set()
    differing = {
        path: (ours[path], facts)
        for path, facts in declared.items()
        if path not in EVERYWHERE and ours[path] != facts
    }
    assert differing == {}
    for path in set(EVERYWHERE) - {"apiVersion", "kind"}:
        assert declared.get(path, {}).get("required") == ours.get(path, {}).get("required"), path


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", SOURCES)
def test_names_and_group_agree(source: str, kind: str) -> None:
    declared = definition(source, kind)
    api_version = api_fields(KINDS[kind])["apiVersion"].annotation
    assert get_args(api_version) == (f"{declared['spec']['group']}/v1beta1",)
    assert declared["spec"]["scope"] == "Namespaced"


def test_embedded_types_are_kubernetes_own() -> None:
    ours = {path for model in KINDS.values() for path, _mark in embedded(model)}
    assert ours == set(EVERYWHERE) - {"apiVersion", "kind"}


def embedded(model: type[BaseModel], path: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, field in api_fields(model).items():
        annotation = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        found += embedded_entry(annotation, f"{path}.{name}".strip("."))
    return found


def embedded_entry(annotation: Any, path: str) -> list[tuple[str, str]]:
    kind, marks = unwrapped(annotation)
    found = [(path, mark.model) for mark in marks if isinstance(mark, KubernetesType)]
    if get_origin(kind) is list:
        found += embedded_entry(get_args(kind)[0], f"{path}[]")
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        found += embedded(kind, path)
    return found

"""The tables of Kubernetes types against Kubernetes' own source, and the client's models against upstream's
schemas.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

import pytest
from pydantic import BaseModel

from gke_agent_sandbox.sandboxes.api import check, open_api_schema
from gke_agent_sandbox.shapes.kubernetes_types import ENUMS, IMAGES, QUANTITIES, kubernetes_type
from gke_agent_sandbox.shapes.shape import api_fields
from tests.unit.sandboxes.upstream import SOURCES, definition, module_file

ROOTS = (
    "V1PodSpec",
    "V1PersistentVolumeClaimSpec",
    "V1NetworkPolicyIngressRule",
    "V1NetworkPolicyEgressRule",
)

OPEN_CONSTANTS = {
    # These constants are names that are known, not all that are allowed.
    ("ContainerResizePolicy", "resourceName"),
    ("PodReadinessGate", "conditionType"),
    ("EmptyDirVolumeSource", "medium"),
    # Some seventy signals, of which the client says nothing; a wrong one is refused when the pod is created.
    ("Lifecycle", "stopSignal"),
}


def models_below(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that an annotation names, however deep."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from models_below(each)


def reachable() -> dict[str, type[BaseModel]]:
    """Every model below the roots."""
    found: dict[str, type[BaseModel]] = {}
    waiting = [kubernetes_type(name) for name in ROOTS]
    while waiting:
        model = waiting.pop()
        if model.__name__ not in found:
            found[model.__name__] = model
            waiting += [
                each for field in api_fields(model).values() for each in models_below(field.annotation)
            ]
    return found


def go_source() -> str:
    """The API types of Kubernetes, as Go source."""
    files = (
        ("k8s.io/api@v0.36.3", "core/v1/types.go"),
        ("k8s.io/api@v0.36.3", "networking/v1/types.go"),
        ("k8s.io/apimachinery@v0.36.3", "pkg/apis/meta/v1/types.go"),
    )
    return "\n".join(module_file(module, path).read_text() for module, path in files)


def go_enums(source: str) -> dict[tuple[str, str], set[str]]:
    """Struct and field to the constants of the field's type, for every field whose type is text with
    constants.
    """
    constants: dict[str, set[str]] = {name: set() for name in re.findall(r"^type (\w+) string", source, re.M)}
    for name, value in re.findall(r'^\s*\w+\s+(\w+)\s*=\s*"([^"]*)"', source, re.M):
        if name in constants:
            constants[name].add(value)
    found: dict[tuple[str, str], set[str]] = {}
    for struct, body in re.findall(r"^type (\w+) struct \{\n(.*?)^\}", source, re.M | re.S):
        for kind, field in re.findall(r'^\t\w+\s+(?:\[\]|\*)*([\w.]+)\s+`json:"(\w+)', body, re.M):
            if constants.get(kind.split(".")[-1]):
                found[struct, field] = constants[kind.split(".")[-1]]
    return found


def test_enums_are_those_of_the_source() -> None:
    declared = go_enums(go_source())
    # An ephemeral container has its fields by another struct, under the same names.
    for (struct, field), values in list(declared.items()):
        if struct == "EphemeralContainerCommon":
            declared["EphemeralContainer", field] = values
    models = reachable()
    expected = {
        (f"V1{struct}", field): values
        for (struct, field), values in declared.items()
        if f"V1{struct}" in models
        and field in api_fields(models[f"V1{struct}"])
        and (struct, field) not in OPEN_CONSTANTS
    }
    assert {name: set(values) for name, values in ENUMS.items()} == expected


def test_tables_name_fields_that_exist() -> None:
    models = reachable()
    for model, field in (*ENUMS, *QUANTITIES, *IMAGES):
        assert field in api_fields(models[model])


def crd_quantities(schema: Mapping[str, Any], model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """The fields of a pod spec that upstream's schema calls a quantity, by the client's models."""
    for name, field in schema.get("properties", {}).items():
        inner = field.get("items", field)
        scalar = inner.get("additionalProperties", inner)
        if "[KMGTPE]i" in str(scalar.get("pattern")):
            yield model.__name__, name
        for each in models_below(api_fields(model)[name].annotation) if name in api_fields(model) else ():
            yield from crd_quantities(inner, each)
            break


@pytest.mark.parametrize("source", SOURCES)
def test_quantities_are_those_of_the_schema(source: str) -> None:
    spec = open_api_schema(definition(source, "SandboxTemplate"))["properties"]["spec"]["properties"]
    claim = spec["volumeClaimTemplates"]["items"]["properties"]["spec"]
    found = set(crd_quantities(spec["podTemplate"]["properties"]["spec"], kubernetes_type("V1PodSpec")))
    found |= set(crd_quantities(claim, kubernetes_type("V1PersistentVolumeClaimSpec")))
    assert found == QUANTITIES


def fields_beyond(
    schema: Mapping[str, Any], model: type[BaseModel], path: str, *, theirs: bool
) -> Iterator[str]:
    """The fields of the schema that the model lacks (theirs), or of the model that the schema lacks."""
    declared = schema.get("properties", {})
    ours = api_fields(model)
    for name in sorted(set(declared) - set(ours) if theirs else set(ours) - set(declared)):
        yield f"{path}.{name}"
    for name in set(declared) & set(ours):
        inner = declared[name].get("items", declared[name])
        for each in models_below(ours[name].annotation):
            yield from fields_beyond(inner, each, f"{path}.{name}", theirs=theirs)
            break


@pytest.mark.parametrize("source", SOURCES)
def test_the_client_knows_every_field_of_the_schema(source: str) -> None:
    spec = open_api_schema(definition(source, "SandboxTemplate"))["properties"]["spec"]["properties"]
    parts = {
        "V1PodSpec": spec["podTemplate"]["properties"]["spec"],
        "V1PersistentVolumeClaimSpec": spec["volumeClaimTemplates"]["items"]["properties"]["spec"],
        "V1NetworkPolicyIngressRule": spec["networkPolicy"]["properties"]["ingress"]["items"],
        "V1NetworkPolicyEgressRule": spec["networkPolicy"]["properties"]["egress"]["items"],
    }
    for name, schema in parts.items():
        assert list(fields_beyond(schema, kubernetes_type(name), name, theirs=True)) == []


@pytest.mark.parametrize("source", SOURCES)
def test_a_pod_field_that_the_schema_lacks_is_refused(source: str) -> None:
    schema = open_api_schema(definition(source, "SandboxTemplate"))
    pod_schema = schema["properties"]["spec"]["properties"]["podTemplate"]["properties"]["spec"]
    model = kubernetes_type("V1PodSpec")
    lacking = [each for each in fields_beyond(pod_schema, model, "", theirs=False) if each.count(".") == 1]
    assert lacking, "the client is newer than the schema, so it knows more"
    for field in lacking:
        name = field.removeprefix(".")
        template = {
            "apiVersion": "extensions.agents.x-k8s.io/v1beta1",
            "kind": "SandboxTemplate",
            "spec": {
                "podTemplate": {
                    "spec": {"containers": [{"name": "a", "image": "a/b:1"}], name: example(model, name)}
                }
            },
        }
        assert check(template) == []
        (problem,) = check(template, schema)
        assert problem.path == f"spec.podTemplate.spec.{name}"


def example(model: type[BaseModel], name: str) -> Any:
    """A value of the type of a field, as empty as can be."""
    annotation: Any = api_fields(model)[name].annotation
    (inner,) = [each for each in get_args(annotation) if each is not type(None)]
    if get_origin(inner) is Annotated:
        inner = get_args(inner)[0]
    if get_origin(inner) is list:
        return []
    return {} if issubclass(inner, BaseModel) else inner()

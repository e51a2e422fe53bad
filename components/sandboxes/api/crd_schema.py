"""The schema of a CustomResourceDefinition, asked what the API server would do with an object: drop a field
in silence.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ...problems import Problem
from ...shapes.opaque import IsOpaque, never_opaque
from ...shapes.paths import join
from ...shapes.suggest import suggestion

OBJECT_FIELDS = frozenset({"apiVersion", "kind", "metadata"})
PRESERVE = "x-kubernetes-preserve-unknown-fields"
EMBEDDED = "x-kubernetes-embedded-resource"


def open_api_schema(definition: Mapping[str, Any], version: str = "v1beta1") -> Mapping[str, Any]:
    """The openAPIV3Schema of one version of a CustomResourceDefinition (apiextensions.k8s.io/v1).

    Errors: LookupError when the definition has no such version.
    """
    for each in definition["spec"]["versions"]:
        if each["name"] == version:
            return cast(Mapping[str, Any], each["schema"]["openAPIV3Schema"])
    raise LookupError(f"{definition['metadata']['name']} has no version {version}")


def unknown_fields(
    api_object: object, open_api_schema: Mapping[str, Any], is_opaque: IsOpaque = never_opaque
) -> list[Problem]:
    """Every field of an object that the schema lacks, and that the API server would therefore prune without
    an error.

    Source of the rules: Kubernetes documentation, "Extend the Kubernetes API with
    CustomResourceDefinitions", field pruning: x-kubernetes-preserve-unknown-fields keeps what is not
    declared, additionalProperties declares every key, apiVersion, kind and metadata belong to every object
    (x-kubernetes-embedded-resource: also inside another).
    """
    return list(pruned(api_object, open_api_schema, "", is_opaque, is_object=True))


def pruned(
    value: object, schema: Mapping[str, Any], path: str, is_opaque: IsOpaque, *, is_object: bool
) -> Iterator[Problem]:
    """The fields below `value` that its schema lacks."""
    if is_opaque(value):
        return
    if isinstance(value, list | tuple):
        items = cast(Mapping[str, Any], schema.get("items", {PRESERVE: True}))
        for index, entry in enumerate(cast(list[object], value)):
            yield from pruned(entry, items, join(path, index), is_opaque, is_object=bool(items.get(EMBEDDED)))
    elif isinstance(value, Mapping):
        yield from pruned_entries(cast(Mapping[object, object], value), schema, path, is_opaque, is_object)


def pruned_entries(
    entries: Mapping[object, object],
    schema: Mapping[str, Any],
    path: str,
    is_opaque: IsOpaque,
    is_object: bool,
) -> Iterator[Problem]:
    """The fields of one map, and below them, that its schema lacks."""
    declared = cast(Mapping[str, Mapping[str, Any]], schema.get("properties", {}))
    any_key: object = schema.get("additionalProperties")
    for key, entry in entries.items():
        if is_object and key in OBJECT_FIELDS:
            continue
        if isinstance(key, str) and key in declared:
            below = declared[key]
        elif isinstance(any_key, Mapping):
            below = cast(Mapping[str, Any], any_key)
        elif any_key is True or schema.get(PRESERVE):
            continue
        else:
            yield Problem(
                join(path, key),
                "is a field that the installed CustomResourceDefinition does not have",
                "the API server drops an unknown field without an error",
                suggestion(str(key), declared),
            )
            continue
        yield from pruned(entry, below, join(path, key), is_opaque, is_object=bool(below.get(EMBEDDED)))

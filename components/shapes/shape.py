"""What is wrong with a plain value, seen against the type that declares it.

One walk serves three kinds of declarations: the models of Agent Sandbox's kinds, the Kubernetes client's
models, and the TypedDicts of the components' Args. Pydantic's own validation is not asked: it stops at
values that are not known yet, accepts a field's Python name beside its API name, and knows neither
quantities nor the API's enums.
"""

import typing
from collections import abc
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel

from ..images import image_problems
from ..problems import Problem
from ..quantities import quantity_problems
from .kubernetes_types import ENUMS, IMAGES, LABELS, NOT_EMPTY, QUANTITIES, kubernetes_type
from .names import label_problems
from .opaque import IsOpaque, never_opaque
from .paths import join
from .scalars import enum_problems, integer_problems, time_problems, type_words, wrong_type
from .suggest import camel_case, suggestion

DROPPED = "the API server drops an unknown field without an error"


@dataclass(frozen=True)
class KubernetesType:
    """In an annotation: the value is one of the Kubernetes API's own types, by the name of the client's
    model.
    """

    model: str


def model_problems(
    model: type[BaseModel], value: object, path: str = "", is_opaque: IsOpaque = never_opaque
) -> Iterator[Problem]:
    """Every difference between an object in API form and the model of its type, in the object's order."""
    if is_opaque(value):
        return
    if not isinstance(value, Mapping):
        yield wrong_type(path, value, "an object")
        return
    entries = cast(Mapping[object, object], value)
    fields = api_fields(model)
    meant = {
        same_letters(key, fields) for key, entry in entries.items() if key not in fields and entry is not None
    }
    for key, entry in entries.items():
        name = key if isinstance(key, str) and key in fields else same_letters(key, fields)
        if name != key:
            yield unknown_field(path, key, fields)
        if name and entry is not None:
            yield from field_problems(model, name, entry, join(path, key), is_opaque)
    for key, field in fields.items():
        if field.is_required() and entries.get(key) is None and key not in meant:
            yield Problem(join(path, key), "is required and missing")


def same_letters(key: object, known: Iterable[str]) -> str:
    """The known key that differs only in case and underscores, so that what lies below is judged as well;
    or empty.
    """
    letters = str(key).replace("_", "").lower()
    return next((name for name in known if name.lower() == letters), "")


@cache
def api_fields(model: type[BaseModel]) -> Mapping[str, Any]:
    """The fields of a model by the names that the API uses."""
    return {
        field.serialization_alias or field.alias or name: field for name, field in model.model_fields.items()
    }


def field_problems(
    model: type[BaseModel], key: str, value: object, path: str, is_opaque: IsOpaque
) -> Iterator[Problem]:
    """Every problem of one field: its type first, then what the tables of Kubernetes types say about it."""
    if is_opaque(value):
        return
    name = (model.__name__, key)
    field = api_fields(model)[key]
    if name in QUANTITIES:
        yield from leaves(quantity_problems, value, path, is_opaque)
        return
    yield from value_problems(field.annotation, value, path, is_opaque, field.metadata)
    if name in ENUMS:
        yield from leaves(lambda leaf, at: enum_problems(leaf, ENUMS[name], at), value, path, is_opaque)
    if name in LABELS:
        yield from label_problems(value, path, is_opaque)
    if name in IMAGES and isinstance(value, str):
        yield from image_problems(value, path)
    if name in NOT_EMPTY and isinstance(value, list | tuple) and not value:
        yield Problem(path, "is empty", "a pod needs at least one container")


def leaves(
    check: abc.Callable[[object, str], Iterable[Problem]], value: object, path: str, is_opaque: IsOpaque
) -> Iterator[Problem]:
    """The problems that `check` finds in a scalar, or in each entry of a list or map of scalars."""
    if is_opaque(value) or value is None:
        return
    if isinstance(value, Mapping):
        for key, entry in cast(Mapping[object, object], value).items():
            yield from leaves(check, entry, join(path, key), is_opaque)
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(cast(Iterable[object], value)):
            yield from leaves(check, entry, join(path, index), is_opaque)
    else:
        yield from check(value, path)


def value_problems(
    annotation: Any, value: object, path: str, is_opaque: IsOpaque, metadata: Iterable[object] = ()
) -> Iterator[Problem]:
    """Every difference between a value and the type that an annotation names."""
    if is_opaque(value):
        return
    if get_origin(annotation) is Annotated:
        inner, *more = get_args(annotation)
        yield from value_problems(inner, value, path, is_opaque, (*metadata, *more))
        return
    for mark in metadata:
        if isinstance(mark, KubernetesType):
            yield from model_problems(kubernetes_type(mark.model), value, path, is_opaque)
            return
    members = union_members(annotation)
    if len(members) > 1:
        yield from union_problems(members, value, path, is_opaque)
    elif members[0] is not annotation:
        yield from value_problems(members[0], value, path, is_opaque, metadata)
    else:
        yield from plain_problems(annotation, value, path, is_opaque, metadata)


def union_members(annotation: Any) -> list[Any]:
    """The types of which a plain value may be. None counts as an absent value, and what is still to come as
    opaque.
    """
    if get_origin(annotation) not in (Union, UnionType):
        return [annotation]
    return [
        member
        for member in get_args(annotation)
        if member is not NoneType and get_origin(member) is not abc.Awaitable and not is_output(member)
    ]


def takes_outputs(annotation: Any) -> bool:
    """Whether a key of a component's Args is an Input, which may be known later."""
    return any(is_output(member) for member in get_args(annotation))


def is_output(annotation: Any) -> bool:
    """Whether a member of a component's Input is the one that is known only later."""
    origin = get_origin(annotation) or annotation
    return getattr(origin, "__name__", "") == "Output"


def union_problems(members: list[Any], value: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """A value that fits none of several types (the API's int-or-string is the only such union)."""
    if all(any(value_problems(member, value, path, is_opaque)) for member in members):
        yield wrong_type(path, value, " or ".join(type_words(member) for member in members))


def plain_problems(
    annotation: Any, value: object, path: str, is_opaque: IsOpaque, metadata: Iterable[object]
) -> Iterator[Problem]:
    """Every difference between a value and one type that is no union."""
    origin = get_origin(annotation)
    if annotation is Any:
        return
    if origin is Literal:
        yield from enum_problems(value, tuple(str(each) for each in get_args(annotation)), path)
    elif origin in (dict, abc.Mapping):
        yield from map_problems(get_args(annotation)[1], value, path, is_opaque)
    elif origin in (list, abc.Sequence):
        yield from list_problems(get_args(annotation)[0], value, path, is_opaque)
    elif typing.is_typeddict(annotation):
        yield from typed_dict_problems(annotation, value, path, is_opaque)
    elif issubclass(annotation, BaseModel):
        yield from model_problems(annotation, value, path, is_opaque)
    elif issubclass(annotation, Enum):
        yield from enum_problems(value, tuple(str(member.value) for member in annotation), path)
    elif annotation is datetime:
        yield from time_problems(value, path)
    elif annotation is int:
        yield from integer_problems(value, path, metadata)
    elif not isinstance(value, annotation):
        yield wrong_type(path, value, type_words(annotation))


def map_problems(entry_type: Any, value: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """A map with free keys: user data, whose keys are never judged beyond being text."""
    if not isinstance(value, Mapping):
        yield wrong_type(path, value, "a map")
        return
    for key, entry in cast(Mapping[object, object], value).items():
        if not isinstance(key, str):
            yield Problem(path, "has a key that is not text", fix="the key in quotes")
        elif entry is not None:
            yield from value_problems(entry_type, entry, join(path, key), is_opaque)


def list_problems(entry_type: Any, value: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """A list; an entry must not be null."""
    if not isinstance(value, list | tuple):
        yield wrong_type(path, value, "a list")
        return
    for index, entry in enumerate(cast(Iterable[object], value)):
        yield from value_problems(entry_type, entry, join(path, index), is_opaque)


def typed_dict_problems(declared: Any, value: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """A group of a component's Args: unknown and missing keys, and every key's value."""
    if not isinstance(value, Mapping):
        yield wrong_type(path, value, "a group of settings")
        return
    entries = cast(Mapping[object, object], value)
    hints = typed_dict_hints(declared)
    for key, entry in entries.items():
        if key not in hints:
            near = suggestion(str(key), hints)
            yield Problem(
                join(path, key),
                "is no setting of this group",
                fix=near or f"one of {', '.join(sorted(hints))}",
            )
        elif is_opaque(entry) and not takes_outputs(hints[str(key)]):
            yield Problem(
                join(path, key),
                "is an output",
                "it decides what is made, so it must be known beforehand",
                "a plain value; the values of a map may be outputs",
            )
        elif entry is not None:
            yield from value_problems(hints[str(key)], entry, join(path, key), is_opaque)
    for key in hints:
        if key in declared.__required_keys__ and entries.get(key) is None:
            yield Problem(join(path, key), "is required and missing")


@cache
def typed_dict_hints(declared: Any) -> Mapping[str, Any]:
    """The keys of a TypedDict in their order, with their types. The names that an Input refers to are stood
    in for.
    """
    return typing.get_type_hints(declared, localns={"Output": Output, "T": Any})


class Output:
    """Stands for the engine's Output in an annotation, so that this room need not import the engine."""

    def __class_getitem__(cls, _inner: object) -> type["Output"]:
        return cls


def unknown_field(path: str, key: object, known: Iterable[str]) -> Problem:
    """A key that the type does not have, with the one that was probably meant."""
    known = tuple(known)
    name = str(key)
    if "_" in name and camel_case(name) in known:
        return Problem(
            join(path, key),
            "is an unknown field: keys of the Kubernetes API are in camelCase",
            DROPPED,
            camel_case(name),
        )
    return Problem(join(path, key), "is an unknown field", DROPPED, suggestion(name, known))

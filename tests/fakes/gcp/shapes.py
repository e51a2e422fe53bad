"""Names and types of properties, from the classes of the installed pulumi_gcp."""

import collections.abc
import importlib
import inspect
import threading
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any

from pulumi._types import (
    input_type_py_to_pulumi_names,
    input_type_types,
    is_input_type,
    is_output_type,
    output_type_types,
    resource_pulumi_to_py_names,
    unwrap_type,
)


class Kind(StrEnum):
    STRING = "a string"
    BOOLEAN = "a boolean"
    INTEGER = "an integer"
    NUMBER = "a number"
    LIST = "a list"
    MAP = "a map"
    OBJECT = "an object"
    ANY = "anything"


SCALARS = {str: Kind.STRING, bool: Kind.BOOLEAN, int: Kind.INTEGER, float: Kind.NUMBER}
LISTS = (list, collections.abc.Sequence)
MAPS = (dict, collections.abc.Mapping)


@dataclass(frozen=True)
class Shape:
    """What a value must look like.

    item:  of a list or a map: what is in it.
    model: of an object: its class.
    """

    kind: Kind
    item: "Shape | None" = None
    model: type[Any] | None = field(default=None)

    @property
    def fields(self) -> Mapping[str, "Shape"]:
        """The properties of an object; nothing for everything else."""
        return fields_of(self.model) if self.model else {}

    @property
    def required(self) -> frozenset[str]:
        """The properties that an object must have."""
        return required_of(self.model) if self.model else frozenset()


@dataclass(frozen=True)
class Type:
    """A type of resource: what a program gives, and the names of what it gets."""

    inputs: Shape
    outputs: frozenset[str]


@cache
def type_of(token: str) -> Type:
    """The type that is called so, as `gcp:container/nodePool:NodePool`.

    Errors: AttributeError and ModuleNotFoundError for a type that pulumi_gcp does not have.
    """
    module, name = module_of(token), token.rpartition(":")[2]
    outputs = frozenset(resource_pulumi_to_py_names(getattr(module, name))) - {"id", "urn"}
    return Type(Shape(Kind.OBJECT, model=getattr(module, f"{name}Args")), outputs)


@cache
def result_of(token: str) -> Shape:
    """What a data source gives, as `gcp:container/getCluster:getCluster`."""
    name = token.rpartition(":")[2]
    return Shape(Kind.OBJECT, model=getattr(module_of(token), f"{name[0].upper()}{name[1:]}Result"))


@cache
def arguments_of(token: str) -> frozenset[str]:
    """What a data source is asked with; Python's names are the wire's but for their case."""
    function = getattr(module_of(token), snake_case(token.rpartition(":")[2]))
    return frozenset(camel_case(name) for name in inspect.signature(function).parameters if name != "opts")


LOADING = threading.Lock()


def module_of(token: str) -> types.ModuleType:
    with LOADING:
        module = importlib.import_module(f"pulumi_gcp.{token.split(':')[1].partition('/')[0]}")
        # pulumi_gcp loads a module when a name of it is first asked for, also one that it does not have. A
        # second thread would find it half loaded.
        hasattr(module, "loaded")
    return module


def snake_case(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(each.capitalize() for each in others)


@cache
def fields_of(model: type[Any]) -> Mapping[str, Shape]:
    known = input_type_types(model) if is_input_type(model) else output_type_types(model)
    return {name: shape_of(each) for name, each in known.items()}


@cache
def required_of(model: type[Any]) -> frozenset[str]:
    names = input_type_py_to_pulumi_names(model)
    parameters = inspect.signature(model.__init__).parameters.values()
    return frozenset(
        names[each.name] for each in parameters if each.default is each.empty and each.name in names
    )


def shape_of(annotation: Any) -> Shape:
    """The shape that an annotation stands for."""
    kind = unwrap_type(annotation)
    if kind in SCALARS:
        return Shape(SCALARS[kind])
    if inspect.isclass(kind) and (is_input_type(kind) or is_output_type(kind)):
        return Shape(Kind.OBJECT, model=kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in LISTS:
        return Shape(Kind.LIST, shape_of(arguments[0]))
    if origin in MAPS:
        return Shape(Kind.MAP, shape_of(arguments[1]))
    return Shape(Kind.ANY)

"""Shapes from the classes of the installed pulumi_gcp."""

import collections.abc
import importlib
import inspect
import threading
import types
import typing
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

from .shapes import Kind, Shape, Type

SCALARS = {str: Kind.STRING, bool: Kind.BOOLEAN, int: Kind.INTEGER, float: Kind.NUMBER}
LISTS = (list, collections.abc.Sequence)
MAPS = (dict, collections.abc.Mapping)

LOADING = threading.Lock()


def read_type(token: str) -> Type:
    """The type that is called so, as `gcp:container/nodePool:NodePool`.

    Errors: AttributeError and ModuleNotFoundError for a type that pulumi_gcp does not have.
    """
    resource = getattr(module_of(token), token.rpartition(":")[2])
    outputs = frozenset(resource_pulumi_to_py_names(resource)) - {"id", "urn"}
    return Type(object_of(arguments_class(token)), outputs)


def read_result(token: str) -> Shape:
    """What a data source gives, as `gcp:container/getCluster:getCluster`."""
    name = token.rpartition(":")[2]
    return object_of(getattr(module_of(token), f"{name[0].upper()}{name[1:]}Result"))


def read_arguments(token: str) -> frozenset[str]:
    """What a data source is asked with; Python's names are the wire's but for their case."""
    function = getattr(module_of(token), snake_case(token.rpartition(":")[2]))
    return frozenset(camel_case(name) for name in inspect.signature(function).parameters if name != "opts")


def arguments_class(token: str) -> type[Any]:
    """The class of a resource's arguments."""
    return getattr(module_of(token), f"{token.rpartition(':')[2]}Args")


def fields_of(model: type[Any]) -> dict[str, Any]:
    """The types of the properties of a class."""
    return input_type_types(model) if is_input_type(model) else output_type_types(model)


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
def object_of(model: type[Any]) -> Shape:
    """The shape of an object of a class."""
    fields = {name: shape_of(each) for name, each in fields_of(model).items()}
    return Shape(Kind.OBJECT, fields=fields, required=required_of(model))


def required_of(model: type[Any]) -> frozenset[str]:
    if not is_input_type(model):
        return frozenset()
    names = input_type_py_to_pulumi_names(model)
    parameters = inspect.signature(model.__init__).parameters.values()
    return frozenset(
        names[each.name] for each in parameters if each.default is each.empty and each.name in names
    )


def model_of(annotation: Any) -> type[Any] | None:
    """The class that an annotation names; None for anything else."""
    kind = unwrap_type(annotation)
    return kind if inspect.isclass(kind) and (is_input_type(kind) or is_output_type(kind)) else None


def inner_class(annotation: Any) -> type[Any] | None:
    """The class of an object, or of those in a list; None for anything else."""
    inner = typing.get_args(unwrap_type(annotation))
    return model_of(inner[0] if inner else annotation)


def shape_of(annotation: Any) -> Shape:
    """The shape that an annotation stands for."""
    kind = unwrap_type(annotation)
    if kind in SCALARS:
        return Shape(SCALARS[kind])
    model = model_of(annotation)
    if model is not None:
        return object_of(model)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in LISTS:
        return Shape(Kind.LIST, shape_of(arguments[0]))
    if origin in MAPS:
        return Shape(Kind.MAP, shape_of(arguments[1]))
    return Shape(Kind.ANY)

"""The properties of a resource of pulumi_gcp, and what of a map of them it would not take."""

import sys
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Union

import pulumi

from ..composition import is_opaque
from ..problems import Problem
from ..shapes import value_problems
from ..shapes.shape import union_members
from ..shapes.suggest import suggestion

CLASS_MARKS: Final = ("_pulumi_input_type", "_pulumi_output_type")
"""By these the SDK knows its classes for groups. Source: pulumi 3.274, sdk/python/lib/pulumi/_types.py."""

NOT_PROPERTIES: Final = frozenset({"return", "resource_name", "opts", "__props__", "__self__"})


@cache
def resource_types(args: type) -> Mapping[str, Any]:
    """Every property that a resource of pulumi_gcp takes, in the names of Python, with its type. Nested
    groups are maps: the SDK declares a TypedDict beside each of its classes.

    args: the class of its arguments, e.g. `container.NodePoolArgs`.
    """
    resource = getattr(sys.modules[args.__module__], args.__name__.removesuffix("Args"))
    hints = typing.get_type_hints(resource._internal_init, localns={"Output": pulumi.Output, "T": Any})
    return {name: as_map(hint) for name, hint in hints.items() if name not in NOT_PROPERTIES}


def as_map(hint: Any) -> Any:
    """The type without the classes that a TypedDict stands beside."""
    members = [each for each in union_members(hint) if not any(hasattr(each, mark) for mark in CLASS_MARKS)]
    return Union[tuple(members)]  # noqa: UP007


def property_problems(args: type, properties: Mapping[str, Any]) -> Iterator[Problem]:
    """Every property that the resource does not know, and every value of another type than it takes.

    args: the class of its arguments. properties: in the names of Python; outputs are not judged.
    """
    types = resource_types(args)
    for name, value in properties.items():
        if name not in types:
            yield Problem(
                name,
                f"is no property of {args.__name__}",
                "pulumi_gcp does not know it",
                suggestion(name, types),
            )
        elif value is not None:
            yield from value_problems(types[name], value, name, is_opaque)

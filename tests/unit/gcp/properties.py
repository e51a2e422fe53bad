"""Properties as objects of pulumi_gcp's own classes: what those do not know is no property."""

import sys
from collections import abc
from collections.abc import Mapping
from typing import Any, cast, get_args, get_origin, get_type_hints

import pulumi


def built(args_class: type, properties: Mapping[str, Any]) -> Any:
    """An object of the class, and of the classes below it.

    Errors: TypeError for a property that the class does not have.
    """
    hints = get_type_hints(cast(Any, args_class).__init__, localns={"Output": pulumi.Output, "T": Any})
    return args_class(**{key: within(hints.get(key), value) for key, value in properties.items()})


def within(hint: Any, value: Any) -> Any:
    """A value as the type of its property wants it."""
    if isinstance(value, list):
        return [within(item_of(hint), each) for each in value]
    group = group_of(hint)
    return built(group, value) if group and isinstance(value, Mapping) else value


def members(hint: Any) -> list[Any]:
    """The types below unions, outputs left out."""
    origin = get_origin(hint)
    if origin in (pulumi.Output, abc.Awaitable):
        return []
    if origin is None or origin in (abc.Sequence, abc.Mapping):
        return [hint]
    return [each for argument in get_args(hint) for each in members(argument)]


def group_of(hint: Any) -> type | None:
    """pulumi_gcp's class of a group; None for a map with free keys."""
    classes = [each for each in members(hint) if isinstance(each, type)]
    return next(
        (each for each in classes if sys.modules[each.__module__].__name__.startswith("pulumi_gcp")), None
    )


def item_of(hint: Any) -> Any:
    """The type of a list's entries."""
    lists = [each for each in members(hint) if get_origin(each) is abc.Sequence]
    return get_args(lists[0])[0] if lists else Any

"""Properties that the user writes in place of ours. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..problems import Problem
from ..shapes.opaque import IsOpaque
from ..shapes.paths import join


def merged(properties: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The properties with the overrides in their place: groups are merged, everything else, lists too, is
    replaced, and null takes a property away.
    """
    result = dict(properties)
    for key, value in overrides.items():
        ours = result.get(key)
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping):
            below = cast(Mapping[str, Any], ours if isinstance(ours, Mapping) else {})
            result[key] = merged(below, cast(Mapping[str, Any], value))
        else:
            result[key] = value
    return result


def hidden_group_problems(
    properties: Mapping[str, Any], overrides: Mapping[str, Any], is_opaque: IsOpaque, path: str = "overrides"
) -> Iterator[Problem]:
    """Overrides that are outputs in the place of a whole group of ours: nothing of it could be merged, or
    checked before it is made.
    """
    for key, value in overrides.items():
        ours = properties.get(key)
        if not isinstance(ours, Mapping):
            continue
        if is_opaque(value):
            yield Problem(
                join(path, key),
                "is an output in the place of a whole group",
                "what it hides could not be merged with the rest, or checked",
                "a map whose values may be outputs",
            )
        elif isinstance(value, Mapping):
            inner = cast(Mapping[str, Any], value)
            yield from hidden_group_problems(cast(Mapping[str, Any], ours), inner, is_opaque, join(path, key))

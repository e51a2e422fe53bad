"""Values in nested maps, by a dotted path of names. Pure."""

from collections.abc import Mapping
from typing import Any, Final, cast

MISSING: Final = object()
"""What is found where there is nothing; None is a value."""


def at(properties: Mapping[str, Any], path: str) -> Any:
    """The value at a path; MISSING where there is none. What is no map on the way, e.g. an output, is given
    back itself.
    """
    value: Any = properties
    for name in path.split("."):
        if not isinstance(value, Mapping):
            return value
        value = cast(Mapping[str, Any], value).get(name, MISSING)
        if value is MISSING:
            return MISSING
    return value


def nested(path: str, value: Any) -> dict[str, Any]:
    """A map with the value at a path."""
    name, _, rest = path.partition(".")
    return {name: nested(rest, value) if rest else value}


def given(**entries: Any) -> dict[str, Any]:
    """The entries that say anything: without None, and without empty maps and lists."""
    return {key: value for key, value in entries.items() if value is not None and value not in ({}, [])}

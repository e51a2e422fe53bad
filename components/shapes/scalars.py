"""Scalars and their words: whole numbers, points in time, enums, and how a value of the wrong type is
named.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, cast, get_args, get_origin

from annotated_types import Ge, Le

from ..problems import Problem
from .suggest import suggestion

RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def integer_problems(value: object, path: str, metadata: Iterable[object]) -> Iterator[Problem]:
    """A whole number within its bounds; `4.0` is one, since numbers cross language borders as floats."""
    whole = isinstance(value, float) and value.is_integer()
    if isinstance(value, bool) or not (isinstance(value, int) or whole):
        yield wrong_type(path, value, "a whole number")
        return
    number = cast(float, value)
    for mark in metadata:
        if isinstance(mark, Ge) and number < cast(float, mark.ge):
            yield Problem(path, f"is less than {mark.ge}")
        if isinstance(mark, Le) and number > cast(float, mark.le):
            yield Problem(path, f"is more than {mark.le}")


def time_problems(value: object, path: str) -> Iterator[Problem]:
    """A point in time as RFC 3339 text; YAML readers turn unquoted text into a datetime, which is as good."""
    if isinstance(value, datetime):
        return
    example = '"2027-01-31T12:00:00Z"'
    if not isinstance(value, str):
        yield wrong_type(path, value, "a point in time", example)
    elif not RFC3339.fullmatch(value) or not is_date(value):
        yield Problem(path, "is no point in time of RFC 3339", fix=example)


def is_date(text: str) -> bool:
    """Whether day and hour exist: RFC 3339's form also fits 31 February."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def enum_problems(value: object, allowed: tuple[str, ...], path: str) -> Iterator[Problem]:
    """A text that is none of the allowed ones."""
    if not isinstance(value, str):
        yield wrong_type(path, value, f"one of {', '.join(allowed)}")
    elif value not in allowed:
        yield Problem(path, f"is none of {', '.join(allowed)}", fix=suggestion(value, allowed))


def wrong_type(path: str, value: object, wanted: str, fix: str = "") -> Problem:
    """A value of the wrong type; the value itself stays out of the message."""
    if not fix and wanted == "text" and isinstance(value, int | float):
        fix = "the value in quotes"
    return Problem(path, f"is {value_words(value)}, must be {wanted}", fix=fix)


def value_words(value: object) -> str:
    """What a value is, for a message."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Mapping):
        return "a map"
    if isinstance(value, list | tuple):
        return "a list"
    return "null" if value is None else f"a {type(value).__name__}"


def type_words(annotation: Any) -> str:
    """What a type is, for a message."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    words: dict[Any, str] = {str: "text", bool: "true or false", int: "a whole number", float: "a number"}
    return words.get(annotation, "another type")

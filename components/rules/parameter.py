"""What a rule lets a configuration say, beside its level."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar, cast

from .part import is_list

Value = TypeVar("Value")
Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, eq=False)
class Parameter(Generic[Value]):
    """A parameter of one or several rules.

    name:        its key in a configuration, in snake case.
    description: what it changes, a sentence.
    default:     its value unless a profile or a configuration gives another.
    schema:      the JSON schema of what a configuration may say.
    expected:    the same in words, e.g. `true or false`.
    read:        from what a configuration says to a value; None for what it may not say.
    """

    name: str
    description: str
    default: Value
    schema: Mapping[str, object]
    expected: str
    read: Callable[[object], Value | None]


class Settings:
    """The values of a rule's parameters: `settings[REGISTRIES]`.

    values: those that are not the defaults, by the parameters' names.
    """

    def __init__(self, values: Mapping[str, object] | None = None) -> None:
        self._values = dict(values or {})

    def __getitem__(self, parameter: Parameter[Value]) -> Value:
        return cast(Value, self._values.get(parameter.name, parameter.default))


def choice(name: str, description: str, default: Choice) -> Parameter[Choice]:
    """A parameter that is one of the words of an enum."""
    words = tuple(str(each) for each in type(default))

    def read(said: object) -> Choice | None:
        return type(default)(said) if isinstance(said, str) and said in words else None

    return Parameter(
        name, description, default, {"type": "string", "enum": list(words)}, " or ".join(words), read
    )


def flag(name: str, description: str, default: bool) -> Parameter[bool]:
    """A parameter that is true or false."""

    def read(said: object) -> bool | None:
        return said if isinstance(said, bool) else None

    return Parameter(name, description, default, {"type": "boolean"}, "true or false", read)


def names(name: str, description: str, default: tuple[str, ...], example: str) -> Parameter[tuple[str, ...]]:
    """A parameter that is a list of words.

    example: what a configuration may say, e.g. `["gvisor"]`.
    """

    def read(said: object) -> tuple[str, ...] | None:
        if not is_list(said):
            return None
        words = tuple(each for each in said if isinstance(each, str) and each)
        return words if len(words) == len(said) else None

    schema = {"type": "array", "items": {"type": "string", "minLength": 1}}
    return Parameter(name, description, default, schema, f"a list of words, e.g. {example}", read)

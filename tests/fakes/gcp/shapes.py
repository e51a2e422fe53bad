"""What properties may look like: names and types, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    STRING = "a string"
    BOOLEAN = "a boolean"
    INTEGER = "an integer"
    NUMBER = "a number"
    LIST = "a list"
    MAP = "a map"
    OBJECT = "an object"
    ANY = "anything"


@dataclass(frozen=True)
class Shape:
    """What a value must look like.

    item: of a list or a map: what is in it.
    fields, required: of an object: its properties, and those that it must have.
    """

    kind: Kind
    item: "Shape | None" = None
    fields: Mapping[str, "Shape"] = field(default_factory=dict)
    required: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Type:
    """A type of resource: what a program gives, and the names of what it gets."""

    inputs: Shape
    outputs: frozenset[str]

"""A document of a file, and where its parts stand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ...rules import Path


class Mark(NamedTuple):
    """A place in a text; both numbers from 1, the column in characters."""

    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was read.

    value:  plain values: dicts with string keys, lists, strings, numbers, booleans, None.
    number: its position among the documents of its file, from 1; empty ones are not counted.
    mark:   where it begins.
    locate: where the field at a path stands; of one that is missing, the closest thing that it would lie in.
    """

    value: object
    number: int
    mark: Mark
    locate: Callable[[Path], Mark]


class TextError(ValueError):
    """A text that cannot be read.

    what: what is wrong, after the name of the file; no content of the text but the keys of its objects.
    fix:  what to do; may be empty.
    mark: where; None where that is not known.
    """

    def __init__(self, what: str, fix: str = "", mark: Mark | None = None) -> None:
        self.what = what
        self.fix = fix
        self.mark = mark
        super().__init__(what)

"""JSON documents: one in a file, or several one after the other, as `kubectl get -o json` may print."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from typing import Final, NoReturn

from ...rules import Path
from .document import Document, Mark, TextError

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_LONGEST_KEY: Final = 60
_DEEP: Final = "is nested too deep"


def json_documents(text: str) -> Iterator[Document]:
    """The documents of a text, but those that are null.

    Errors: TextError for what is no JSON, or holds a key twice.
    """
    positions = _Positions(text)
    decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_number)
    number = 0
    offset = _after_space(text, 0)
    while offset < len(text):
        try:
            value, end = decoder.raw_decode(text, offset)
        except json.JSONDecodeError as error:
            raise TextError(f"is no JSON: {error.msg}", mark=Mark(error.lineno, error.colno)) from None
        except RecursionError:
            raise TextError(_DEEP, mark=positions.mark(offset)) from None
        except TextError as error:
            raise TextError(error.what, mark=positions.mark(offset)) from None
        except ValueError:  # an integer of thousands of digits
            raise TextError("holds a number that is too long", mark=positions.mark(offset)) from None
        if value is not None:
            number += 1
            yield Document(value, number, positions.mark(offset), partial(positions.locate, offset))
        offset = _after_space(text, end)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise TextError(f"has the key {twice[:_LONGEST_KEY]!r} twice in one object")
    return value


def _no_number(_word: str) -> NoReturn:
    raise TextError("is no JSON: NaN and Infinity are no numbers of it")


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


class _Positions:
    """Finds fields in a text that is known to be JSON.

    Only what a path leads through is looked at, and that once.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: list[int] = []
        self._known: dict[int, dict[str | int, tuple[int, int]]] = {}
        self._decoder = json.JSONDecoder()

    def mark(self, offset: int) -> Mark:
        """The line and column of an offset."""
        if not self._lines:
            self._lines = [0, *(match.end() for match in re.finditer("\n", self._text))]
        line = bisect_right(self._lines, offset)
        return Mark(line, offset - self._lines[line - 1] + 1)

    def locate(self, offset: int, path: Path) -> Mark:
        """The place of the field at a path from the value at an offset, as `Document.locate`."""
        place = offset
        for step in path:
            try:
                found = self._children(offset).get(step)
            except RecursionError:  # it was read with a little less on the stack
                break
            if found is None:
                break
            place, offset = found
        return self.mark(place)

    def _children(self, offset: int) -> dict[str | int, tuple[int, int]]:
        """By key or position: where the field begins, and where its value does."""
        if offset not in self._known:
            opening = self._text[offset]
            self._known[offset] = dict(self._walk(offset, opening == "{")) if opening in "{[" else {}
        return self._known[offset]

    def _walk(self, offset: int, is_object: bool) -> Iterator[tuple[str | int, tuple[int, int]]]:
        text = self._text
        offset = _after_space(text, offset + 1)
        position = 0
        while text[offset] not in "}]":
            start, step = offset, position
            if is_object:
                step, end = self._decoder.raw_decode(text, offset)
                offset = _after_space(text, _after_space(text, end) + 1)
            yield step, (start, offset)
            _, end = self._decoder.raw_decode(text, offset)
            offset = _after_space(text, end)
            if text[offset] == ",":
                offset = _after_space(text, offset + 1)
            position += 1

"""Colours on a terminal."""

import os
from typing import Final, TextIO

from ...rules import Level

_RESET: Final = "\x1b[0m"
_BOLD: Final = "\x1b[1m"
_COLOURS: Final = {Level.MANDATORY: "\x1b[31m", Level.ADVISORY: "\x1b[33m"}


def wants_colour(stream: TextIO) -> bool:
    """Whether a stream is a terminal whose user has not said no: NO_COLOR (https://no-color.org), or
    TERM=dumb.
    """
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def of_level(text: str, level: Level, colour: bool) -> str:
    """A text in the colour of a level; as it is without colours."""
    return f"{_COLOURS[level]}{text}{_RESET}" if colour else text


def bold(text: str, colour: bool) -> str:
    """A text that stands out; as it is without colours."""
    return f"{_BOLD}{text}{_RESET}" if colour else text

"""The files that a command line names."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ENDINGS: Final = (".yaml", ".yml", ".json")
"""The endings of the files that are read in a folder."""

STDIN: Final = "-"
STDIN_NAME: Final = "stdin"


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read.

    name:  how it is shown: the path as it was given, with forward slashes; `stdin` for the standard input.
    path:  the file; None for the standard input.
    fault: why there is nothing to read; empty where there is.
    """

    name: str
    path: Path | None
    fault: str = ""


def sources(paths: Iterable[str]) -> list[Source]:
    """The files at some paths, each once: files as they are, whatever their names; of folders every file that
    ends in .yaml, .yml or .json, but not in folders whose names begin with a dot.
    """
    found: dict[str, Source] = {}
    for path in paths:
        for source in _at(path):
            key = os.path.realpath(source.path) if source.path else STDIN
            found.setdefault(key, source)
    return list(found.values())


def _at(path: str) -> Iterator[Source]:
    if path == STDIN:
        yield Source(STDIN_NAME, None)
    elif os.path.isdir(path):
        files = [*_in_folder(path)]
        yield from files or [_source(path, "is a folder without .yaml, .yml or .json files")]
    elif os.path.lexists(path):
        yield _source(path)
    else:
        yield _source(path, "does not exist")


def _in_folder(folder: str) -> Iterator[Source]:
    faults: list[Source] = []

    def failed(error: OSError) -> None:
        faults.append(_source(str(error.filename), f"cannot be opened: {error.strerror}"))

    for here, folders, files in os.walk(folder, onerror=failed):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        yield from (_source(os.path.join(here, each)) for each in sorted(files) if each.endswith(ENDINGS))
    yield from faults


def _source(path: str, fault: str = "") -> Source:
    # A name that is no text is shown with marks in the place of its bytes.
    name = os.fsencode(path).decode("utf-8", "replace")
    return Source(Path(name).as_posix() if name else name, Path(path), fault)

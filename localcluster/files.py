"""Files that are either whole or absent, and readable by their owner alone."""

import json
import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast


def write_private(path: Path, text: str) -> None:
    """Write a file with mode 0600 in one step: a reader sees the old text or the new one, never a part."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_json(path: Path, values: Mapping[str, Any]) -> None:
    """Write plain JSON values, as `write_private` does."""
    write_private(path, json.dumps(values, indent=1) + "\n")


def read_json(path: Path) -> dict[str, Any] | None:
    """The object that a JSON file holds, or None where there is no such file."""
    try:
        return cast(dict[str, Any], json.loads(path.read_text()))
    except (FileNotFoundError, NotADirectoryError):
        return None


def make_private_directory(path: Path) -> None:
    """Make a directory, and those above it, with mode 0700 for the last one."""
    path.mkdir(parents=True, exist_ok=True)
    path.chmod(0o700)


def last_lines(path: Path, count: int = 8) -> list[str]:
    """The last lines of a log, or none where there is no such file."""
    try:
        with path.open(errors="replace") as file:
            return [line.rstrip("\n") for line in deque(file, maxlen=count)]
    except FileNotFoundError:
        return []

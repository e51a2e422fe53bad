"""The referee of the Pod Security rules, built once and asked in batches."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tools.build import exclusive
from tools.cache import cache_root

FOLDER = Path(__file__).parent
SOURCES = ("go.mod", "go.sum", "main.go")
COMPILER = ("-trimpath", "-buildvcs=false", "-gcflags=all=-dwarf=false", "-ldflags=-s -w")
SECONDS = 600


class Question(NamedTuple):
    """A pod (metadata and spec), and the level and version by which it is judged, e.g. `v1.37`."""

    level: str
    version: str
    pod: dict[str, Any]


def go() -> str:
    """The go command; the test is skipped where there is none."""
    found = shutil.which("go")
    if found is None:
        pytest.skip("no go on PATH: the referee of Pod Security admission must be built with it")
    return found


def built() -> Path:
    """The program, from the cache or built into it."""
    digest = hashlib.sha256(b"\0".join((FOLDER / name).read_bytes() for name in SOURCES)).hexdigest()[:16]
    program = cache_root() / "oracle" / digest / "referee"
    if not program.is_file():
        command = go()
        with exclusive(program.parent):
            if not program.is_file():
                _build(command, program)
    return program


def _build(command: str, program: Path) -> None:
    """Build the program, and put it in its place once it is whole."""
    with tempfile.TemporaryDirectory(dir=program.parent, prefix="building-") as output:
        target = Path(output) / program.name
        arguments = [command, "build", *COMPILER, "-o", str(target), "."]
        done = subprocess.run(
            arguments, cwd=FOLDER, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        assert done.returncode == 0, done.stderr
        os.replace(target, program)


def failed_checks(program: Path, questions: Iterable[Question]) -> list[frozenset[str]]:
    """For each question, the ids of the checks of Pod Security admission that fail; none when allowed."""
    asked = "\n".join(json.dumps(question._asdict()) for question in questions)
    done = subprocess.run(
        [program], input=asked, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(answer["allowed"] == (not answer["failed"]) for answer in answers)
    return [frozenset(answer["failed"]) for answer in answers]

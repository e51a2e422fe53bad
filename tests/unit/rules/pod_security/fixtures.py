"""The fixtures of Pod Security admission: pods that pass and pods that fail, by level and version."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

MODULE = "k8s.io/pod-security-admission@v0.37.2"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def folder() -> Path:
    """Where the fixtures lie; the test is skipped where there is no Go to fetch them."""
    go = shutil.which("go")
    if go is None:
        pytest.skip(f"no go on PATH: the fixtures are fetched with `go mod download {MODULE}`")
    command = [go, "mod", "download", "-json", MODULE]
    # In the root of the file system there is no go.mod, which could ask for another version of Go.
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Path(json.loads(done.stdout)["Dir"]) / "test" / "testdata"


def fixtures(level: str, version: int, outcome: str) -> dict[str, dict[str, Any]]:
    """The pods of a level and a version that `pass` or `fail`, by the name of their file."""
    files = sorted((folder() / level / f"v1.{version}" / outcome).glob("*.yaml"))
    return {file.stem: parsed(file.read_text()) for file in files}


@cache
def parsed(text: str) -> dict[str, Any]:
    """A pod. Most files say the same in several versions."""
    return yaml.load(text, LOADER)

"""Looking for a program that need not be built."""

import os
import shutil
import subprocess
from pathlib import Path

from tools.catalogue import Tool, parse_version, pinned_version


def search_path(exclude: Path) -> str:
    """PATH without the folder of our own links."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    return os.pathsep.join(
        folder for folder in folders if folder and Path(folder).resolve() != exclude.resolve()
    )


def find_on_path(tool: Tool, exclude: Path) -> Path | None:
    """The program on PATH, when its version serves; None otherwise."""
    found = shutil.which(tool.name, path=search_path(exclude))
    if found is None:
        return None
    if tool.version is None:
        return Path(found).resolve()
    try:
        said = subprocess.run([found, *tool.version], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version, pinned = parse_version(said.stdout + said.stderr), parse_version(pinned_version(tool.module))
    serves = (
        said.returncode == 0 and version is not None and pinned is not None and tool.accepts(version, pinned)
    )
    return Path(found).resolve() if serves else None


def find_in_cache(tool: Tool, cache: Path) -> Path | None:
    """The program that an earlier build of the same pins left, or None."""
    built = cache / "bin" / tool.name
    return built if built.is_file() else None

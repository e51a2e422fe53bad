"""A look at the disk before a build fills it."""

import shutil
from pathlib import Path

from tools.failure import ToolError

NEEDED = 15 * 1024**3
"""Bytes that a build from nothing takes: modules, compiled packages and programs (measured)."""


def free_bytes(path: Path) -> int:
    """What is free where a folder lies or will lie."""
    while not path.exists():
        path = path.parent
    return shutil.disk_usage(path).free


def require_space(folders: list[Path], needed: int = NEEDED) -> None:
    """Errors: ToolError that names the first folder without that many free bytes."""
    for folder in folders:
        free = free_bytes(folder)
        if free < needed:
            raise ToolError(
                f"{folder} has {free / 1024**3:.1f} GB free, and building the tools takes about "
                f"{needed / 1024**3:.0f} GB. Free some space, or set GKE_AGENT_SANDBOX_CACHE, GOCACHE and "
                "GOMODCACHE to folders on a larger disk, and run the command again."
            )

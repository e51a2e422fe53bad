"""What must be there before anything is started."""

import os
import shutil
from pathlib import Path

from localcluster.errors import LocalClusterError
from localcluster.files import make_private_directory
from localcluster.parts import stage_files
from localcluster.settings import Settings

# A cluster takes 130 MB, most of it the log of etcd, which is laid out in advance; the rest is for our logs.
NEEDED_BYTES = 300 * 1024 * 1024


def check_tools(settings: Settings) -> None:
    """Refuse a cluster for which a binary or a stage file of kwok is missing; all are named at once."""
    binaries = [settings.bin_directory / name for name in settings.binaries]
    missing = [file for file in binaries if not os.access(file, os.X_OK) or file.is_dir()]
    missing += [file for file in stage_files(settings.share_directory) if not file.is_file()]
    if missing:
        names = ", ".join(str(file) for file in missing)
        raise LocalClusterError(f"missing or not executable: {names}", "Build the tools with `make tools`")


def check_directory(directory: Path) -> None:
    """Make the directory, and refuse one that cannot be written or whose disk is full."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        probe = directory / f".probe-{os.getpid()}"
        make_private_directory(probe)
        probe.rmdir()
    except OSError as error:
        raise LocalClusterError(
            f"cannot write in {directory}: {error.strerror}",
            "Name a directory you may write to with --local-directory",
        ) from error
    problem = space_problem(shutil.disk_usage(directory).free)
    if problem:
        raise LocalClusterError(
            f"the disk of {directory} is full: {problem}",
            "Free some space or name a directory on another disk with --local-directory",
        )


def space_problem(free: int) -> str:
    """What is wrong with so many free bytes; empty if they suffice."""
    if free >= NEEDED_BYTES:
        return ""
    return f"{free // 2**20} MB are free, a cluster needs {NEEDED_BYTES // 2**20} MB"

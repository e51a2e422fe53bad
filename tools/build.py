"""Building what is missing into the cache."""

import fcntl
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tools.catalogue import FOLDERS, SHARES, Tool
from tools.compile import Work, compile_all, pinned_in
from tools.disk import require_space
from tools.go import go_env, module_folder, require_go
from tools.progress import Progress


def build(tools: list[Tool], cache: Path, log: Path) -> None:
    """Build programs into the cache, and copy the modules' own files beside them.

    Waits for another build of the same pins. An interrupted build goes on where it was: Go keeps what it
    compiled.

    Errors: ToolError without Go, without space, or when the build fails (with the end of its output).
    """
    go = require_go(tools)
    with exclusive(cache):
        missing = [tool for tool in tools if not (cache / "bin" / tool.name).is_file()]
        if missing:
            require_space([Path(go_env(go, "GOCACHE")), Path(go_env(go, "GOMODCACHE")), cache])
            works = [Work(folder, chosen) for folder in FOLDERS if (chosen := pinned_in(folder, missing))]
            compile_all(go, works, cache, log)
        for share in SHARES:
            copy_share(go, share.module, share.folder, cache / "share" / share.name)


def copy_share(go: str, module: str, folder: str, target: Path) -> None:
    """Copy a folder of a module, whole or not at all."""
    if target.is_dir():
        return
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(module_folder(go, module) / folder, partial, copy_function=shutil.copyfile)
    for path in [partial, *partial.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    partial.rename(target)


@contextmanager
def exclusive(cache: Path) -> Generator[None]:
    """One build of a cache folder at a time; the second waits and then finds all there."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with Progress("waiting for another build of the same tools"):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield

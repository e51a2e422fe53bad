"""One at a time: `up` and `down` of the same cluster wait for each other."""

import fcntl
import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

_POLL_SECONDS = 0.1


@contextmanager
def exclusive(path: Path, who: str, say: Callable[[str], None]) -> Generator[None]:
    """Hold the lock at this path; who has to wait says once for whom. The file goes with its last holder.

    who: what the holder does, e.g. `up`, for those who wait.
    """
    lock = _acquire(path, say)
    try:
        lock.truncate(0)
        lock.write(f"`{who}` of process {os.getpid()}")
        lock.flush()
        yield
    finally:
        # Before the lock is given back: who waits for it finds that the file has gone, and takes a new one.
        path.unlink(missing_ok=True)
        lock.close()


def _acquire(path: Path, say: Callable[[str], None]) -> TextIO:
    has_said = False
    while True:
        lock = path.open("a")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            holder = _holder(path)
            if holder and not has_said:
                say(f"waiting for {holder}, which works on this cluster")
                has_said = True
            time.sleep(_POLL_SECONDS)
            continue
        if _is_current(lock, path):
            return lock
        lock.close()


def _holder(path: Path) -> str:
    try:
        return path.read_text()
    except FileNotFoundError:
        return ""


def _is_current(lock: TextIO, path: Path) -> bool:
    """Whether the file that is locked is still the one at the path: its last holder takes it away."""
    try:
        return os.path.samestat(os.fstat(lock.fileno()), path.stat())
    except FileNotFoundError:
        return False

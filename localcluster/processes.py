"""Processes, told apart by their id and the time they started: an id alone may belong to another since."""

import os
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

# Every process of a cluster carries this variable with the cluster's own mark as its value, so that one which
# no record names (its parent was killed before it could write) is found as well.
MARK_VARIABLE = "LOCALCLUSTER_MARK"

# psutil adds the time of the boot in whole seconds; two readings can differ by one.
_TOLERANCE_SECONDS = 1.5


@dataclass(frozen=True)
class ProcessId:
    """One process for ever.

    pid:     its id.
    started: when it started, in seconds since the machine did (the time of day jumps with the clock).
    """

    pid: int
    started: float

    def as_json(self) -> dict[str, Any]:
        return {"pid": self.pid, "started": self.started}


def process_from_json(values: Mapping[str, Any] | None) -> ProcessId | None:
    """The process of which `as_json` made these values; None for None."""
    return ProcessId(int(values["pid"]), float(values["started"])) if values else None


def identify(pid: int) -> ProcessId | None:
    """The process that has this id now, or None where there is none (a zombie is none)."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return ProcessId(pid, process.create_time() - psutil.boot_time())
    except psutil.NoSuchProcess:
        return None


def is_same(one: ProcessId | None, other: ProcessId | None) -> bool:
    """Whether two readings are of the same process; False where there is none."""
    if one is None or other is None:
        return False
    return one.pid == other.pid and abs(one.started - other.started) < _TOLERANCE_SECONDS


def is_alive(process: ProcessId | None) -> bool:
    """Whether this very process still runs, not another one that was given its id."""
    return process is not None and is_same(identify(process.pid), process)


def send_signal(process: ProcessId | None, number: signal.Signals) -> bool:
    """Signal this very process; False where it is gone."""
    if process is None or not is_alive(process):
        return False
    try:
        os.kill(process.pid, number)
    except ProcessLookupError:
        return False
    return True


def end(processes: Iterable[ProcessId], patience: float) -> None:
    """End processes: ask each, wait so many seconds for all of them, then kill those that are left."""
    asked = [process for process in processes if send_signal(process, signal.SIGTERM)]
    for process in asked:
        send_signal(process, signal.SIGCONT)
    deadline = time.monotonic() + patience
    while any(is_alive(process) for process in asked) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [process for process in asked if send_signal(process, signal.SIGKILL)]
    while any(is_alive(process) for process in left):
        time.sleep(0.02)


def marked(mark: str) -> list[ProcessId]:
    """All processes of the cluster that has this mark, whatever their names."""
    found: list[ProcessId] = []
    for process in psutil.process_iter():
        try:
            is_member = process.environ().get(MARK_VARIABLE) == mark
        except (psutil.Error, OSError):
            # Another user's process, or one that just ended.
            continue
        member = identify(process.pid) if is_member else None
        if member:
            found.append(member)
    return found


def marked_runs(mark: str, program: str) -> list[ProcessId]:
    """Those of the processes of a cluster that run this program, named by its full path."""
    return [process for process in marked(mark) if _program(process) == program]


def _program(process: ProcessId) -> str:
    try:
        return "".join(psutil.Process(process.pid).cmdline()[:1])
    except psutil.Error:
        return ""


def environment(mark: str, home: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a process of the cluster gets of the environment.

    Nothing of the caller's own but the search path: neither its KUBECONFIG nor its proxies, and with another
    HOME no configuration files either.
    """
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "HOME": str(home), "LANG": "C.UTF-8", MARK_VARIABLE: mark, **(extra or {})}


def how_it_ended(returncode: int) -> str:
    """The end of a process in words, from subprocess' return code."""
    if returncode >= 0:
        return f"ended with exit code {returncode}"
    try:
        return f"was killed by {signal.Signals(-returncode).name}"
    except ValueError:
        return f"was killed by signal {-returncode}"


def spawn(command: Iterable[str], log: Path, env: Mapping[str, str], cwd: Path) -> subprocess.Popen[bytes]:
    """Start a process in the caller's own group, with both its outputs appended to the log."""
    arguments = list(command)
    with log.open("a") as output:
        output.write(f"--- {time.strftime('%Y-%m-%dT%H:%M:%S%z')} {' '.join(arguments)}\n")
        output.flush()
        return subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(env),
            cwd=cwd,
        )

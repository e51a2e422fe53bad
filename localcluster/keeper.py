"""The keeper: the one process of a cluster that starts and reaps all others, in its own process group.

It does not start a dead part again by itself: what has ended stays visible in its state file, by name, until
`up` asks for a repair (SIGHUP). SIGTERM stops everything, in the opposite order of the start.

Run as: python -m localcluster.keeper <directory>
"""

import fcntl
import http.client
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from localcluster.api import ApiClient, ApiError, tls_context
from localcluster.files import read_json, write_json
from localcluster.health import complaint
from localcluster.layout import POD_RUNNER, Layout
from localcluster.objects import apply_objects
from localcluster.parts import OBJECTS, Part, make_parts
from localcluster.plan import API, Plan, load_plan
from localcluster.processes import (
    ProcessId,
    environment,
    how_it_ended,
    identify,
    is_same,
    process_from_json,
    send_signal,
    spawn,
)
from localcluster.state import KeeperState, PartRecord, PartState, moment, save_state

# Seconds that a part gets to end by itself; the pod runner ends the controllers, which give back their lease.
STOP_SECONDS = 5.0
RUNNER_STOP_SECONDS = 10.0

# Between two looks at parts that are starting, and when nothing is to be awaited but signals.
_BUSY_SECONDS = 0.05
_IDLE_SECONDS = 5.0


class Keeper:
    """The loop that brings the parts from what they are to what they should be."""

    def __init__(self, layout: Layout, plan: Plan, me: ProcessId) -> None:
        self._layout = layout
        self._plan = plan
        self._me = me
        self._parts = make_parts(layout, plan)
        self._records = {part.name: PartRecord(since=moment()) for part in self._parts}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._contexts = {part.name: part.health.context(layout.pki) for part in self._parts if part.health}
        self._api = ApiClient(plan.api_port, tls_context(layout.pki, "admin"))
        self._objects = False
        self._trouble = ""
        self._answered = self._request()
        self._must_wake_runner = False
        self._saved: KeeperState | None = None
        self._is_stopping = False
        self._is_asked = False
        self._wake = self._listen()

    def run(self) -> None:
        """Keep the parts until SIGTERM, then stop them."""
        while not self._is_stopping:
            self._reap()
            if self._is_asked:
                self._is_asked = False
                self._repair()
            for part in self._parts:
                self._advance(part)
            self._save()
            ready, _, _ = select.select(
                [self._wake], [], [], _BUSY_SECONDS if self._is_busy() else _IDLE_SECONDS
            )
            if ready:
                os.read(self._wake, 512)
        self._stop()

    def _listen(self) -> int:
        """Have signals noted, and written to a pipe that ends the wait of the loop."""
        wake, on_signal = os.pipe()
        os.set_blocking(on_signal, False)
        signal.set_wakeup_fd(on_signal, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, self._note)
        # Ctrl-C in the terminal of `up` is not for the cluster.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return wake

    def _note(self, number: int, _: FrameType | None) -> None:
        self._is_stopping = self._is_stopping or number == signal.SIGTERM
        self._is_asked = self._is_asked or number == signal.SIGHUP

    def _request(self) -> str:
        return str((read_json(self._layout.request) or {}).get("id", ""))

    def _reap(self) -> None:
        for name, process in list(self._processes.items()):
            returncode = process.poll()
            if returncode is not None:
                del self._processes[name]
                record = self._records[name]
                self._records[name] = record.become(PartState.DEAD, record.process, how_it_ended(returncode))

    def _repair(self) -> None:
        self._answered = self._request()
        self._objects = False
        self._must_wake_runner = True
        for name, record in self._records.items():
            if record.state is PartState.DEAD:
                self._records[name] = record.become(PartState.PENDING, None)

    def _advance(self, part: Part) -> None:
        record = self._records[part.name]
        if record.state is PartState.PENDING and all(self._is_well(name) for name in part.after):
            self._start(part)
        elif record.state is PartState.STARTING and self._complaint(part) == "":
            self._records[part.name] = record.become(PartState.RUNNING, record.process)
        if part.name == API and self._is_well(API) and not self._objects:
            self._make_objects()
        if part.name == POD_RUNNER and self._must_wake_runner and self._is_well(POD_RUNNER):
            # Its controllers may be waiting long for their next try, because of what has just been repaired.
            self._must_wake_runner = False
            send_signal(self._records[POD_RUNNER].process, signal.SIGHUP)

    def _is_well(self, name: str) -> bool:
        return self._objects if name == OBJECTS else self._records[name].state is PartState.RUNNING

    def _complaint(self, part: Part) -> str:
        if part.port is None or part.health is None:
            return runner_complaint(self._layout, self._records[part.name].process)
        return complaint(part.port, part.health.path, self._contexts[part.name])

    def _start(self, part: Part) -> None:
        python_path = {"PYTHONPATH": str(Path(__file__).parent.parent)}
        variables = environment(self._plan.mark, self._layout.cluster, python_path)
        record = self._records[part.name]
        try:
            process = spawn(part.command, self._layout.log(part.name), variables, self._layout.cluster)
        except OSError as error:
            ended = f"could not be started: {error.strerror} ({part.command[0]})"
            self._records[part.name] = record.become(PartState.DEAD, None, ended)
            return
        self._processes[part.name] = process
        self._records[part.name] = record.become(PartState.STARTING, identify(process.pid))

    def _make_objects(self) -> None:
        try:
            apply_objects(self._api, self._plan.settings)
        except (ApiError, OSError, http.client.HTTPException) as error:
            self._trouble = f"the cluster's own objects cannot be made yet: {error}"
        else:
            self._objects = True
            self._trouble = ""

    def _is_busy(self) -> bool:
        """Whether something can change without a signal."""
        states = {record.state for record in self._records.values()}
        is_waiting_for_api = self._is_well(API) and not self._objects
        return PartState.STARTING in states or is_waiting_for_api or self._is_asked

    def _save(self) -> None:
        state = KeeperState(self._me, self._answered, self._objects, self._trouble, dict(self._records))
        if state != self._saved:
            save_state(self._layout, state)
            self._saved = state

    def _stop(self) -> None:
        for part in reversed(self._parts):
            process = self._processes.get(part.name)
            if process is None:
                continue
            process.terminate()
            # A stopped process (SIGSTOP) would not see the request.
            process.send_signal(signal.SIGCONT)
            try:
                process.wait(RUNNER_STOP_SECONDS if part.name == POD_RUNNER else STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._reap()
            self._save()


def runner_complaint(layout: Layout, process: ProcessId | None) -> str:
    """What is wrong with the pod runner; empty once it follows the API: then its state file names it."""
    values = read_json(layout.pods_state) or {}
    if is_same(process_from_json(values.get("runner")), process):
        return ""
    return "does not follow the API server yet"


def main(directory: str) -> int:
    """Keep the cluster of this directory. Exit code 0 after SIGTERM, or at once if it has a keeper."""
    layout = Layout(Path(directory))
    plan = load_plan(layout)
    me = identify(os.getpid())
    if plan is None or me is None:
        print(f"there is no cluster in {directory}", file=sys.stderr)
        return 1
    # Made first, since it handles signals from then on: nobody sends one before its file names this
    # process.
    keeper = Keeper(layout, plan, me)
    with layout.keeper_lock.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another keeper keeps this cluster", file=sys.stderr)
            return 0
        write_json(layout.keeper, me.as_json())
        started = time.monotonic()
        keeper.run()
        print(f"stopped after {time.monotonic() - started:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""From a plan to a cluster that works: the keeper is asked, and its parts, nodes and controllers awaited."""

import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from localcluster.configuration import write_admin_kubeconfig
from localcluster.errors import LocalClusterError
from localcluster.files import last_lines, write_json
from localcluster.layout import PART_NAMES, Layout
from localcluster.plan import API, Plan
from localcluster.processes import environment, send_signal
from localcluster.readiness import wait_for_controllers, wait_for_nodes
from localcluster.state import KeeperState, PartState, load_state
from localcluster.status import PartStatus, Standing, cluster_status
from localcluster.take_down import running_keeper

_UP_SECONDS = 120.0
# How long a part may fail to answer, with everything it needs well, until it is taken for hanging.
_HANGING_SECONDS = 3.0
_DEATH_SECONDS = 5.0
_POLL_SECONDS = 0.05


class BringUp:
    """One `up` of a prepared cluster.

    say: gets a line for each step.
    """

    def __init__(self, layout: Layout, plan: Plan, say: Callable[[str], None]) -> None:
        self._layout = layout
        self._plan = plan
        self._say = say
        self._started = time.monotonic()
        self._told: set[str] = set()

    def run(self) -> None:
        """Have all parts started or repaired; return when the cluster takes pods.

        Errors: LocalClusterError about the part that dies, hangs or does not become well in 120 s.
        """
        if running_keeper(self._layout):
            self._say(f"looking after the cluster in {self._layout.directory}")
        else:
            self._say(f"starting the cluster in {self._layout.directory}, API port {self._plan.api_port}")
        self._repair()
        hanging = self._hanging()
        if hanging:
            for part in hanging:
                self._kill(part)
            self._repair()
            self._refuse_hanging()
        wait_for_nodes(self._layout, self._plan, self._started + _UP_SECONDS)
        self._say(f"{self._plan.settings.system_nodes + self._plan.settings.gvisor_nodes} nodes are ready")
        for line in wait_for_controllers(self._layout):
            self._say(line)
        write_admin_kubeconfig(self._layout, self._plan)
        self._say(f"the cluster is up after {self._seconds:.1f} s, kubeconfig: {self._layout.kubeconfig}")

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._started

    def _repair(self) -> None:
        """Ask the keeper, which is started if there is none, for all parts, and wait for them."""
        request = secrets.token_hex(8)
        write_json(self._layout.request, {"id": request})
        keeper = running_keeper(self._layout)
        process = None if keeper else self._start_keeper()
        # A stopped keeper (SIGSTOP) would not see the request.
        send_signal(keeper, signal.SIGCONT)
        send_signal(keeper, signal.SIGHUP)
        while not self._is_answered(request):
            if process and process.poll() is not None and running_keeper(self._layout) is None:
                raise self._failure("keeper", f"ended with exit code {process.returncode}")
            if self._seconds > _UP_SECONDS:
                raise self._lateness()
            time.sleep(_POLL_SECONDS)

    def _start_keeper(self) -> subprocess.Popen[bytes]:
        """Start the keeper as the leader of a session, and so of a process group, of its own."""
        root = str(Path(__file__).parent.parent)
        with self._layout.log("keeper").open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "localcluster.keeper", str(self._layout.directory)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment(self._plan.mark, self._layout.cluster, {"PYTHONPATH": root}),
                cwd=self._layout.cluster,
                start_new_session=True,
            )

    def _is_answered(self, request: str) -> bool:
        """Whether the keeper has seen to the request and all parts are well; an error if one has died."""
        state = load_state(self._layout)
        if state is None or state.answered != request:
            return False
        self._tell(state)
        for name, part in state.parts.items():
            if part.state is PartState.DEAD:
                raise self._failure(name, part.ended)
        return state.objects and all(part.state is PartState.RUNNING for part in state.parts.values())

    def _tell(self, state: KeeperState) -> None:
        for name, part in state.parts.items():
            if part.state is PartState.RUNNING and name not in self._told:
                self._told.add(name)
                self._say(f"{name} is running ({self._seconds:.1f} s)")

    def _hanging(self) -> list[PartStatus]:
        """The parts that live and, with everything they need there, do not answer for a while."""
        deadline = time.monotonic() + _HANGING_SECONDS
        while True:
            unwell = [
                part for part in cluster_status(self._layout) if part.name in PART_NAMES and not part.is_well
            ]
            if not unwell or time.monotonic() > deadline:
                return unwell
            time.sleep(_POLL_SECONDS)

    def _kill(self, part: PartStatus) -> None:
        """Kill a part that hangs, and wait until its keeper has seen that it is dead."""
        if part.standing is Standing.DEAD:
            raise self._failure(part.name, part.detail)
        self._say(f"{part.name} does not answer ({part.detail}), killing process {part.pid}")
        deadline = time.monotonic() + _DEATH_SECONDS
        while time.monotonic() < deadline:
            state = load_state(self._layout)
            if state is None or state.parts[part.name].state is PartState.DEAD:
                return
            send_signal(state.parts[part.name].process, signal.SIGKILL)
            time.sleep(_POLL_SECONDS)

    def _refuse_hanging(self) -> None:
        for part in self._hanging():
            raise self._failure(part.name, f"does not answer even after a new start ({part.detail})")

    def _lateness(self) -> LocalClusterError:
        state = load_state(self._layout)
        late = (
            [name for name, part in state.parts.items() if part.state is not PartState.RUNNING]
            if state
            else []
        )
        trouble = state.trouble if state else ""
        return self._failure(late[0] if late else API, trouble or f"is not well after {_UP_SECONDS:.0f} s")

    def _failure(self, part: str, what: str) -> LocalClusterError:
        log = self._layout.log(part)
        lines = "".join(f"\n    {line}" for line in last_lines(log))
        remedy = f"Mend what its last lines complain of, then try again:{lines}" if lines else "Try again"
        return LocalClusterError(f"{part} {what} (log: {log})", remedy)

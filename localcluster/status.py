"""How the parts of a cluster stand: what the keeper wrote down, against what runs and answers now."""

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from localcluster.files import read_json
from localcluster.health import complaint
from localcluster.keeper import runner_complaint
from localcluster.layout import Layout
from localcluster.parts import POD_RUNNER, Part, make_parts
from localcluster.plan import Plan, load_plan
from localcluster.pods_state import PodRecord, PodState, load_pods
from localcluster.processes import is_alive, process_from_json
from localcluster.settings import CONTROLLER_BINARY
from localcluster.state import KeeperState, PartRecord, PartState, load_state

_LIVING = (PartState.STARTING, PartState.RUNNING)
_SETTLE_SECONDS = 1.0


class Standing(StrEnum):
    """RUNNING and WAITING (for something that is to be deployed) are well, all others are not."""

    RUNNING = "running"
    WAITING = "waiting"
    STARTING = "starting"
    NOT_ANSWERING = "not answering"
    STOPPING = "stopping"
    CANNOT_RUN = "cannot run"
    DEAD = "dead"


@dataclass(frozen=True)
class PartStatus:
    """One line of `status`.

    name:   of the part, or of the controller's pod.
    pid:    of its process; of the last one if it is dead; None if there never was one.
    port:   where it listens on 127.0.0.1, if it does.
    detail: how it ended, what it waits for or complains of; may be empty.
    """

    name: str
    standing: Standing
    pid: int | None = None
    port: int | None = None
    detail: str = ""

    @property
    def is_well(self) -> bool:
        return self.standing in (Standing.RUNNING, Standing.WAITING)


def cluster_status(layout: Layout) -> tuple[PartStatus, ...]:
    """The keeper, each part, each controller pod; empty where there is no cluster."""
    plan = load_plan(layout)
    if plan is None:
        return ()
    state = _settled_state(layout)
    parts = make_parts(layout, plan) if layout.pki.is_dir() else ()
    with ThreadPoolExecutor(max_workers=8) as pool:
        standing = pool.map(partial(_part_status, layout, state), parts)
        return (_keeper_status(layout), *standing, *_controllers(layout, plan))


def _settled_state(layout: Layout) -> KeeperState | None:
    """The keeper's state; if a part has just ended, the one in which a living keeper has said how."""
    deadline = time.monotonic() + _SETTLE_SECONDS
    while True:
        state = load_state(layout)
        if state is None or time.monotonic() > deadline or not is_alive(state.keeper):
            return state
        if all(is_alive(part.process) for part in state.parts.values() if part.state in _LIVING):
            return state
        time.sleep(0.02)


def _settled_pods(layout: Layout) -> tuple[PodRecord, ...]:
    """The runner's records; if a process has just ended, those that say how."""
    deadline = time.monotonic() + _SETTLE_SECONDS
    while True:
        pods = load_pods(layout)
        if time.monotonic() > deadline or all(is_alive(pod.process) for pod in pods if pod.process):
            return pods
        time.sleep(0.02)


def _keeper_status(layout: Layout) -> PartStatus:
    keeper = process_from_json(read_json(layout.keeper))
    if is_alive(keeper):
        return PartStatus("keeper", Standing.RUNNING, keeper.pid if keeper else None)
    if keeper is None:
        return PartStatus("keeper", Standing.DEAD, detail="was never started: `up` was interrupted")
    return PartStatus("keeper", Standing.DEAD, keeper.pid, detail="ended, and nobody saw how")


def _part_status(layout: Layout, state: KeeperState | None, part: Part) -> PartStatus:
    record = state.parts.get(part.name, PartRecord()) if state else PartRecord()
    pid = record.process.pid if record.process else None
    if record.state is PartState.DEAD:
        return PartStatus(part.name, Standing.DEAD, pid, part.port, f"{record.ended}, {record.since}")
    if record.state is PartState.PENDING:
        return PartStatus(part.name, Standing.STARTING, detail=f"comes after {', '.join(part.after)}")
    if not is_alive(record.process):
        return PartStatus(part.name, Standing.DEAD, pid, part.port, "ended, and no keeper saw how")
    wrong = _complaint(layout, part, record)
    if not wrong:
        return PartStatus(part.name, Standing.RUNNING, pid, part.port)
    standing = Standing.STARTING if record.state is PartState.STARTING else Standing.NOT_ANSWERING
    return PartStatus(part.name, standing, pid, part.port, wrong)


def _complaint(layout: Layout, part: Part, record: PartRecord) -> str:
    if part.port is None or part.health is None:
        return runner_complaint(layout, record.process)
    return complaint(part.port, part.health.path, part.health.context(layout.pki))


def _controllers(layout: Layout, plan: Plan) -> Iterable[PartStatus]:
    if not plan.settings.run_controller:
        return ()
    pods = _settled_pods(layout)
    if not pods:
        return (PartStatus(CONTROLLER_BINARY, Standing.WAITING, detail="waiting for its Deployment"),)
    return tuple(_controller(pod) for pod in pods)


def _controller(pod: PodRecord) -> PartStatus:
    pid = pod.process.pid if pod.process else None
    if pod.process and not is_alive(pod.process):
        return PartStatus(
            pod.name, Standing.DEAD, pid, pod.port, f"its process ended, and no {POD_RUNNER} saw how"
        )
    # A pod that waits for a start is on its way; only what nobody has deployed yet is well while it waits.
    standing = Standing.STARTING if pod.state is PodState.WAITING else Standing(pod.state.value)
    return PartStatus(pod.name, standing, pid, pod.port, pod.detail)

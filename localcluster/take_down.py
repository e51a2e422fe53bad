"""The end of a cluster: its processes in the right order, then its files."""

import shutil
import signal
import time
from collections.abc import Callable

from localcluster.files import read_json
from localcluster.layout import Layout
from localcluster.plan import load_plan
from localcluster.pods_state import load_pods
from localcluster.processes import ProcessId, end, is_alive, marked, process_from_json, send_signal
from localcluster.state import load_state

# What the keeper needs at most: each part gets a few seconds to end by itself before it is killed.
_KEEPER_SECONDS = 45.0
_LEFTOVER_SECONDS = 5.0
_POLL_SECONDS = 0.05


def running_keeper(layout: Layout) -> ProcessId | None:
    """The keeper that runs now, or None."""
    keeper = process_from_json(read_json(layout.keeper))
    return keeper if is_alive(keeper) else None


def end_processes(layout: Layout, say: Callable[[str], None]) -> None:
    """Have the keeper stop everything in order, then end whatever is left of the cluster."""
    keeper = running_keeper(layout)
    if send_signal(keeper, signal.SIGTERM):
        say("stopping the cluster")
        # A stopped keeper (SIGSTOP) would not see the request.
        send_signal(keeper, signal.SIGCONT)
        deadline = time.monotonic() + _KEEPER_SECONDS
        while is_alive(keeper) and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
    left = _members(layout)
    if left:
        say(f"ending {len(left)} processes that have lost their keeper")
        end(left, _LEFTOVER_SECONDS)


def _members(layout: Layout) -> list[ProcessId]:
    """The living processes of the cluster: those on record, and those that carry its mark."""
    state = load_state(layout)
    recorded = [state.keeper, *(part.process for part in state.parts.values())] if state else []
    recorded += [pod.process for pod in load_pods(layout)]
    members = {process.pid: process for process in recorded if process and is_alive(process)}
    plan = load_plan(layout)
    if plan:
        members |= {process.pid: process for process in marked(plan.mark)}
    return list(members.values())


def remove_files(layout: Layout) -> None:
    """Remove everything but the logs."""
    layout.kubeconfig.unlink(missing_ok=True)
    if layout.cluster.exists():
        shutil.rmtree(layout.cluster)


def remove_logs(layout: Layout) -> None:
    """Remove the logs of this cluster."""
    for log in layout.all_logs():
        log.unlink()
    remove_empty_logs(layout)


def remove_empty_logs(layout: Layout) -> None:
    """Remove the folder of the logs if there is none in it."""
    if layout.logs.is_dir() and not any(layout.logs.iterdir()):
        layout.logs.rmdir()

"""What the pod runner writes down about the controller's pods, for `status` and for the runner after it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from localcluster.files import read_json, write_json
from localcluster.layout import Layout
from localcluster.processes import ProcessId, process_from_json


class PodState(StrEnum):
    """WAITING: for a start. CANNOT_RUN: its image is not the one that this cluster has a binary for."""

    WAITING = "waiting"
    STARTING = "starting"
    RUNNING = "running"
    NOT_ANSWERING = "not answering"
    STOPPING = "stopping"
    DEAD = "dead"
    CANNOT_RUN = "cannot run"


@dataclass(frozen=True)
class PodRecord:
    """One pod of the controller.

    name:    the pod's.
    detail:  a few words for people.
    process: the process in its place, None where none lives.
    port:    of its health endpoint, None where no process lives.
    since:   local time of the last change, ISO 8601, in seconds.
    """

    name: str
    state: PodState
    detail: str = ""
    process: ProcessId | None = None
    port: int | None = None
    since: str = ""


def save_pods(layout: Layout, runner: ProcessId, records: Iterable[PodRecord]) -> None:
    pods = [asdict(record) for record in records]
    write_json(layout.pods_state, {"runner": runner.as_json(), "pods": pods})


def load_pods(layout: Layout) -> tuple[PodRecord, ...]:
    """The records of the last runner; empty where there was none."""
    values = read_json(layout.pods_state) or {"pods": []}
    return tuple(_record(pod) for pod in values["pods"])


def _record(values: Mapping[str, Any]) -> PodRecord:
    process = process_from_json(values["process"])
    return PodRecord(
        values["name"], PodState(values["state"]), values["detail"], process, values["port"], values["since"]
    )

"""What the keeper writes down about the parts, for `status` and for the next `up`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from localcluster.files import read_json, write_json
from localcluster.layout import Layout
from localcluster.processes import ProcessId, process_from_json


class PartState(StrEnum):
    """PENDING: not started yet. STARTING: started, not well yet. RUNNING: has been well. DEAD: has ended."""

    PENDING = "pending"
    STARTING = "starting"
    RUNNING = "running"
    DEAD = "dead"


@dataclass(frozen=True)
class PartRecord:
    """One part as its keeper saw it last.

    process: the process, None before the first start; it stays when the process has ended.
    ended:   how it ended, e.g. `was killed by SIGKILL`; empty while it lives.
    since:   local time of the last change of state, ISO 8601, in seconds.
    """

    state: PartState = PartState.PENDING
    process: ProcessId | None = None
    ended: str = ""
    since: str = ""

    def become(self, state: PartState, process: ProcessId | None, ended: str = "") -> "PartRecord":
        """The record after a change of state."""
        return replace(self, state=state, process=process, ended=ended, since=moment())


def _no_parts() -> dict[str, PartRecord]:
    return {}


@dataclass(frozen=True)
class KeeperState:
    """keeper:   the keeper's own process.
    answered: the last request (of `up`) that all records take into account.
    objects:  whether the cluster's own objects are made; the reason why not is in `trouble`.
    trouble:  what the keeper could not do and tries again; empty if there is nothing.
    parts:    a record for each part, by name.
    """

    keeper: ProcessId
    answered: str = ""
    objects: bool = False
    trouble: str = ""
    parts: Mapping[str, PartRecord] = field(default_factory=_no_parts)


def moment() -> str:
    """Now, as records name it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def save_state(layout: Layout, state: KeeperState) -> None:
    write_json(layout.state, asdict(state))


def load_state(layout: Layout) -> KeeperState | None:
    """The keeper's last words, or None where no keeper has written any."""
    values = read_json(layout.state)
    if values is None:
        return None
    keeper = process_from_json(values["keeper"])
    if keeper is None:
        return None
    parts = {name: _record(record) for name, record in values["parts"].items()}
    return KeeperState(keeper, values["answered"], values["objects"], values["trouble"], parts)


def _record(values: Mapping[str, Any]) -> PartRecord:
    process = process_from_json(values["process"])
    return PartRecord(PartState(values["state"]), process, values["ended"], values["since"])

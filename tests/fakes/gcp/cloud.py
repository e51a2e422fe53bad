"""The cloud: what exists, in a folder that outlives the provider's processes.

FAKE_GCP_DIRECTORY names the folder. Pulumi's state is somewhere else: what is changed here is drift.
"""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

DIRECTORY = "FAKE_GCP_DIRECTORY"


class ApiError(Exception):
    """An answer of a Google API that is none."""

    def __init__(self, status: int, message: str) -> None:
        reason = {400: ", badRequest", 409: ", alreadyExists"}.get(status, "")
        super().__init__(f"googleapi: Error {status}: {message}{reason}")
        self.status = status


@dataclass(frozen=True)
class Resource:
    """Something that exists.

    type:       its token.
    properties: as the API has them, with the wire's names.
    """

    type: str
    id: str
    properties: dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One line of the log: create, update, delete, read or invoke, of what, and why it failed, if it did."""

    operation: str
    type: str
    id: str
    error: str = ""


@dataclass(frozen=True)
class Failure:
    """leaves_behind: whether the resource is there all the same, as after a time-out."""

    message: str
    leaves_behind: bool = False


class Cloud:
    """One cloud. Several processes may use it at once.

    A test makes one for the folder that it gives to the provider, and asks or changes it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("resources", "failures", "delays"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    def get(self, type: str, id: str) -> Resource | None:
        """What exists under an id."""
        return self._read(self._file(type, id))

    def all(self, type: str | None = None) -> list[Resource]:
        """Everything, or everything of a type, in the order of ids."""
        found = (self._read(file) for file in (self.folder / "resources").glob("*.json"))
        wanted = (each for each in found if each is not None and type in (None, each.type))
        return sorted(wanted, key=lambda each: each.id)

    def only(self, type: str) -> Resource:
        """The one resource of a type.

        Errors: ValueError when there is none, or more than one.
        """
        (found,) = self.all(type)
        return found

    def put(self, resource: Resource) -> None:
        """Make something exist, or change it."""
        write(self._file(resource.type, resource.id), json.dumps(asdict(resource), indent=1, sort_keys=True))

    def remove(self, type: str, id: str) -> None:
        """Make something not exist."""
        self._file(type, id).unlink(missing_ok=True)

    def drift(self, type: str, id: str, change: Callable[[dict[str, Any]], None]) -> None:
        """Change a resource behind Pulumi's back.

        Errors: KeyError for what does not exist.
        """
        found = self.get(type, id)
        if found is None:
            raise KeyError(f"{type} {id}")
        change(found.properties)
        self.put(found)

    def fail_next(
        self, type: str, message: str, operation: str = "create", leaves_behind: bool = False
    ) -> None:
        """Let the next operation on a type fail, once. Several such orders are carried out in turn."""
        order = {"type": type, "operation": operation, "message": message, "leaves_behind": leaves_behind}
        write(self.folder / "failures" / f"{time.time_ns()}.json", json.dumps(order))

    def failure(self, type: str, operation: str) -> Failure | None:
        """The failure that is ordered for an operation; it counts as carried out."""
        for file in sorted((self.folder / "failures").glob("*.json")):
            try:
                order = json.loads(file.read_text())
                if (order["type"], order["operation"]) == (type, operation):
                    file.unlink()
                    return Failure(order["message"], order["leaves_behind"])
            except FileNotFoundError:
                # Another operation was faster.
                continue
        return None

    def slow(self, type: str, seconds: float) -> None:
        """Let every creation and change of a type take a while; 0 for none."""
        write(self.folder / "delays" / digest(type), str(seconds))

    def delay(self, type: str) -> float:
        """How long it takes, in seconds."""
        file = self.folder / "delays" / digest(type)
        return float(file.read_text()) if file.exists() else 0.0

    def spread(self, seconds: float, **types: float) -> None:
        """Let what is made or turned on be known everywhere only after a while, and refuse what uses an API
        that nobody turned on.

        types: other times for types, by the last part of their token, e.g. `CryptoKeyIAMMember`.
        """
        write(self.folder / "spread", json.dumps({"": seconds, **types}))

    def spreads(self) -> bool:
        """Whether anything takes such a while."""
        return (self.folder / "spread").exists()

    def is_new(self, resource: Resource) -> bool:
        """Whether something has been as it is for so short a time that it is not known everywhere."""
        if not self.spreads():
            return False
        seconds = json.loads((self.folder / "spread").read_text())
        return self.age(resource) < seconds.get(resource.type.rpartition(":")[2], seconds[""])

    def age(self, resource: Resource) -> float:
        """For how many seconds a resource has been as it is."""
        return time.time() - self._file(resource.type, resource.id).stat().st_mtime

    def log(self, call: Call) -> None:
        """Remember an operation. One write of one line, which no other process can break."""
        line = json.dumps(asdict(call)).encode() + b"\n"
        handle = os.open(self.folder / "calls.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, line)
        finally:
            os.close(handle)

    def calls(self, *operations: str) -> list[Call]:
        """What has been done, in order; all operations, or those of some names."""
        return [each for each in self._calls() if not operations or each.operation in operations]

    def forget_calls(self) -> None:
        """Start the log anew."""
        (self.folder / "calls.jsonl").unlink(missing_ok=True)

    def _calls(self) -> Iterator[Call]:
        file = self.folder / "calls.jsonl"
        if file.exists():
            for line in file.read_text().splitlines():
                yield Call(**json.loads(line))

    def _read(self, file: Path) -> Resource | None:
        try:
            return Resource(**json.loads(file.read_text()))
        except FileNotFoundError:
            return None

    def _file(self, type: str, id: str) -> Path:
        return self.folder / "resources" / f"{digest(f'{type} {id}')}.json"


def digest(text: str) -> str:
    """A file's name for any text."""
    return sha256(text.encode()).hexdigest()[:32]


def write(file: Path, text: str) -> None:
    """Write a file so that nobody sees half of it."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".")
    with os.fdopen(handle, "w") as partial:
        partial.write(text)
    os.replace(name, file)


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two objects in one; where both say something that is no object, the second wins."""
    both = dict(below)
    for key, value in above.items():
        held = both.get(key)
        both[key] = merged(held, value) if isinstance(held, Mapping) and isinstance(value, Mapping) else value
    return both

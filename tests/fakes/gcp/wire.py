"""Values as they travel between the engine and a provider, and as plain Python ones."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct

from gke_agent_sandbox.pulumi_values import SECRET, SIGNATURE, UNKNOWNS

Path = tuple[str | int, ...]


class Unknown:
    """What is not known before the deployment."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()
UNKNOWN_TEXT = min(UNKNOWNS)
"""Any of the marks will do: a program reads them all as unknown."""


@dataclass(frozen=True)
class Secret:
    """A value that nobody is shown."""

    value: Any


def decode(struct: Struct) -> dict[str, Any]:
    """Plain values with UNKNOWN and Secret in them. A whole number is an int: the wire has only floats."""
    return {key: _decoded(value) for key, value in MessageToDict(struct).items()}


def _decoded(value: Any) -> Any:
    match value:
        case {**entries} if entries.get(SIGNATURE) == SECRET:
            return Secret(_decoded(entries["value"]))
        case dict():
            return {key: _decoded(each) for key, each in value.items()}
        case list():
            return [_decoded(each) for each in value]
        case str() if value in UNKNOWNS:
            return UNKNOWN
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def encode(values: dict[str, Any]) -> Struct:
    """The other way round."""
    struct = Struct()
    struct.update({key: _encoded(value) for key, value in values.items()})
    return struct


def _encoded(value: Any) -> Any:
    match value:
        case Secret():
            return {SIGNATURE: SECRET, "value": _encoded(value.value)}
        case Unknown():
            return UNKNOWN_TEXT
        case dict():
            return {key: _encoded(each) for key, each in value.items()}
        case list():
            return [_encoded(each) for each in value]
        case _:
            return value


def bare(value: Any, keep_defaults: bool = False) -> Any:
    """The value as if nothing in it were secret, and without the lists of what was filled in."""
    match value:
        case Secret():
            return bare(value.value, keep_defaults)
        case dict():
            return {
                key: bare(each, keep_defaults)
                for key, each in value.items()
                if keep_defaults or key != "__defaults"
            }
        case list():
            return [bare(each, keep_defaults) for each in value]
        case _:
            return value


def secrets(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where the secrets are."""
    match value:
        case Secret():
            yield path
        case dict():
            for key, each in value.items():
                yield from secrets(each, (*path, key))
        case list():
            for at, each in enumerate(value):
                yield from secrets(each, (*path, at))
        case _:
            pass


def sealed(value: Any, places: Iterable[Path]) -> Any:
    """The value with a secret at every place that is there. Nothing is a secret within a secret."""
    wanted = set(places)
    if () in wanted:
        return value if isinstance(value, Secret) else Secret(bare(value))
    match value:
        case dict():
            return {key: sealed(each, below(wanted, key)) for key, each in value.items()}
        case list():
            return [sealed(each, below(wanted, at)) for at, each in enumerate(value)]
        case _:
            return value


def below(places: set[Path], step: str | int) -> set[Path]:
    """What remains of the places that lead through a step."""
    return {place[1:] for place in places if place and place[0] == step}


def shown(path: Path) -> str:
    """A path as the engine writes it: `taints[0].key`, `labels["a.b"]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text


def general(path: Path) -> str:
    """A path as the table of facts has it: without indices."""
    return ".".join(step for step in path if isinstance(step, str))

"""From the engine's properties to plain values."""

from typing import NamedTuple

from google.protobuf.struct_pb2 import Struct, Value

from gke_agent_sandbox.pulumi_values import OUTPUT, REDACTED, SECRET, SIGNATURE, UNKNOWNS
from gke_agent_sandbox.rules import UNKNOWN, Path


class Decoded(NamedTuple):
    """Properties without the engine's marks.

    properties: plain values; UNKNOWN for what is not known yet; what was secret as if it were not.
    secrets:    the paths of what was secret.
    """

    properties: dict[str, object]
    secrets: frozenset[Path]


def decode(struct: Struct) -> Decoded:
    """Decode the properties of a resource. A mark that is not known here stays as it is, an object."""
    secrets: set[Path] = set()
    properties = {key: _value(value, (key,), secrets) for key, value in struct.fields.items()}
    return Decoded(properties, frozenset(secrets))


def holds_value(marked: Struct) -> bool:
    """Whether an object with the engine's SIGNATURE is a mark around a value that can be read."""
    signature = marked.fields[SIGNATURE].string_value
    return signature in (SECRET, OUTPUT) and "value" in marked.fields


def _value(value: Value, path: Path, secrets: set[Path]) -> object:
    match value.WhichOneof("kind"):
        case "string_value":
            return UNKNOWN if value.string_value in UNKNOWNS else value.string_value
        case "struct_value":
            return _object(value.struct_value, path, secrets)
        case "list_value":
            values = value.list_value.values
            return [_value(each, (*path, position), secrets) for position, each in enumerate(values)]
        case "bool_value":
            return value.bool_value
        case "number_value":
            return value.number_value
        case _:
            return None


def _object(struct: Struct, path: Path, secrets: set[Path]) -> object:
    fields = struct.fields
    if SIGNATURE in fields:
        signature = fields[SIGNATURE].string_value
        if signature == SECRET or (
            signature == OUTPUT and "secret" in fields and fields["secret"].bool_value
        ):
            secrets.add(path)
        if signature in (SECRET, OUTPUT):
            # An output without a value is one that is not known yet; a secret without one cannot be read.
            plain = _value(fields["value"], path, secrets) if "value" in fields else UNKNOWN
            return UNKNOWN if signature == SECRET and plain == REDACTED else plain
    return {key: _value(each, (*path, key), secrets) for key, each in fields.items()}

"""From the engine's properties to plain values."""

from typing import Final, NamedTuple

from google.protobuf.struct_pb2 import Struct, Value

from gke_agent_sandbox.rules import UNKNOWN, Path

# How the engine marks what JSON cannot say: pulumi 3.274, sdk/go/common/resource/sig/sig.go.
SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"
OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
UNKNOWNS: Final = frozenset(
    {
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    }
)
# What the CLI puts in the place of a secret, of any type, that it cannot decrypt in a state file: the same
# source, sdk/go/common/resource/config/crypt.go.
REDACTED: Final = "[secret]"


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

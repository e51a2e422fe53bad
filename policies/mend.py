"""An edit, made in the properties as the engine sends them."""

from typing import Any

from google.protobuf.json_format import ParseDict
from google.protobuf.struct_pb2 import Value

from gke_agent_sandbox.pulumi_values import SIGNATURE
from gke_agent_sandbox.rules import Edit, Path

from .decode import holds_value


def mend(properties: Value, edit: Edit) -> bool:
    """Make an edit in place, and say whether it was made.

    It only ever adds: nothing is made, and nothing changed, where something stands in the place of the field
    already, or where the way to it leads through something that is not known yet, or of another shape. What
    lies in a secret stays one.
    """
    value: Value | None = properties
    path = edit.path
    while (value := _unmarked(value)) is not None:
        if _is_nothing(value):
            _set(value, path, edit.value)
            return True
        if not path:
            return False
        step, inner = path[0], path[1:]
        if isinstance(step, str) and value.HasField("struct_value"):
            if step not in value.struct_value.fields:
                _set(value.struct_value.fields[step], inner, edit.value)
                return True
            value = value.struct_value.fields[step]
        elif isinstance(step, int) and value.HasField("list_value"):
            entries = value.list_value.values
            if step == len(entries):
                _set(entries.add(), inner, edit.value)
                return True
            if step > len(entries):
                return False
            value = entries[step]
        else:
            return False
        path = inner
    return False


def _unmarked(value: Value) -> Value | None:
    """The value under the engine's marks; None where it is not known yet, or no plain value."""
    while value.HasField("struct_value") and SIGNATURE in value.struct_value.fields:
        if not holds_value(value.struct_value):
            return None
        value = value.struct_value.fields["value"]
    return value


def _is_nothing(value: Value) -> bool:
    return value.WhichOneof("kind") in (None, "null_value")


def _set(value: Value, path: Path, new: object) -> None:
    """Set a value that is nothing yet, with the objects and lists that lead to the field."""
    nested: Any = new
    for step in reversed(path):
        nested = [nested] if isinstance(step, int) else {step: nested}
    ParseDict(nested, value)

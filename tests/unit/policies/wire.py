"""Properties as the engine sends them."""

from typing import Any

from google.protobuf.struct_pb2 import Struct

from gke_agent_sandbox.rules import UNKNOWN
from gke_agent_sandbox_policies.decode import OUTPUT, SECRET, SIGNATURE

UNKNOWN_STRING = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""The only mark of an unknown value that the engine's SDKs send."""


def secret(value: Any) -> dict[str, Any]:
    """A value that is marked secret."""
    return {SIGNATURE: SECRET, "value": value}


def output(secret: bool = False, **known: Any) -> dict[str, Any]:
    """An output: without `value` it is not known yet."""
    return {SIGNATURE: OUTPUT, "secret": secret, "dependencies": [], **known}


def on_the_wire(properties: dict[str, Any]) -> Struct:
    """Encode properties; every number becomes a float."""
    struct = Struct()
    struct.update(_marked(properties))
    return struct


def _marked(value: Any) -> Any:
    if value is UNKNOWN:
        return UNKNOWN_STRING
    if isinstance(value, dict):
        return {key: _marked(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_marked(each) for each in value]
    return value

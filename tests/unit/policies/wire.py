"""What the engine sends."""

from collections.abc import Mapping
from typing import Any

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.pulumi_values import OUTPUT, SECRET, SIGNATURE
from gke_agent_sandbox.rules import UNKNOWN, Group, Resource

UNKNOWN_STRING = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""The only mark of an unknown value that the engine's SDKs send."""

URN = "urn:pulumi:dev::shop::kubernetes:core/v1:Pod::x"
FEW = ("pod-readable", "exemption-valid", "run-as-non-root", "drop-all-capabilities", "token-automount-off")
"""Enough rules for a test of what is the same for all; those of `tests.unit.rules.objects.FEW`."""

LEVELS = {
    "disabled": analyzer_pb2.DISABLED,
    "advisory": analyzer_pb2.ADVISORY,
    "mandatory": analyzer_pb2.MANDATORY,
    "remediate": analyzer_pb2.REMEDIATE,
}


def secret(value: Any) -> dict[str, Any]:
    """A value that is marked secret."""
    return {SIGNATURE: SECRET, "value": value}


def output(secret: bool = False, **known: Any) -> dict[str, Any]:
    """An output: without `value` it is not known yet."""
    return {SIGNATURE: OUTPUT, "secret": secret, "dependencies": [], **known}


def on_the_wire(properties: Mapping[str, Any]) -> Struct:
    """Encode properties; every number becomes a float."""
    struct = Struct()
    struct.update(_marked(dict(properties)))
    return struct


def request(judged: Resource, parent: str = "") -> analyzer_pb2.AnalyzeRequest:
    """What the engine asks before it creates a resource."""
    return analyzer_pb2.AnalyzeRequest(
        urn=judged.urn or URN,
        type=judged.type_token or "",
        name=judged.name or "x",
        properties=on_the_wire(judged.properties),
        options=analyzer_pb2.AnalyzerResourceOptions(parent=parent),
    )


def in_stack(asked: analyzer_pb2.AnalyzeRequest, **outputs: Any) -> analyzer_pb2.AnalyzerResource:
    """The same resource when the engine asks about the whole stack: with its outputs."""
    return analyzer_pb2.AnalyzerResource(
        urn=asked.urn,
        type=asked.type,
        name=asked.name,
        parent=asked.options.parent,
        options=asked.options,
        properties=on_the_wire(outputs),
    )


def few(level: str = "mandatory", **properties: Any) -> analyzer_pb2.PolicyConfig:
    """The entry `configuration` that leaves FEW rules on, with other properties of it."""
    levels = {**dict.fromkeys(map(str, Group), "disabled"), **dict.fromkeys(FEW, level)}
    return entry("advisory", levels=levels | properties.pop("levels", {}), **properties)


def entry(level: str, **properties: Any) -> analyzer_pb2.PolicyConfig:
    """What the engine hands on under one key of a configuration."""
    return analyzer_pb2.PolicyConfig(enforcementLevel=LEVELS[level], properties=on_the_wire(properties))


def _marked(value: Any) -> Any:
    if value is UNKNOWN:
        return UNKNOWN_STRING
    if isinstance(value, dict):
        return {key: _marked(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_marked(each) for each in value]
    return value

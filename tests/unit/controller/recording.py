"""A monitor that records how each resource is registered: the options that Pulumi's own mocks drop."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import pulumi
from pulumi.runtime import mocks, rpc, settings


@dataclass(frozen=True)
class Registered:
    """One RegisterResource request; references are names, without URN."""

    type: str
    name: str
    parent: str
    depends_on: frozenset[str]
    provider: str
    retain_on_delete: bool
    protect: bool
    ignore_changes: tuple[str, ...]
    inputs: dict[str, Any]
    secrets: frozenset[str]


class Echo(pulumi.runtime.Mocks):
    """Every resource becomes what was asked for."""

    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str | None, dict[Any, Any]]:
        return f"{args.name}-id", dict(cast("Any", args).inputs)

    def call(self, args: pulumi.runtime.MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]] | None]:
        raise AssertionError(f"unexpected call of {args.token}")


class RecordingMonitor(mocks.MockMonitor):
    """Keeps every request by type and name, in the order of their coming."""

    def __init__(self) -> None:
        super().__init__(Echo())
        self.registered: dict[tuple[str, str], Registered] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        inputs = rpc.deserialize_properties(request.object)
        secrets = frozenset(key for key, value in inputs.items() if rpc.is_rpc_secret(value))
        self.registered[(request.type, request.name)] = Registered(
            type=request.type,
            name=request.name,
            parent=name_of(request.parent),
            depends_on=frozenset(name_of(urn) for urn in request.dependencies),
            provider=name_of(request.provider.rpartition("::")[0]),
            retain_on_delete=request.retainOnDelete,
            protect=request.protect,
            ignore_changes=tuple(request.ignoreChanges),
            inputs={key: rpc.unwrap_rpc_secret(value) for key, value in inputs.items()},
            secrets=secrets,
        )
        return cast("Any", super()).RegisterResource(request)


def name_of(urn: str) -> str:
    """`type::name` of a URN, which is unique within a component; empty for none and for the stack."""
    parts = urn.split("::")
    if len(parts) < 4 or parts[2].endswith("pulumi:pulumi:Stack"):
        return ""
    return f"{parts[2].split('$')[-1]}::{parts[3]}"


def run(program: Callable[[], object], *, preview: bool = False) -> dict[tuple[str, str], Registered]:
    """Run a program against a recording monitor: what it registered.

    Errors: what the program raises, and what an output that it returns does.
    """
    monitor = RecordingMonitor()
    pulumi.runtime.set_mocks(Echo(), project="project", stack="stack", preview=preview, monitor=monitor)
    # The SDK's types: SETTINGS is a proxy whose attributes and whose decorator `test` are not declared.
    cast("Any", settings.SETTINGS).outputs.clear()

    @cast("Any", pulumi.runtime).test
    def wrapped() -> object:
        return program()

    wrapped()
    return monitor.registered

"""A monitor that records what a component registers, with the options that the SDK's own mock drops."""

from collections.abc import Callable
from typing import Any, cast

import pulumi
from google.protobuf import json_format
from pulumi.runtime import mocks


class Echo(mocks.Mocks):
    """A provider that gives back what it is given, and a name to what has none."""

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], None]:
        return {}, None

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        state: dict[str, Any] = {**cast(Any, args).inputs}
        if args.typ.startswith("kubernetes:"):
            state["metadata"] = {"name": f"{args.name}-1a2b3c4d", **state.get("metadata", {})}
        return f"{args.name}-id", state


class Recorder(mocks.MockMonitor):
    """Remembers every registration: type, name, inputs and options."""

    def __init__(self) -> None:
        super().__init__(Echo())
        self.graph: dict[str, dict[str, Any]] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        self.graph[f"{request.type} {request.name}"] = {
            "parent": request.parent.split("::")[-1],
            "provider": request.provider.split("::")[-2] if request.provider else "",
            "depends_on": sorted(urn.split("::")[-1] for urn in request.dependencies),
            "replace_on_changes": list(request.replaceOnChanges),
            "timeouts": [request.customTimeouts.create, request.customTimeouts.update],
            "inputs": json_format.MessageToDict(request.object),
        }
        return super().RegisterResource(request)  # pyright: ignore


def recorded(program: Callable[[], object]) -> dict[str, dict[str, Any]]:
    """The graph that a program registers.

    Errors: what the program, or an output of it, raises.
    """
    recorder = Recorder()
    pulumi.runtime.set_mocks(recorder.mocks, monitor=recorder)

    def run() -> None:
        program()

    cast(Any, pulumi.runtime).test(run)()
    return recorder.graph

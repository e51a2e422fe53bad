"""What a program registers, with the answers of a Google Cloud that is made of mocks."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pulumi
from pulumi.runtime import mocks, rpc

PROJECT = "demo-project"
CLUSTER_ID = f"projects/{PROJECT}/locations/europe-west4/clusters/main"


class Cloud(mocks.Mocks):
    """Gives back what it is given, with what Google Cloud adds to it.

    found: what the lookup of a cluster answers.
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        assert args.token == "gcp:container/getCluster:getCluster"
        return dict(self.found), []

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        state: dict[str, Any] = {**cast(Any, args).inputs}
        if args.typ == "gcp:serviceaccount/account:Account":
            state["email"] = f"{state['accountId']}@{PROJECT}.iam.gserviceaccount.com"
            state["member"] = f"serviceAccount:{state['email']}"
        if args.typ == "gcp:container/nodePool:NodePool":
            state["name"] = f"{args.name}-1a2b3c4"
        return f"{args.name}-id", state


class Recorder(mocks.MockMonitor):
    """Remembers every registration: inputs, options, and which inputs are secret."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__(Cloud(found))
        self.graph: dict[str, dict[str, Any]] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        inputs = rpc.deserialize_properties(request.object)
        self.graph[f"{request.type} {request.name}"] = {
            "parent": request.parent.split("::")[-1],
            "depends_on": sorted(type_and_name(urn) for urn in request.dependencies),
            "ignore_changes": list(request.ignoreChanges),
            "delete_before_replace": (request.deleteBeforeReplaceDefined, request.deleteBeforeReplace),
            "secrets": sorted(key for key, value in inputs.items() if rpc.is_rpc_secret(value)),
            "inputs": {key: rpc.unwrap_rpc_secret(value) for key, value in inputs.items()},
        }
        return super().RegisterResource(request)  # pyright: ignore


def type_and_name(urn: str) -> str:
    """What a URN says of the resource itself."""
    *_, types, name = urn.split("::")
    return f"{types.rpartition('$')[2]} {name}"


def recorded(program: Callable[[], object], found: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The graph that a program registers.

    Errors: what the program, or an output of it, raises.
    """
    recorder = Recorder(found or {})
    pulumi.runtime.set_mocks(recorder.mocks, "infra", "dev", monitor=recorder)

    def run() -> None:
        program()

    cast(Any, pulumi.runtime).test(run)()
    return recorder.graph


def told(monkeypatch: Any) -> list[str]:
    """The warnings of what runs from now on."""
    lines: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda message, *_more: lines.append(message))
    return lines

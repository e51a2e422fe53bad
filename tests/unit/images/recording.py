"""A monitor that records what the repositories' component registers, before a Google Cloud made of mocks."""

from collections.abc import Callable
from typing import Any, cast

import pulumi
from pulumi.runtime import mocks, rpc

PROJECT = "acme"
AGENT = "serviceAccount:service-123456789012@gcp-sa-artifactregistry.iam.gserviceaccount.com"


class Google(mocks.Mocks):
    """Gives back what it is given, with the members of accounts and the names of objects."""

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], None]:
        raise AssertionError(f"unexpected call of {args.token}")

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        state: dict[str, Any] = dict(cast(Any, args).inputs)
        if args.typ == "gcp:projects/serviceIdentity:ServiceIdentity":
            state["member"] = AGENT
        if args.typ == "gcp:serviceaccount/account:Account":
            state["member"] = f"serviceAccount:{state['accountId']}@{PROJECT}.iam.gserviceaccount.com"
        if args.typ.startswith("kubernetes:"):
            state["metadata"] = {"name": f"{args.name}-1a2b3c4d", **state.get("metadata", {})}
        return f"{args.name}-id", state


class Recorder(mocks.MockMonitor):
    """Remembers every registration by type and name."""

    def __init__(self) -> None:
        super().__init__(Google())
        self.graph: dict[str, dict[str, Any]] = {}
        self.secrets: dict[str, set[str]] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        inputs = rpc.deserialize_properties(request.object)
        key = f"{request.type} {request.name}"
        self.secrets[key] = {name for name, value in inputs.items() if rpc.is_rpc_secret(value)}
        self.graph[key] = {
            # Which stack it is depends on what was recorded before.
            "parent": "" if "pulumi:pulumi:Stack::" in request.parent else request.parent.split("::")[-1],
            "depends_on": sorted(urn.split("::")[-1] for urn in request.dependencies),
            "provider": request.provider.split("::")[-2] if request.provider else "",
            "protect": request.protect,
            "delete_before_replace": request.deleteBeforeReplace,
            "inputs": {name: rpc.unwrap_rpc_secret(value) for name, value in inputs.items()},
        }
        return cast(Any, super()).RegisterResource(request)


def recorded(program: Callable[[], object], *, preview: bool = False) -> Recorder:
    """What a program registers, without the stack itself.

    Errors: what the program, or an output of it, raises.
    """
    recorder = Recorder()
    pulumi.runtime.set_mocks(recorder.mocks, "infra", "dev", preview=preview, monitor=recorder)

    def run() -> None:
        program()

    cast(Any, pulumi.runtime).test(run)()
    stacks = [key for key in recorder.graph if key.startswith("pulumi:pulumi:Stack")]
    for key in stacks:
        del recorder.graph[key]
    return recorder

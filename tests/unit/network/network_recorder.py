"""What a program with a network registers, before a Google Cloud that is made of mocks."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pulumi
from pulumi.runtime import mocks, settings

from tests.unit.cluster.cluster_recorder import Recorder

PROJECT = "demo-project"
NUMBER = "123456789012"
LINK = "https://www.googleapis.com/compute/v1/projects"

RANGES: Mapping[str, Any] = {"nodes": "10.0.0.0/22", "pods": "10.4.0.0/16", "services": "10.0.16.0/20"}
EXISTING: Mapping[str, Any] = {
    "network": "shared",
    "subnetwork": "sandboxes",
    "pod_range": "pods",
    "service_range": "services",
}
FOUND: Mapping[str, Any] = {
    "network": f"{LINK}/{PROJECT}/global/networks/shared",
    "selfLink": f"{LINK}/{PROJECT}/regions/europe-west4/subnetworks/sandboxes",
    "ipCidrRange": "10.1.0.0/22",
    "secondaryIpRanges": [
        {"rangeName": "pods", "ipCidrRange": "10.5.0.0/16"},
        {"rangeName": "services", "ipCidrRange": "10.1.16.0/20"},
    ],
    "privateIpGoogleAccess": True,
}


class Network(mocks.Mocks):
    """Gives back what it is given, with links and addresses.

    found: what the lookup of a subnetwork answers.
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.found = found

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        if args.token == "gcp:organizations/getProject:getProject":
            return {"number": NUMBER, "projectId": cast(Any, args).args["projectId"]}, []
        assert args.token == "gcp:compute/getSubnetwork:getSubnetwork", args.token
        return {**cast(Any, args).args, **self.found}, []

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        state: dict[str, Any] = dict(cast(Any, args).inputs)
        name = f"{args.name}-1a2b3c4"
        kind = args.typ.rpartition(":")[2].lower()
        made = {"name": name, "selfLink": f"{LINK}/{state.get('project')}/{kind}s/{name}"}
        if kind == "address":
            made["address"] = f"203.0.113.{args.name[-1]}"
        return f"{args.name}-id", {**made, **state}


def recorded(
    program: Callable[[], object], found: Mapping[str, Any] = FOUND, *, preview: bool = False
) -> Recorder:
    """What a program registers.

    Errors: what the program, or an output of it, raises.
    """
    recorder = Recorder()
    recorder.mocks = Network(found)
    pulumi.runtime.set_mocks(
        recorder.mocks, project="project", stack="stack", preview=preview, monitor=recorder
    )
    cast(Any, settings.SETTINGS).outputs.clear()

    def run() -> None:
        program()

    cast(Any, pulumi.runtime).test(run)()
    return recorder


def args(**more: Any) -> dict[str, Any]:
    """The least that a network of one's own takes, and more."""
    return {"region": "europe-west4", "project": PROJECT, "ranges": dict(RANGES), **more}


def existing(**more: Any) -> dict[str, Any]:
    """The least that a network that exists takes, and more."""
    return {"region": "europe-west4", "project": PROJECT, "existing": dict(EXISTING), **more}

"""A monitor that records what a cluster component registers, before a Google Cloud made of mocks."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import grpc
import pulumi
from pulumi.runtime import mocks, rpc, settings

PROJECT = "demo-project"
CERTIFICATE = "Q0E="
SERVICE_AGENT = "service-123456789012@container-engine-robot.iam.gserviceaccount.com"


class NoAnswer(grpc.RpcError):
    """A question that the engine reports as failed."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def code(self) -> grpc.StatusCode:
        return grpc.StatusCode.UNKNOWN

    def details(self) -> str:
        return self.message


class Google(mocks.Mocks):
    """A provider that gives back what it is given, and what Google computes.

    rings: the key rings that are there, and keys: those in each of them, as the data sources tell them.
    failure: what it says when it is asked for them; empty: it answers.
    """

    def __init__(self) -> None:
        self.rings: list[dict[str, Any]] = []
        self.keys: list[dict[str, Any]] = []
        self.failure = ""

    def call(self, args: mocks.MockCallArgs) -> tuple[dict[str, Any], list[tuple[str, str]]]:
        match args.token:
            case "gcp:kms/getKeyRings:getKeyRings" | "gcp:kms/getCryptoKeys:getCryptoKeys" if self.failure:
                raise NoAnswer(self.failure)
            case "gcp:kms/getKeyRings:getKeyRings":
                return {"keyRings": self.rings}, []
            case "gcp:kms/getCryptoKeys:getCryptoKeys":
                return {"keys": self.keys}, []
            case _:
                assert args.token == "gcp:organizations/getProject:getProject", args.token
                return {"number": "123456789012", "projectId": PROJECT}, []

    def new_resource(self, args: mocks.MockResourceArgs) -> tuple[str | None, dict[str, Any]]:
        state: dict[str, Any] = dict(cast(Any, args).inputs)
        name = f"{args.name}-1a2b3c4"
        match args.typ:
            case "gcp:container/cluster:Cluster":
                endpoints = dict(state.get("controlPlaneEndpointsConfig") or {})
                endpoints["dnsEndpointConfig"] = {
                    **(endpoints.get("dnsEndpointConfig") or {}),
                    "endpoint": "gke-abc.europe-west4.gke.goog",
                }
                state |= {
                    "name": name,
                    "endpoint": "203.0.113.10",
                    "masterAuth": {"clusterCaCertificate": CERTIFICATE},
                    "masterVersion": "1.36.3-gke.1767000",
                    "controlPlaneEndpointsConfig": endpoints,
                }
                return f"projects/{PROJECT}/locations/{state['location']}/clusters/{name}", state
            case "gcp:serviceaccount/account:Account":
                email = f"{state['accountId']}@{PROJECT}.iam.gserviceaccount.com"
                path = f"projects/{PROJECT}/serviceAccounts/{email}"
                return args.name, {**state, "email": email, "member": f"serviceAccount:{email}", "name": path}
            case _ if args.typ.startswith("gcp:compute/"):
                link = f"https://www.googleapis.com/compute/v1/projects/{PROJECT}/{args.name}"
                return f"{args.name}-id", {"name": name, "selfLink": link, "address": "203.0.113.20", **state}
            case _ if args.typ.startswith("kubernetes:"):
                return args.name, {**state, "metadata": {"name": name, **(state.get("metadata") or {})}}
            case "gcp:projects/serviceIdentity:ServiceIdentity":
                return args.name, {**state, "email": SERVICE_AGENT}
            case _:
                return f"{args.name}-id", {"name": name, **state}


class Recorder(mocks.MockMonitor):
    """Remembers every registration by type and name: inputs, references and options.

    imports: what is taken over, and from which id. asked: the providers of the questions; questions: their
    arguments, by the data source.
    """

    def __init__(self, google: Google | None = None) -> None:
        super().__init__(google or Google())
        self.graph: dict[str, dict[str, Any]] = {}
        self.secrets: dict[str, set[str]] = {}
        self.imports: dict[str, str] = {}
        self.asked: list[str] = []
        self.questions: dict[str, dict[str, Any]] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        inputs = rpc.deserialize_properties(request.object)
        key = f"{request.type} {request.name}"
        if request.importId:
            self.imports[key] = request.importId
        self.secrets[key] = {name for name, value in inputs.items() if rpc.is_rpc_secret(value)}
        self.graph[key] = {
            "parent": name_of(request.parent),
            "depends_on": sorted(name_of(urn) for urn in request.dependencies),
            "provider": name_of(request.provider.rpartition("::")[0]),
            "protect": request.protect,
            "retain_on_delete": request.retainOnDelete,
            "delete_before_replace": request.deleteBeforeReplace,
            "ignore_changes": list(request.ignoreChanges),
            "replace_on_changes": list(request.replaceOnChanges),
            "inputs": {name: rpc.unwrap_rpc_secret(value) for name, value in inputs.items()},
        }
        return cast(Any, super()).RegisterResource(request)

    def Invoke(self, request: Any) -> Any:  # noqa: N802
        self.asked.append(name_of(request.provider.rpartition("::")[0]))
        self.questions[request.tok.rpartition(":")[2]] = rpc.deserialize_properties(request.args)
        return cast(Any, super()).Invoke(request)


def name_of(urn: str) -> str:
    """Type and name of a URN; empty for none, and for the stack."""
    parts = urn.split("::")
    if len(parts) < 4 or parts[2].endswith("pulumi:pulumi:Stack"):
        return ""
    return f"{parts[2].split('$')[-1]} {parts[3]}"


def recorded(
    program: Callable[[], object], *, preview: bool = False, google: Google | None = None
) -> Recorder:
    """What a program registers.

    Errors: what the program, or an output of it, raises.
    """
    recorder = Recorder(google)
    pulumi.runtime.set_mocks(
        recorder.mocks, project="project", stack="stack", preview=preview, monitor=recorder
    )
    cast(Any, settings.SETTINGS).outputs.clear()

    def run() -> None:
        program()

    cast(Any, pulumi.runtime).test(run)()
    return recorder


def known(output: pulumi.Output[Any], into: dict[str, Any], key: str) -> None:
    """Puts the value of an output into a map once it is known."""

    def keep(value: Any) -> None:
        into[key] = value

    output.apply(keep)


def args(**more: Any) -> dict[str, Any]:
    """The least that a cluster takes, and more."""
    least: Mapping[str, Any] = {
        "location": "europe-west4",
        "project": PROJECT,
        "network": {"network": "sandboxes", "subnetwork": "sandboxes-europe-west4"},
    }
    return {**least, **more}

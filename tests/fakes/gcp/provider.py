"""The protocol: what the engine asks of pulumi-resource-gcp.

Source: pulumi 3.274, proto/pulumi/provider.proto. What a provider without components does not need is
left unimplemented.
"""
# ruff: noqa: N802 (the names of the methods are those of the service)

import json
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from threading import Event
from typing import Any, NoReturn

import grpc
from google.protobuf.any_pb2 import Any as Detail
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import plugin_pb2, provider_pb2, provider_pb2_grpc
from pulumi.runtime.proto.status_pb2 import Status

from . import api, data_sources
from .catalogue import arguments_of, type_of
from .checking import Failure, automatic_name, failures, filled
from .cloud import ApiError, Cloud
from .facts import FACTS, Facts
from .places import Place, configured, located, missing
from .planning import Difference, differences, planned, updated
from .reading import adopted, imported, refreshed
from .shapes import Type
from .wire import Path, bare, decode, encode, sealed, secrets, shown

GRPC_DETAILS = "grpc-status-details-bin"
LABELS = ("labels", "resourceLabels")
ALL_LABELS = ("effectiveLabels", "pulumiLabels")
"""Outputs with copies of the labels, which are as secret as these (pulumi-gcp, provider/labels.go). The SDK's
classes declare them secret in any case.
"""


class Provider(provider_pb2_grpc.ResourceProviderServicer):
    """cloud: what the resources are in. cancelled: set when nothing is to be waited for any longer."""

    def __init__(self, cloud: Cloud) -> None:
        self.cloud = cloud
        self.place = Place()
        self.cancelled = Event()

    def GetPluginInfo(self, request: Empty, context: grpc.ServicerContext):
        return plugin_pb2.PluginInfo(version=version("pulumi-gcp"))

    def GetSchema(self, request: provider_pb2.GetSchemaRequest, context: grpc.ServicerContext):
        schema = {"name": "gcp", "version": version("pulumi-gcp")}
        return provider_pb2.GetSchemaResponse(schema=json.dumps(schema))

    def CheckConfig(self, request: provider_pb2.CheckRequest, context: grpc.ServicerContext):
        return provider_pb2.CheckResponse(inputs=request.news)

    def DiffConfig(self, request: provider_pb2.DiffRequest, context: grpc.ServicerContext):
        changed = (decode(request.old_inputs) or decode(request.olds)) != decode(request.news)
        response = provider_pb2.DiffResponse
        return response(changes=response.DIFF_SOME if changed else response.DIFF_NONE)

    def Configure(self, request: provider_pb2.ConfigureRequest, context: grpc.ServicerContext):
        self.place = configured(bare(decode(request.args)))
        return provider_pb2.ConfigureResponse(
            acceptSecrets=True, supportsPreview=True, acceptResources=False, acceptOutputs=False
        )

    def Check(self, request: provider_pb2.CheckRequest, context: grpc.ServicerContext):
        token, kind, facts = known(request.urn, context)
        olds, news = decode(request.olds), decode(request.news)
        refused: list[Failure] = []
        named = []
        if "name" in kind.inputs.fields and news.get("name") is None and news.get("namePrefix") is None:
            try:
                news["name"] = kept_name(olds) or automatic_name(name_of(request.urn), request.randomSeed)
                named = ["name"]
            except ValueError as error:
                refused.append(Failure("name", str(error)))
        news = {key: value for key, value in news.items() if value is not None}
        refused += failures(news, kind.inputs, facts, token)
        inputs = filled(news, kind.inputs, facts)
        inputs["__defaults"] = sorted([*inputs["__defaults"], *named])
        return provider_pb2.CheckResponse(
            inputs=encode(inputs),
            failures=[provider_pb2.CheckFailure(property=each.path, reason=each.reason) for each in refused],
        )

    def Diff(self, request: provider_pb2.DiffRequest, context: grpc.ServicerContext):
        _, kind, facts = known(request.urn, context)
        news = bare(decode(request.news))
        found = differences(bare(decode(request.olds)), news, kind, facts)
        return response_of([each for each in found if not is_ignored(each.path, request.ignoreChanges)])

    def Create(self, request: provider_pb2.CreateRequest, context: grpc.ServicerContext):
        token, kind, facts = known(request.urn, context)
        news = decode(request.properties)
        inputs = self.placed(token, bare(news), kind)
        if nowhere := missing(token, inputs):
            context.abort(grpc.StatusCode.UNKNOWN, f"{nowhere[0]}: required field is not set")
        if request.preview:
            outputs = hidden(planned(inputs, kind, facts), facts, news)
            return provider_pb2.CreateResponse(properties=encode(outputs))
        try:
            made = api.create(self.cloud, token, inputs, self.cancelled.wait)
        except ApiError as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))
        except api.LeftBehindError as error:
            fail_with(error, encode(hidden(error.resource.properties, facts, news)), context)
        return provider_pb2.CreateResponse(
            id=made.id, properties=encode(hidden(made.properties, facts, news))
        )

    def Update(self, request: provider_pb2.UpdateRequest, context: grpc.ServicerContext):
        token, kind, facts = known(request.urn, context)
        news = decode(request.news)
        state = bare(decode(request.olds))
        wanted = updated(state, with_ignored(bare(news), state, request.ignoreChanges), kind, facts)
        keys = state.keys() | wanted.keys()
        changes = {key: wanted.get(key) for key in keys if wanted.get(key) != state.get(key)}
        if request.preview:
            return provider_pb2.UpdateResponse(properties=encode(hidden(wanted, facts, news)))
        try:
            changed = api.update(self.cloud, token, request.id, changes, self.cancelled.wait)
        except ApiError as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))
        return provider_pb2.UpdateResponse(properties=encode(hidden(changed.properties, facts, news)))

    def Read(self, request: provider_pb2.ReadRequest, context: grpc.ServicerContext):
        token, kind, facts = known(request.urn, context)
        try:
            found = api.read(self.cloud, token, request.id)
        except ApiError as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))
        if found is None:
            return provider_pb2.ReadResponse()
        old = decode(request.inputs)
        inputs = (
            refreshed(bare(old, keep_defaults=True), found.properties)
            if old
            else imported(found.properties, kind.inputs, facts)
        )
        state = found.properties if old else adopted(found.properties)
        return provider_pb2.ReadResponse(
            id=found.id,
            properties=encode(hidden(state, facts, decode(request.properties), old)),
            inputs=encode(sealed(inputs, secrets(old))),
        )

    def Delete(self, request: provider_pb2.DeleteRequest, context: grpc.ServicerContext):
        token, _, _ = known(request.urn, context)
        state = bare(decode(request.properties))
        if state.get("deletionProtection") is True:
            context.abort(
                grpc.StatusCode.UNKNOWN,
                "Cannot destroy cluster because deletion_protection is set to true. "
                "Set it to false to proceed with cluster deletion.",
            )
        if state.get("deletionPolicy") == "PREVENT":
            context.abort(grpc.StatusCode.UNKNOWN, f"cannot destroy {request.id}: deletion_policy is PREVENT")
        if state.get("deletionPolicy") != "ABANDON":
            try:
                api.delete(self.cloud, token, request.id, self.cancelled.wait)
            except ApiError as error:
                context.abort(grpc.StatusCode.UNKNOWN, str(error))
        return Empty()

    def Invoke(self, request: provider_pb2.InvokeRequest, context: grpc.ServicerContext):
        arguments = bare(decode(request.args))
        try:
            answer = data_sources.answer(self.cloud, request.tok, arguments, self.place)
            names = arguments_of(request.tok)
        except (LookupError, ApiError) as error:
            context.abort(grpc.StatusCode.UNKNOWN, str(error))
        refused = [
            provider_pb2.CheckFailure(property=key, reason="Invalid or unknown key.")
            for key in sorted(arguments.keys() - names)
        ]
        # The field is called as a word of Python's.
        return provider_pb2.InvokeResponse(**{"return": encode(answer), "failures": refused})

    def Cancel(self, request: Empty, context: grpc.ServicerContext):
        self.cancelled.set()
        return Empty()

    def placed(self, token: str, inputs: Mapping[str, Any], kind: Type) -> dict[str, Any]:
        """Inputs with project and location."""
        given = {key: value for key, value in inputs.items() if key != "__defaults"}
        whole = api.references(token, given)
        names = kind.inputs.fields.keys() & {"project", "location", "region", "zone"}
        place = {key: whole[key] for key in names if whole.get(key) is not None}
        return {**given, **place, **located(token, {**given, **place}, frozenset(names), self.place)}


def known(urn: str, context: grpc.ServicerContext) -> tuple[str, Type, Facts]:
    """What is known about the type of a resource; a type without facts is refused by its name."""
    token = urn.split("::")[2].rpartition("$")[2]
    if token not in FACTS:
        context.abort(
            grpc.StatusCode.UNIMPLEMENTED,
            f"the stand-in for Google Cloud has no facts about the type {token}",
        )
    return token, type_of(token), FACTS[token]


def name_of(urn: str) -> str:
    return urn.split("::")[3]


def kept_name(olds: Mapping[str, Any]) -> str | None:
    """The automatic name of a resource that is there already."""
    return olds.get("name") if "name" in (olds.get("__defaults") or []) else None


def hidden(outputs: Mapping[str, Any], facts: Facts, *sources: Mapping[str, Any]) -> dict[str, Any]:
    """Outputs with what is secret marked: where the sources have it so, and where the table does."""
    places: list[Path] = [tuple(path.split(".")) for path in facts.secret]
    for each in sources:
        places += secrets(each)
    if any(place[0] in LABELS for place in places):
        places += [(name,) for name in ALL_LABELS]
    return sealed({key: value for key, value in bare(outputs).items() if value is not None}, places)


def is_ignored(path: Path, ignored: Iterable[str]) -> bool:
    """Whether a program ignores a property, or one that it is in. The engine has put the old inputs into the
    new ones already; this is for what only the cloud knows.
    """
    text = shown(path)
    patterns = (re.escape(each).replace(r"\*", r"[^.\]]*") for each in ignored)
    return any(re.match(rf"{pattern}($|[.\[])", text) for pattern in patterns)


def with_ignored(news: Mapping[str, Any], state: Mapping[str, Any], ignored: Iterable[str]) -> dict[str, Any]:
    """The inputs of an update without the changes that the program ignores."""
    tops = {path for path in ignored if path.isidentifier() and path in state}
    return {**news, **{path: state[path] for path in tops}}


def response_of(found: list[Difference]):
    """The answer to Diff. A replacement comes before the old one goes: no deleteBeforeReplace."""
    response, kinds = provider_pb2.DiffResponse, provider_pb2.PropertyDiff
    details = {
        shown(each.path): kinds(kind=kinds.Kind.Value(each.change + ("_REPLACE" if each.replaces else "")))
        for each in found
    }
    return response(
        changes=response.DIFF_SOME if found else response.DIFF_NONE,
        diffs=sorted({str(each.path[0]) for each in found}),
        replaces=sorted({str(each.path[0]) for each in found if each.replaces}),
        detailedDiff=details,
        hasDetailedDiff=True,
    )


def fail_with(error: api.LeftBehindError, properties: Any, context: grpc.ServicerContext) -> NoReturn:
    """Fail a creation whose resource is there: the engine keeps it in its state for the next run."""
    partial = provider_pb2.ErrorResourceInitFailed(
        id=error.resource.id, properties=properties, reasons=[str(error)]
    )
    detail = Detail()
    detail.Pack(partial)
    status = Status(code=grpc.StatusCode.UNKNOWN.value[0], message=str(error), details=[detail])
    context.set_trailing_metadata(((GRPC_DETAILS, status.SerializeToString()),))
    context.abort(grpc.StatusCode.UNKNOWN, str(error))

"""From what the engine sends to the resources and members that the rules know."""

from dataclasses import replace
from typing import Final

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import UNKNOWN, Member, Reading, Resource, current_day, read

from .decode import decode

_KUBERNETES: Final = "kubernetes:"
_NOT_SEEN: Final = {"metadata": UNKNOWN, "spec": UNKNOWN}


def read_inputs(request: analyzer_pb2.AnalyzeRequest, properties: Struct) -> Reading:
    """The resource of a request, with these properties, read for the rules."""
    decoded = decode(properties)
    resource = Resource(request.type, decoded.properties, request.name, decoded.secrets, request.urn)
    return read(resource, current_day())


def read_outputs(resource: analyzer_pb2.AnalyzerResource) -> Member:
    """A resource of a stack of which no inputs were sent, e.g. one that is only read."""
    decoded = decode(resource.properties)
    outputs = Resource(resource.type, decoded.properties, resource.name, decoded.secrets, resource.urn)
    return member_of_outputs(outputs, resource.parent, resource.provider.urn)


def member_of_outputs(outputs: Resource, parent: str, provider: str) -> Member:
    """The same from plain values.

    Before its provider can be configured, the engine has no output of an object at all. That says nothing of
    what the object will hold, so its fields are UNKNOWN rather than missing.
    """
    unseen = not outputs.properties and (outputs.type_token or "").startswith(_KUBERNETES)
    resource = replace(outputs, properties=_NOT_SEEN) if unseen else outputs
    return Member(read(resource, current_day()), parent, provider)

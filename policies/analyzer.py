"""The pack as the engine's Analyzer service."""
# ruff: noqa: N802 (the names of the methods are those of the service)

from collections.abc import Iterator, Mapping
from traceback import extract_tb
from typing import Final

import grpc
from google.protobuf.empty_pb2 import Empty
from google.protobuf.json_format import MessageToDict
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import RULES, Level, Resource, judge

from .configuration import Configuration, Entry, configured
from .decode import decode
from .described import LEVELS, NAME, SEVERITIES, analyzer_info, pack_version

UNREADABLE: Final = "pod-readable"
"""The rule under which the pack reports that it failed on a resource."""

# Remediate is for rules that can mend a resource; where one cannot, the fault stays and blocks.
_LEVELS: Final = {
    analyzer_pb2.DISABLED: Level.DISABLED,
    analyzer_pb2.ADVISORY: Level.ADVISORY,
    analyzer_pb2.MANDATORY: Level.MANDATORY,
    analyzer_pb2.REMEDIATE: Level.MANDATORY,
}


class Analyzer(analyzer_pb2_grpc.AnalyzerServicer):
    """Answers the engine, from several threads at once: all that it keeps is one value that is replaced as a
    whole.
    """

    def __init__(self) -> None:
        self.configuration = Configuration()
        self._info = analyzer_info()
        self._version = pack_version()

    def Handshake(
        self, request: analyzer_pb2.AnalyzerHandshakeRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzerHandshakeResponse:
        """The engine introduces itself; the pack calls nothing back."""
        return analyzer_pb2.AnalyzerHandshakeResponse()

    def ConfigureStack(
        self, request: analyzer_pb2.AnalyzerStackConfigureRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzerStackConfigureResponse:
        """Stack, project and stack configuration; no rule depends on them."""
        return analyzer_pb2.AnalyzerStackConfigureResponse()

    def GetAnalyzerInfo(self, request: Empty, context: grpc.ServicerContext) -> analyzer_pb2.AnalyzerInfo:
        """The pack and its rules."""
        return self._info

    def GetPluginInfo(self, request: Empty, context: grpc.ServicerContext) -> plugin_pb2.PluginInfo:
        """The version of the pack."""
        return plugin_pb2.PluginInfo(version=self._version)

    def Configure(
        self, request: analyzer_pb2.ConfigureAnalyzerRequest, context: grpc.ServicerContext
    ) -> Empty:
        """Take a configuration, or refuse it with everything that is wrong with it."""
        try:
            self.configuration = configured(_entries(request.policyConfig))
        except ProblemsError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        return Empty()

    def Analyze(
        self, request: analyzer_pb2.AnalyzeRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzeResponse:
        """Judge the inputs of one resource."""
        configuration = self.configuration
        try:
            diagnostics = [*self._diagnostics(request, configuration)]
        except Exception as error:  # whatever it is, the engine must hear that nothing was judged
            diagnostics = [self._diagnostic(UNREADABLE, Level.MANDATORY, _failed(error), request.urn)]
        return analyzer_pb2.AnalyzeResponse(diagnostics=diagnostics)

    def AnalyzeStack(
        self, request: analyzer_pb2.AnalyzeStackRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzeResponse:
        """No rule spans resources."""
        return analyzer_pb2.AnalyzeResponse()

    def Remediate(
        self, request: analyzer_pb2.AnalyzeRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.RemediateResponse:
        """No rule mends a resource: faults are reported by Analyze."""
        return analyzer_pb2.RemediateResponse()

    def Cancel(self, request: Empty, context: grpc.ServicerContext) -> Empty:
        """The engine is about to stop the pack; every call is short, so there is nothing to abort."""
        return Empty()

    def _diagnostics(
        self, request: analyzer_pb2.AnalyzeRequest, configuration: Configuration
    ) -> Iterator[analyzer_pb2.AnalyzeDiagnostic]:
        decoded = decode(request.properties)
        resource = Resource(request.type, decoded.properties, request.name, decoded.secrets)
        for finding in judge(resource, configuration.rules):
            level = configuration.level_of(finding)
            yield self._diagnostic(finding.rule, level, finding.message, request.urn)

    def _diagnostic(self, rule: str, level: Level, message: str, urn: str) -> analyzer_pb2.AnalyzeDiagnostic:
        return analyzer_pb2.AnalyzeDiagnostic(
            policyName=rule,
            policyPackName=NAME,
            policyPackVersion=self._version,
            description=RULES[rule].description,
            message=message,
            urn=urn,
            enforcementLevel=LEVELS[level],
            severity=SEVERITIES[RULES[rule].severity],
        )


def _entries(configs: Mapping[str, analyzer_pb2.PolicyConfig]) -> dict[str, Entry]:
    return {
        key: Entry(_LEVELS[config.enforcementLevel], MessageToDict(config.properties))
        for key, config in configs.items()
    }


def _failed(error: Exception) -> str:
    """What to say of a failure: where, and not its own text, which may hold a value of the resource."""
    place = extract_tb(error.__traceback__)[-1]
    return (
        f"{UNREADABLE} (resource must be judged): the policy pack failed on it with {type(error).__name__} in"
        f" {place.name}, line {place.lineno}; no rule has judged it. This is a fault of the pack: please"
        f" report it"
    )

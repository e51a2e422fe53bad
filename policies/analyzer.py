"""The pack as the engine's Analyzer service."""
# ruff: noqa: N802 (the names of the methods are those of the service)

import grpc
from google.protobuf.empty_pb2 import Empty
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import DEFAULT, Member, configured, judge_reading, judge_stack

from .described import analyzer_info, pack_version
from .diagnostics import of_failure, of_finding, of_loosened
from .received import received
from .remediation import remediations
from .resources import read_inputs, read_outputs


class Analyzer(analyzer_pb2_grpc.AnalyzerServicer):
    """Answers the engine, from several threads at once: the configuration is replaced as a whole, and each
    resource is kept under its own URN.
    """

    def __init__(self) -> None:
        self.configuration = DEFAULT
        self._info = analyzer_info()
        self._members: dict[str, Member] = {}

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
        return plugin_pb2.PluginInfo(version=pack_version())

    def Configure(
        self, request: analyzer_pb2.ConfigureAnalyzerRequest, context: grpc.ServicerContext
    ) -> Empty:
        """Take a configuration, or refuse it with everything that is wrong with it."""
        try:
            self.configuration = configured(received(request.policyConfig))
        except ProblemsError as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        return Empty()

    def Remediate(
        self, request: analyzer_pb2.AnalyzeRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.RemediateResponse:
        """Mend the inputs of one resource. A failure is left to Analyze, which comes next, to report."""
        try:
            return analyzer_pb2.RemediateResponse(remediations=remediations(request, self.configuration))
        except Exception:
            return analyzer_pb2.RemediateResponse()

    def Analyze(
        self, request: analyzer_pb2.AnalyzeRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzeResponse:
        """Judge the inputs of one resource."""
        configuration = self.configuration
        try:
            reading = read_inputs(request, request.properties)
            self._members[request.urn] = Member(reading, request.options.parent, request.provider.urn)
            findings = judge_reading(reading, configuration)
            diagnostics = [of_finding(each, configuration, request.urn) for each in findings]
        except Exception as error:  # whatever it is, the engine must hear that nothing was judged
            diagnostics = [of_failure(error, request.urn)]
        return analyzer_pb2.AnalyzeResponse(diagnostics=diagnostics)

    def AnalyzeStack(
        self, request: analyzer_pb2.AnalyzeStackRequest, context: grpc.ServicerContext
    ) -> analyzer_pb2.AnalyzeResponse:
        """Judge what can only be seen in all resources together, by their inputs: their outputs may not be
        known yet.
        """
        configuration = self.configuration
        try:
            members = [self._members.get(each.urn) or read_outputs(each) for each in request.resources]
            found = judge_stack(members, configuration)
            diagnostics = [of_finding(each.finding, configuration, each.urn) for each in found]
        except Exception as error:
            diagnostics = [of_failure(error)]
        return analyzer_pb2.AnalyzeResponse(diagnostics=[*diagnostics, *of_loosened(configuration)])

    def Cancel(self, request: Empty, context: grpc.ServicerContext) -> Empty:
        """The engine is about to stop the pack; every call is short, so there is nothing to abort."""
        return Empty()

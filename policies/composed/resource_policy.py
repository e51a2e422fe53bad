"""A rule that looks at one resource at a time."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2
from pulumi_policy import ReportViolation, ResourceValidationArgs, ResourceValidationPolicy
from pulumi_policy.deserialize import deserialize_properties, serialize_properties

from gke_agent_sandbox.rules import Configuration, Level, Rule, judge_rule

from ..diagnostics import failure
from ..remediation import mended_by
from ..resources import read_inputs
from .described import described
from .reconfigured import reconfigured
from .told import blocks, message
from .visit import Visits


def resource_policy(rule: Rule, configuration: Configuration, visits: Visits) -> ResourceValidationPolicy:
    """The policy of a rule, which also mends where the rule can."""

    def validate(args: ResourceValidationArgs, report: ReportViolation) -> None:
        own = reconfigured(rule, configuration, args.get_config())
        try:
            visit = visits.of(rule.id, args)
            for finding in judge_rule(rule, visit.reading, own):
                if blocks(finding, own):
                    report(message(finding), None)
                else:
                    visit.aside.append(finding)
        except Exception as error:  # an error that is not caught ends the checks of the whole operation
            report(failure(error), None)

    def remediate(args: ResourceValidationArgs) -> Any:  # pulumi_policy declares an Awaitable
        own = reconfigured(rule, configuration, args.get_config())
        own = replace(own, levels={**own.levels, rule.id: Level.REMEDIATE})
        try:
            return _mended(rule, own, args)
        except Exception:  # validate comes next, and reports it
            return None

    return ResourceValidationPolicy(
        rule.id,
        validate=validate,
        remediate=remediate if rule.mends else None,
        **described(rule, configuration),
    )


def _mended(
    rule: Rule, configuration: Configuration, args: ResourceValidationArgs
) -> Mapping[str, Any] | None:
    """Here secrets and unknown values keep their marks, so it is done on the properties as they are sent."""
    request = analyzer_pb2.AnalyzeRequest(type=args.resource_type, name=args.name, urn=args.urn)
    properties = Struct()
    properties.update(dict(serialize_properties(args.props)))
    mended = mended_by(rule, read_inputs(request, properties), properties, configuration)
    return None if mended is None else deserialize_properties(MessageToDict(mended), True)

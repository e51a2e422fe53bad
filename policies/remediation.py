"""What the pack mends before a deployment.

The engine puts the properties of each remediation in the place of the ones before, as a whole, and in their
order; one with a diagnostic is only shown (pulumi 3.274, pkg/resource/deploy/step_generator.go). So each
holds what the earlier ones added, and none has a diagnostic.
"""

from collections.abc import Iterator

from google.protobuf.struct_pb2 import Struct, Value
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import Configuration, Level, Reading, Rule, judge_rule

from .described import NAME, pack_version
from .mend import mend
from .resources import read_inputs


def remediations(
    request: analyzer_pb2.AnalyzeRequest, configuration: Configuration
) -> Iterator[analyzer_pb2.Remediation]:
    """One for each rule at the level `remediate` that adds something to a resource."""
    rules = [
        rule
        for rule in configuration.rules
        if rule.mends and configuration.levels[rule.id] is Level.REMEDIATE
    ]
    if not rules:
        return
    properties = request.properties
    reading = read_inputs(request, properties)
    for rule in rules:
        mended = mended_by(rule, reading, properties, configuration)
        if mended is not None:
            properties, reading = mended, read_inputs(request, mended)
            yield analyzer_pb2.Remediation(
                policyName=rule.id,
                policyPackName=NAME,
                policyPackVersion=pack_version(),
                description=rule.description,
                properties=mended,
            )


def mended_by(
    rule: Rule, reading: Reading, properties: Struct, configuration: Configuration
) -> Struct | None:
    """The properties of a resource with what a rule adds to mend its faults; None where it adds nothing.

    reading: what was read in these properties.
    """
    edits = [
        edit
        for finding in judge_rule(rule, reading, configuration)
        if configuration.mends(finding)
        for edit in finding.edits
    ]
    if not edits:
        return None
    value = Value(struct_value=properties)
    made = [mend(value, edit) for edit in edits]
    return value.struct_value if any(made) else None

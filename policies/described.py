"""The pack as it describes itself to the engine."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import CATALOGUE, Level, Rule, Severity

from .configuration import UNDETERMINED, UNDETERMINED_LEVELS

NAME: Final = "gke-agent-sandbox"
DESCRIPTION: Final = "Rules for pods that run agent-written code with Agent Sandbox on GKE"

LEVELS: Final = {
    Level.DISABLED: analyzer_pb2.DISABLED,
    Level.ADVISORY: analyzer_pb2.ADVISORY,
    Level.MANDATORY: analyzer_pb2.MANDATORY,
}
SEVERITIES: Final = {
    Severity.LOW: analyzer_pb2.POLICY_SEVERITY_LOW,
    Severity.MEDIUM: analyzer_pb2.POLICY_SEVERITY_MEDIUM,
    Severity.HIGH: analyzer_pb2.POLICY_SEVERITY_HIGH,
    Severity.CRITICAL: analyzer_pb2.POLICY_SEVERITY_CRITICAL,
}


def pack_version() -> str:
    """The version of the installed distribution; 0.0.0 in a checkout that is not installed."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0.0.0"


def analyzer_info() -> analyzer_pb2.AnalyzerInfo:
    """The pack and its rules."""
    return analyzer_pb2.AnalyzerInfo(
        name=NAME,
        displayName="GKE Agent Sandbox",
        description=DESCRIPTION,
        version=pack_version(),
        supportsConfig=True,
        policies=[_policy(rule) for rule in CATALOGUE],
    )


def _policy(rule: Rule) -> analyzer_pb2.PolicyInfo:
    policy = analyzer_pb2.PolicyInfo(
        name=rule.id,
        displayName=rule.title,
        description=rule.description,
        enforcementLevel=LEVELS[rule.level],
        policy_type=analyzer_pb2.POLICY_TYPE_RESOURCE,
        severity=SEVERITIES[rule.severity],
        tags=[rule.subject, *(f"{each.standard} {each.version}: {each.control}" for each in rule.references)],
        remediation_steps=rule.remediation,
        url=rule.url,
        configSchema=analyzer_pb2.PolicyConfigSchema(properties=_schema()),
    )
    if rule.references:
        closest = rule.references[0]
        policy.framework.name = closest.standard
        policy.framework.version = closest.version
        policy.framework.reference = closest.control
    return policy


def _schema() -> Struct:
    """JSON schema of a rule's properties. Without a default: the engine would write it over what `all`
    says.
    """
    schema = Struct()
    schema.update(
        {
            UNDETERMINED: {
                "type": "string",
                "enum": [str(level) for level in UNDETERMINED_LEVELS],
                "description": "What a finding does that depends on a value that is not known yet.",
            }
        }
    )
    return schema

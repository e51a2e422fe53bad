"""The pack as it describes itself to the engine."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import CATALOGUE, PROFILES, Group, Level, Parameter, Rule, Severity
from gke_agent_sandbox.rules.configuration import (
    GENERAL,
    LEVELS,
    PARAMETERS,
    PROFILE,
    UNDETERMINED,
    UNDETERMINED_LEVELS,
)
from gke_agent_sandbox.rules.configured_exemptions import EXEMPTIONS
from gke_agent_sandbox.rules.profiles import SANDBOX

NAME: Final = "gke-agent-sandbox"
DESCRIPTION: Final = "Rules for pods that run agent-written code with Agent Sandbox on GKE"
GENERAL_DESCRIPTION: Final = (
    "Takes what is configured for all rules, and says what blocks less than by default."
)

ENFORCEMENT: Final = {
    Level.DISABLED: analyzer_pb2.DISABLED,
    Level.ADVISORY: analyzer_pb2.ADVISORY,
    Level.MANDATORY: analyzer_pb2.MANDATORY,
    Level.REMEDIATE: analyzer_pb2.REMEDIATE,
}
SEVERITIES: Final = {
    Severity.LOW: analyzer_pb2.POLICY_SEVERITY_LOW,
    Severity.MEDIUM: analyzer_pb2.POLICY_SEVERITY_MEDIUM,
    Severity.HIGH: analyzer_pb2.POLICY_SEVERITY_HIGH,
    Severity.CRITICAL: analyzer_pb2.POLICY_SEVERITY_CRITICAL,
}
_UNDETERMINED_SCHEMA: Final[dict[str, Any]] = {
    "type": "string",
    "enum": [str(level) for level in UNDETERMINED_LEVELS],
    "description": "What a finding does that depends on a value that is not known yet.",
}


@cache
def pack_version() -> str:
    """The version of the installed distribution; 0.0.0 in a checkout that is not installed."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0.0.0"


def default_level(rule: Rule) -> Level:
    """The level of a rule that the engine is told."""
    return SANDBOX.level(rule.id, rule.group)


def analyzer_info() -> analyzer_pb2.AnalyzerInfo:
    """The pack, its rules, and the configuration of all of them as one more."""
    return analyzer_pb2.AnalyzerInfo(
        name=NAME,
        displayName="GKE Agent Sandbox",
        description=DESCRIPTION,
        version=pack_version(),
        supportsConfig=True,
        policies=[*(_policy(rule) for rule in CATALOGUE), _general()],
    )


def tags(rule: Rule) -> list[str]:
    """The group of a rule and the controls of published standards that ask for the same."""
    controls = (f"{each.standard} {each.version}: {each.control}" for each in rule.references)
    return [str(rule.group), *controls]


def rule_schema(rule: Rule) -> dict[str, dict[str, Any]]:
    """JSON schema of the properties under the key of a rule. Without defaults: the engine would write them
    over what `configuration` says.
    """
    return {UNDETERMINED: _UNDETERMINED_SCHEMA, **{each.name: _parameter(each) for each in rule.parameters}}


def _policy(rule: Rule) -> analyzer_pb2.PolicyInfo:
    policy = analyzer_pb2.PolicyInfo(
        name=rule.id,
        displayName=rule.title,
        description=rule.description,
        enforcementLevel=ENFORCEMENT[default_level(rule)],
        policy_type=analyzer_pb2.POLICY_TYPE_RESOURCE,
        severity=SEVERITIES[rule.severity],
        tags=tags(rule),
        remediation_steps=rule.remediation,
        url=rule.url,
        configSchema=_schema(rule_schema(rule)),
    )
    if rule.references:
        closest = rule.references[0]
        policy.framework.name = closest.standard
        policy.framework.version = closest.version
        policy.framework.reference = closest.control
    return policy


def _general() -> analyzer_pb2.PolicyInfo:
    """What is configured for all rules. It is a policy to the engine, which knows no other place for it."""
    levels = [str(level) for level in Level]
    keys = [*(rule.id for rule in CATALOGUE), *(str(group) for group in Group)]
    parameters = {name: _parameter(each) for name, each in PARAMETERS.items()}
    own: dict[str, Any] = {
        PROFILE: {"type": "string", "enum": list(PROFILES)},
        LEVELS: {"type": "object", "properties": {key: {"type": "string", "enum": levels} for key in keys}},
        EXEMPTIONS: {"type": "array", "items": {"type": "object"}},
    }
    return analyzer_pb2.PolicyInfo(
        name=GENERAL,
        displayName="What the configuration loosens is said",
        description=GENERAL_DESCRIPTION,
        enforcementLevel=analyzer_pb2.ADVISORY,
        policy_type=analyzer_pb2.POLICY_TYPE_STACK,
        severity=analyzer_pb2.POLICY_SEVERITY_LOW,
        configSchema=_schema({**parameters, **own, UNDETERMINED: _UNDETERMINED_SCHEMA}),
    )


def _parameter(parameter: Parameter[Any]) -> dict[str, Any]:
    return {**parameter.schema, "description": parameter.description}


def _schema(properties: Mapping[str, Any]) -> analyzer_pb2.PolicyConfigSchema:
    schema = Struct()
    schema.update(dict(properties))
    return analyzer_pb2.PolicyConfigSchema(properties=schema)

"""What the pack has to say, as the engine shows it."""

from traceback import extract_tb
from typing import Final

from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import RULES, Configuration, Finding, Level
from gke_agent_sandbox.rules.configuration import GENERAL

from .described import ENFORCEMENT, GENERAL_DESCRIPTION, NAME, SEVERITIES, pack_version

UNREADABLE: Final = "pod-readable"
"""The rule under which the pack reports that it failed on a resource."""


def of_finding(finding: Finding, configuration: Configuration, urn: str) -> analyzer_pb2.AnalyzeDiagnostic:
    """A finding about the resource with this URN."""
    return _of_rule(finding.rule, configuration.level_of(finding), finding.message, urn)


def of_failure(error: Exception, urn: str = "") -> analyzer_pb2.AnalyzeDiagnostic:
    """The pack failed on a resource, or on the stack where no URN is given: nothing was judged, and so
    nothing may pass.
    """
    return _of_rule(UNREADABLE, Level.MANDATORY, failure(error), urn)


def of_loosened(configuration: Configuration) -> list[analyzer_pb2.AnalyzeDiagnostic]:
    """What the configuration lets pass that the profile `sandbox` blocks: one advice, or none."""
    if not configuration.loosened:
        return []
    return [
        analyzer_pb2.AnalyzeDiagnostic(
            policyName=GENERAL,
            policyPackName=NAME,
            policyPackVersion=pack_version(),
            description=GENERAL_DESCRIPTION,
            message=f"{GENERAL}: less is blocked than by default, by {configuration.loosened}",
            enforcementLevel=analyzer_pb2.ADVISORY,
            severity=analyzer_pb2.POLICY_SEVERITY_LOW,
        )
    ]


def failure(error: Exception) -> str:
    """What to say of a failure: where, and not its own text, which may hold a value of the resource."""
    place = extract_tb(error.__traceback__)[-1]
    return (
        f"{UNREADABLE} (resource must be judged): the policy pack failed on it with {type(error).__name__} in"
        f" {place.name}, line {place.lineno}; no rule has judged it. This is a fault of the pack: please"
        f" report it"
    )


def _of_rule(rule: str, level: Level, message: str, urn: str) -> analyzer_pb2.AnalyzeDiagnostic:
    return analyzer_pb2.AnalyzeDiagnostic(
        policyName=rule,
        policyPackName=NAME,
        policyPackVersion=pack_version(),
        description=RULES[rule].description,
        message=message,
        urn=urn,
        enforcementLevel=ENFORCEMENT[level],
        severity=SEVERITIES[RULES[rule].severity],
    )

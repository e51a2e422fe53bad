"""A rule as a policy describes itself."""

from typing import Any

from pulumi_policy import EnforcementLevel, PolicyComplianceFramework, PolicyConfigSchema, Severity

from gke_agent_sandbox.rules import Configuration, Rule

from ..described import rule_schema, tags


def described(rule: Rule, configuration: Configuration) -> dict[str, Any]:
    """What every kind of policy takes beside its name and its functions."""
    closest = rule.references[0] if rule.references else None
    return {
        "description": rule.description,
        "enforcement_level": EnforcementLevel(str(configuration.levels[rule.id])),
        "config_schema": PolicyConfigSchema(rule_schema(rule)),
        "display_name": rule.title,
        "severity": Severity(str(rule.severity)),
        "framework": closest
        and PolicyComplianceFramework(closest.standard, closest.version, closest.control),
        "tags": tags(rule),
        "remediation_steps": rule.remediation,
        "url": rule.url,
    }

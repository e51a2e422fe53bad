"""From resources to findings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from .clock import current_day
from .configuration import DEFAULT, Configuration
from .exemption import exempted
from .finding import Finding
from .ids import VALID
from .reading import Reading, read
from .resource import Resource
from .rule import Rule
from .stack import Member, StackFinding
from .visibility.exemption_valid import accepts


def judge(
    resource: Resource, configuration: Configuration = DEFAULT, today: date | None = None
) -> list[Finding]:
    """The findings of the rules on a resource, in the order of the rules, none twice.

    today: the day by which exemptions are over or not; by default that of the clock, in UTC.

    Never raises, whatever the properties hold: what cannot be read is a finding.
    """
    return judge_reading(read(resource, today or current_day()), configuration)


def judge_reading(reading: Reading, configuration: Configuration = DEFAULT) -> list[Finding]:
    """The same for a resource that has been read, to be kept for `judge_stack`."""
    return [finding for rule in configuration.rules for finding in judge_rule(rule, reading, configuration)]


def judge_rule(rule: Rule, reading: Reading, configuration: Configuration = DEFAULT) -> list[Finding]:
    """The same by one rule, whatever its level."""
    said = rule.judge(reading, configuration.settings[rule.id])
    told = (_exempted(finding, reading.resource.urn, configuration) for finding in said)
    return list(dict.fromkeys(told))


def judge_stack(members: Sequence[Member], configuration: Configuration = DEFAULT) -> list[StackFinding]:
    """The findings on what can only be seen in all resources of a stack together, none twice."""
    told = (
        replace(found, finding=_exempted(found.finding, found.urn, configuration))
        for rule in configuration.rules
        if rule.judge_stack is not None
        for found in rule.judge_stack(members, configuration.settings[rule.id])
    )
    return list(dict.fromkeys(told))


def _exempted(finding: Finding, urn: str, configuration: Configuration) -> Finding:
    settings = configuration.settings[VALID]
    return exempted(finding, urn, configuration.exemptions, lambda each: accepts(each, settings))

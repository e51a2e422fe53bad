"""From a resource to its findings."""

from collections.abc import Iterable
from datetime import UTC, date, datetime

from .catalogue import CATALOGUE
from .finding import Finding
from .reading import read
from .resource import Resource
from .rule import Rule


def judge(resource: Resource, rules: Iterable[Rule] = CATALOGUE, today: date | None = None) -> list[Finding]:
    """The findings of the rules on a resource, in the order of the rules, none twice.

    today: the day by which exemptions are over or not; by default that of the clock, in UTC.

    Never raises, whatever the properties hold: what cannot be read is a finding.
    """
    reading = read(resource, today or datetime.now(UTC).date())
    return list(dict.fromkeys(finding for rule in rules for finding in rule.judge(reading)))

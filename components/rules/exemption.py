"""Faults that are meant."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Final

from .finding import Finding, Verdict

PERMANENT: Final = "permanent"
"""The word in the place of a date, for an exemption of an object that does not end."""

_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Exemption:
    """From which rule, until when (None: permanently; its last day counts) and why."""

    rule: str
    until: date | None
    reason: str

    def __str__(self) -> str:
        return f"until {self.until}: {self.reason}" if self.until else f"permanently: {self.reason}"


@dataclass(frozen=True, slots=True)
class ConfiguredExemption:
    """An exemption that a configuration makes, for the findings that fit every pattern it gives.

    exemptions: one for each rule it is about.
    patterns:   by `namespace`, `name`, `urn` or `image`, each with `*` for anything.
    """

    exemptions: tuple[Exemption, ...]
    patterns: Mapping[str, str]

    def fits(self, finding: Finding, urn: str) -> bool:
        """Whether a finding is meant. What is not known yet fits no pattern."""
        owner = finding.owner
        values = {
            "namespace": owner.namespace if owner else None,
            "name": owner.name if owner else None,
            "urn": urn,
            "image": finding.image,
        }
        return all(
            _pattern(pattern).fullmatch(values[key] or "") is not None
            for key, pattern in self.patterns.items()
        )


def exempted(
    finding: Finding,
    urn: str,
    configured: Iterable[ConfiguredExemption],
    accepts: Callable[[Exemption], bool],
) -> Finding:
    """The finding, or, where it is exempt by its object or by configuration, the same as one that is.

    accepts: whether an exemption counts that an object makes for itself.
    """
    for each in _for_finding(finding, urn, configured, accepts):
        if each.rule == finding.rule:
            return replace(finding, verdict=Verdict.EXEMPT, exemption=str(each))
    return finding


def reason_of(text: str) -> str:
    """A reason as it is shown: one line, not too long."""
    return " ".join(text.split())[:_LONGEST_REASON]


def date_of(text: str) -> date | None:
    """A day in the form 2027-06-30; None for anything else."""
    try:
        return date.fromisoformat(text) if len(text) == len("2027-06-30") else None
    except ValueError:
        return None


def _for_finding(
    finding: Finding,
    urn: str,
    configured: Iterable[ConfiguredExemption],
    accepts: Callable[[Exemption], bool],
) -> Iterator[Exemption]:
    if finding.owner is not None:
        yield from filter(accepts, finding.owner.exemptions)
    for each in configured:
        if each.fits(finding, urn):
            yield from each.exemptions


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.DOTALL)

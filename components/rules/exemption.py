"""Faults that an object says are meant."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from .finding import Finding, Verdict
from .part import is_object
from .path import Path, is_secret, written

PREFIX: Final = "gke-agent-sandbox/allow."
"""The annotation of an object that exempts its pod from a rule: this, then the rule's id.

Its value says until when and why: `2027-06-30: moves to a token of its own`, or `permanent: calls the API
server`. An exemption ends with its last day. One that is not known yet, or secret, is none.
"""

VALID: Final = "exemption-valid"
"""The id of the rule under which an exemption that exempts from nothing is reported."""

_VALUE = re.compile(r"(?P<until>\d{4}-\d{2}-\d{2}|permanent): *(?P<reason>\S.*)", re.DOTALL)
_REQUIRED = "say until when and why, in time"
_FIX = "'2027-06-30: the reason', or 'permanent: the reason'"
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Exemption:
    """A rule's id, where it is exempted from, until when (None: permanently) and why."""

    rule: str
    path: Path
    until: date | None
    reason: str


def exemptions(
    value: Mapping[str, object], path: Path, secrets: frozenset[Path], today: date
) -> Iterator[Exemption | Finding]:
    """The exemptions that an object claims, and a finding for each that is malformed or over."""
    metadata = value.get("metadata")
    annotations = metadata.get("annotations") if is_object(metadata) else None
    for key, text in annotations.items() if is_object(annotations) else ():
        at = (*path, "metadata", "annotations", key)
        if key.startswith(PREFIX) and isinstance(text, str) and not is_secret(at, secrets):
            rule = key.removeprefix(PREFIX)
            said = _VALUE.fullmatch(text.strip())
            until = _until(said["until"]) if said else None
            if said is None or (until is None and said["until"] != "permanent"):
                yield _invalid(at, secrets, "not of that form", _REQUIRED, _FIX)
            elif until is not None and until < today:
                yield _invalid(
                    at, secrets, f"over since {until}", _REQUIRED, f"{_FIX}; or mend what it exempts"
                )
            else:
                reason = " ".join(said["reason"].split())[:_LONGEST_REASON]
                yield Exemption(rule, at, until, reason)


def of_unknown_rules(
    claimed: Iterable[Exemption], rules: Iterable[str], secrets: frozenset[Path]
) -> Iterator[Finding]:
    """A finding for each exemption from a rule that does not exist."""
    known = frozenset(rules)
    for each in claimed:
        if each.rule not in known:
            fix = f"one of {', '.join(sorted(known))}"
            yield _invalid(each.path, secrets, "for a rule that does not exist", "name a rule", fix)


def exempted(finding: Finding, claimed: Iterable[Exemption]) -> Finding:
    """The finding, or, where an exemption is for its rule, the same as one that is allowed."""
    for each in claimed:
        if each.rule == finding.rule:
            until = f"until {each.until}" if each.until else "permanently"
            return replace(finding, verdict=Verdict.EXEMPT, exemption=f"{until}: {each.reason}")
    return finding


def _until(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _invalid(path: Path, secrets: frozenset[Path], found: str, required: str, fix: str) -> Finding:
    return Finding(VALID, Verdict.VIOLATION, "exemption", written(path, secrets), found, required, fix)

"""Exemptions that an object makes for itself, in its annotations."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from .exemption import PERMANENT, Exemption, date_of, reason_of
from .finding import Finding, Verdict
from .ids import READABLE, VALID
from .part import is_object
from .path import Path, is_secret, written

PREFIX: Final = "gke-agent-sandbox/allow."
"""The annotation of an object that exempts it, and its pod, from a rule: this, then the rule's id.

Its value says until when and why: `2027-06-30: moves to a token of its own`, or `permanent: calls the API
server`. An exemption ends with its last day. One that is not known yet, or secret, is none.
"""

FIX: Final = "'2027-06-30: the reason', or 'permanent: the reason'"
_VALUE = re.compile(rf"(?P<until>\d{{4}}-\d{{2}}-\d{{2}}|{PERMANENT}): *(?P<reason>\S.*)", re.DOTALL)
_NEVER = frozenset({READABLE, VALID})
_REQUIRED = "say until when and why, in time"


class Claim(NamedTuple):
    """An exemption where an object makes it; None in the place of one that is malformed or over, with the
    fault.
    """

    path: Path
    exemption: Exemption | None
    fault: Finding | None = None


def claims(value: Mapping[str, object], path: Path, secrets: frozenset[Path], today: date) -> Iterator[Claim]:
    """The exemptions that an object makes for itself."""
    metadata = value.get("metadata")
    annotations = metadata.get("annotations") if is_object(metadata) else None
    for key, text in annotations.items() if is_object(annotations) else ():
        at = (*path, "metadata", "annotations", key)
        if not key.startswith(PREFIX) or not isinstance(text, str) or is_secret(at, secrets):
            continue
        said = _VALUE.fullmatch(text.strip())
        until = date_of(said["until"]) if said else None
        rule = key.removeprefix(PREFIX)
        if rule in _NEVER:
            fix = "the exemption in the configuration" if rule == READABLE else "no such annotation"
            found = "for a rule from which no object exempts itself"
            yield Claim(at, None, invalid(at, secrets, found, "not be made by the object", fix))
        elif said is None or (until is None and said["until"] != PERMANENT):
            yield Claim(at, None, invalid(at, secrets, "not of that form", _REQUIRED, FIX))
        elif until is not None and until < today:
            fix = f"{FIX}; or mend what it exempts"
            yield Claim(at, None, invalid(at, secrets, f"over since {until}", _REQUIRED, fix))
        else:
            yield Claim(at, Exemption(rule, until, reason_of(said["reason"])))


def invalid(path: Path, secrets: frozenset[Path], found: str, required: str, fix: str) -> Finding:
    """An exemption that exempts from nothing."""
    text = written(path, secrets)
    return Finding(VALID, Verdict.VIOLATION, "exemption", text, found, required, fix, at=path)

"""Exemptions that a configuration makes."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from ..problems import Problem
from .catalogue import CATALOGUE, RULES
from .exemption import ConfiguredExemption, Exemption, date_of, reason_of
from .ids import VALID
from .part import is_list, is_object
from .rule import Group

EXEMPTIONS: Final = "exemptions"
"""The property that lists them. Each has `rules` (ids or groups), at least one of `namespace`, `name`, `urn`
and `image` (with `*` for anything), `reason`, and `until` (a day like 2027-06-30, its last one).
"""

PATTERNS: Final = ("namespace", "name", "urn", "image")
_KEYS: Final = frozenset({"rules", "reason", "until", *PATTERNS})
_EXAMPLE: Final = (
    '{"rules": ["no-host-path"], "namespace": "monitoring", "reason": "reads the node\'s logs",'
    ' "until": "2027-06-30"}'
)
_GROUPS: Final = {str(group): [rule.id for rule in CATALOGUE if rule.group is group] for group in Group}


class Read(NamedTuple):
    """What was read: the exemptions, and everything that is wrong with them."""

    exemptions: tuple[ConfiguredExemption, ...]
    problems: tuple[Problem, ...]


def read_exemptions(said: object, today: date) -> Read:
    """The exemptions of a configuration.

    today: an exemption whose last day is before it is a problem.
    """
    path = f"configuration.{EXEMPTIONS}"
    if said is None:
        return Read((), ())
    if not is_list(said):
        return Read((), (Problem(path, "must be a list", fix=f"[{_EXAMPLE}]"),))
    made: list[ConfiguredExemption] = []
    problems: list[Problem] = []
    for position, entry in enumerate(said):
        at = f"{path}[{position}]"
        if not is_object(entry):
            problems.append(Problem(at, "must be an object", fix=_EXAMPLE))
            continue
        faults = list(_faults(entry, at, today))
        problems += faults
        if not faults:
            made.append(_made(entry))
    return Read(tuple(made), tuple(problems))


def _made(entry: Mapping[str, object]) -> ConfiguredExemption:
    rules = entry["rules"]
    until = date_of(str(entry["until"]))
    reason = reason_of(str(entry["reason"]))
    ids = [rule for each in (rules if is_list(rules) else ()) for rule in _GROUPS.get(str(each), [str(each)])]
    return ConfiguredExemption(
        tuple(Exemption(rule, until, reason) for rule in dict.fromkeys(ids)),
        {key: str(entry[key]) for key in PATTERNS if key in entry},
    )


def _faults(entry: Mapping[str, object], path: str, today: date) -> Iterator[Problem]:
    for key in entry.keys() - _KEYS:
        yield Problem(f"{path}.{key}", "there is no such property", fix=f"one of {', '.join(sorted(_KEYS))}")
    yield from _rules(entry.get("rules"), f"{path}.rules")
    given = [key for key in PATTERNS if key in entry]
    if not given:
        why = "it would exempt everything"
        yield Problem(path, "says for whom it is in no way", why, f"one of {', '.join(PATTERNS)}")
    for key in given:
        pattern = entry[key]
        if not isinstance(pattern, str) or not pattern.strip("*"):
            yield Problem(f"{path}.{key}", "must be a name, with * for anything within it")
    reason = entry.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        yield Problem(f"{path}.reason", "must say why this is meant")
    until = entry.get("until")
    day = date_of(until) if isinstance(until, str) else None
    if day is None:
        yield Problem(f"{path}.until", "must be the last day of the exemption", fix='"2027-06-30"')
    elif day < today:
        yield Problem(f"{path}.until", f"is over since {day}", fix="a new day, or mend what it exempts")


def _rules(said: object, path: str) -> Iterator[Problem]:
    if not is_list(said) or not said:
        yield Problem(path, "must list rules or groups", fix='["no-host-path"]')
        return
    for each in said:
        if each == VALID:
            yield Problem(path, f"there is no exemption from {VALID}")
        elif not isinstance(each, str) or (each not in RULES and each not in _GROUPS):
            known = ", ".join(sorted({*RULES, *_GROUPS}))
            yield Problem(path, f"{each!r} is no rule and no group", fix=f"one of {known}")

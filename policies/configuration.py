"""The configuration of the pack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from gke_agent_sandbox.problems import Problem, refuse
from gke_agent_sandbox.rules import CATALOGUE, RULES, Finding, Level, Rule, Verdict

ALL: Final = "all"
"""The key under which a configuration speaks of every rule that it does not name; the engine's own word."""

UNDETERMINED: Final = "undetermined"
"""The property that says what a finding does that depends on an unknown value."""

UNDETERMINED_LEVELS: Final = (Level.MANDATORY, Level.ADVISORY)


@dataclass(frozen=True)
class Entry:
    """What a configuration says under one key.

    level:      the enforcement level; None where none is given.
    properties: everything else.
    """

    level: Level | None
    properties: Mapping[str, object]


@dataclass(frozen=True)
class Configuration:
    """What the rules do.

    levels:       per rule id, what a fault does; by default what the catalogue says.
    undetermined: per rule id, the highest level of a finding that depends on an unknown value; by default
                  mandatory, so that it does what a fault does.
    """

    levels: Mapping[str, Level] = field(default_factory=lambda: {rule.id: rule.level for rule in CATALOGUE})
    undetermined: Mapping[str, Level] = field(
        default_factory=lambda: {rule.id: Level.MANDATORY for rule in CATALOGUE}
    )

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are not disabled."""
        return tuple(rule for rule in CATALOGUE if self.levels[rule.id] is not Level.DISABLED)

    def level_of(self, finding: Finding) -> Level:
        """What a finding does. What is exempt is shown, and blocks nothing."""
        level = self.levels[finding.rule]
        match finding.verdict:
            case Verdict.VIOLATION:
                return level
            case Verdict.UNDETERMINED:
                highest = self.undetermined[finding.rule]
            case Verdict.EXEMPT:
                highest = Level.ADVISORY
        return min(level, highest, key=list(Level).index)


def configured(entries: Mapping[str, Entry]) -> Configuration:
    """The configuration from what a user wrote, by rule id or `all`.

    Errors: ProblemsError with every key, property and value that does not exist.
    """
    refuse("the configuration of the policy pack", [*_unknown_rules(entries), *_properties(entries)])
    default = Configuration()
    levels = {
        rule.id: _first(
            [entries[key].level for key in (rule.id, ALL) if key in entries], default.levels[rule.id]
        )
        for rule in CATALOGUE
    }
    undetermined = {rule.id: _undetermined(entries, rule.id) for rule in CATALOGUE}
    return Configuration(levels, undetermined)


def _undetermined(entries: Mapping[str, Entry], rule: str) -> Level:
    given = [entries[key].properties.get(UNDETERMINED) for key in (rule, ALL) if key in entries]
    return _first([Level(str(level)) for level in given if level is not None], Level.MANDATORY)


def _first(levels: Sequence[Level | None], default: Level) -> Level:
    return next((level for level in levels if level is not None), default)


def _unknown_rules(entries: Mapping[str, Entry]) -> Iterator[Problem]:
    for key in entries:
        if key not in RULES and key != ALL:
            yield Problem(key, "there is no such rule", "a misspelt rule would stay as it is", _closest(key))


def _closest(key: str) -> str:
    close = get_close_matches(key, [*RULES, ALL], n=1)
    return close[0] if close else f"one of {', '.join([ALL, *sorted(RULES)])}"


def _properties(entries: Mapping[str, Entry]) -> Iterator[Problem]:
    levels = " or ".join(UNDETERMINED_LEVELS)
    for key, entry in entries.items():
        for name, value in entry.properties.items():
            if name != UNDETERMINED:
                fix = f"{UNDETERMINED}: {levels}, or nothing"
                yield Problem(f"{key}.{name}", "there is no such property", "it would be ignored", fix)
            elif value not in UNDETERMINED_LEVELS:
                yield Problem(f"{key}.{name}", "there is no such level", fix=f"{UNDETERMINED}: {levels}")

"""What the rules do, by profile and by what a user wrote."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final

from ..problems import Problem, refuse
from .catalogue import CATALOGUE, RULES
from .clock import current_day
from .configured_exemptions import EXEMPTIONS, read_exemptions
from .exemption import ConfiguredExemption
from .finding import Finding, Verdict
from .parameter import Parameter, Settings
from .part import is_object
from .profiles import PROFILES, SANDBOX, Profile
from .rule import Group, Level, Rule

TITLE: Final = "the configuration of the rules"

ALL: Final = "all"
"""The key under which a level is given to every rule that the profile has on; the engine's own word."""

GENERAL: Final = "configuration"
"""The key of what is not about one rule: `profile`, `levels`, `exemptions`, `undetermined`, and parameters of
any rule.
"""

PROFILE: Final = "profile"
LEVELS: Final = "levels"
"""The property that gives levels by the id of a rule or the name of a group."""

UNDETERMINED: Final = "undetermined"
"""The property that says what a finding does that depends on an unknown value."""

UNDETERMINED_LEVELS: Final = (Level.MANDATORY, Level.ADVISORY)

_GROUPS: Final = frozenset(str(each) for each in Group)
PARAMETERS: Final[Mapping[str, Parameter[Any]]] = MappingProxyType(
    {each.name: each for rule in CATALOGUE for each in rule.parameters}
)
"""The parameters of all rules, by their names."""


@dataclass(frozen=True)
class Entry:
    """What a user wrote under one key.

    level:      the enforcement level; None where none is given.
    properties: everything else.
    """

    level: Level | None
    properties: Mapping[str, object]


@dataclass(frozen=True)
class Configuration:
    """What the rules do.

    profile:      what it starts from.
    levels:       per rule id, what a fault does.
    undetermined: per rule id, the highest level of a finding that depends on an unknown value.
    settings:     per rule id, the values of its parameters.
    exemptions:   the faults that are meant.
    """

    profile: Profile
    levels: Mapping[str, Level]
    undetermined: Mapping[str, Level]
    settings: Mapping[str, Settings]
    exemptions: tuple[ConfiguredExemption, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are not disabled."""
        return tuple(rule for rule in CATALOGUE if self.levels[rule.id] is not Level.DISABLED)

    def level_of(self, finding: Finding) -> Level:
        """What a finding does: MANDATORY or ADVISORY. What is exempt is shown, and blocks nothing."""
        match finding.verdict:
            case Verdict.VIOLATION:
                highest = Level.MANDATORY
            case Verdict.UNDETERMINED:
                highest = self.undetermined[finding.rule]
            case Verdict.EXEMPT | Verdict.ADVICE:
                highest = Level.ADVISORY
        return min(self.levels[finding.rule], highest, key=lambda level: level.strength)

    def mends(self, finding: Finding) -> bool:
        """Whether a finding is mended rather than only told."""
        remediated = self.levels[finding.rule] is Level.REMEDIATE
        return remediated and finding.verdict is Verdict.VIOLATION and bool(finding.edits)

    @property
    def loosened(self) -> str:
        """What blocks less than the profile `sandbox` does, in a sentence; empty when nothing does."""
        parts = [
            f"{level}: {', '.join(rules)}"
            for level in (Level.DISABLED, Level.ADVISORY)
            if (rules := [rule.id for rule in CATALOGUE if self._is_loosened(rule, level)])
        ]
        return f"the profile {self.profile.name}, with " + "; ".join(parts) if parts else ""

    def _is_loosened(self, rule: Rule, level: Level) -> bool:
        return self.levels[rule.id] is level and level.strength < SANDBOX.level(rule.id, rule.group).strength


def of_profile(profile: Profile) -> Configuration:
    """A profile as it is."""
    return _configured({}, profile, ())


def configured(entries: Mapping[str, Entry], today: date | None = None) -> Configuration:
    """The configuration from what a user wrote, by rule id, `all` or `configuration`.

    A level of a rule counts more than that of its group, that more than the one of `all`, and that more than
    the profile's. A parameter of a rule counts more than one of `configuration`, and that more than the
    profile's.

    today: the day by which exemptions are over or not; by default that of the clock, in UTC.

    Errors: ProblemsError with every key, property, level, parameter and exemption that is wrong.
    """
    general = _said(entries, GENERAL)
    exemptions, faults = read_exemptions(general.get(EXEMPTIONS), today or current_day())
    problems = [*_keys(entries), *_general(entries.get(GENERAL)), *_rules(entries), *faults]
    refuse(TITLE, problems)
    return _configured(entries, PROFILES[str(general.get(PROFILE, SANDBOX.name))], exemptions)


def _configured(
    entries: Mapping[str, Entry], profile: Profile, exemptions: tuple[ConfiguredExemption, ...]
) -> Configuration:
    return Configuration(
        profile,
        levels={rule.id: _level(entries, profile, rule) for rule in CATALOGUE},
        undetermined={rule.id: _undetermined(entries, rule) for rule in CATALOGUE},
        settings={rule.id: _settings(entries, profile, rule) for rule in CATALOGUE},
        exemptions=exemptions,
    )


def _level(entries: Mapping[str, Entry], profile: Profile, rule: Rule) -> Level:
    by_profile = profile.level(rule.id, rule.group)
    said = _said(entries, GENERAL).get(LEVELS)
    levels: Mapping[str, object] = said if is_object(said) else {}
    for level in (levels.get(rule.id), _own(entries, rule.id), levels.get(rule.group)):
        if level is not None:
            return Level(str(level))
    by_all = _own(entries, ALL)
    return by_profile if by_all is None or by_profile is Level.DISABLED else by_all


def _own(entries: Mapping[str, Entry], key: str) -> Level | None:
    return entries[key].level if key in entries else None


def _said(entries: Mapping[str, Entry], key: str) -> Mapping[str, object]:
    return entries[key].properties if key in entries else {}


def _undetermined(entries: Mapping[str, Entry], rule: Rule) -> Level:
    for key in (rule.id, GENERAL):
        level = _said(entries, key).get(UNDETERMINED)
        if level is not None:
            return Level(str(level))
    return Level.MANDATORY


def _settings(entries: Mapping[str, Entry], profile: Profile, rule: Rule) -> Settings:
    values = {
        parameter.name: profile.parameters[parameter]
        for parameter in rule.parameters
        if parameter in profile.parameters
    }
    for key in (GENERAL, rule.id):
        properties = _said(entries, key)
        for parameter in rule.parameters:
            if parameter.name in properties:
                values[parameter.name] = parameter.read(properties[parameter.name])
    return Settings(values)


def _keys(entries: Mapping[str, Entry]) -> Iterator[Problem]:
    for key, entry in entries.items():
        if key in _GROUPS:
            fix = f'{GENERAL}: {{"{LEVELS}": {{"{key}": ...}}}}'
            yield Problem(key, "is a group of rules, not a rule", fix=fix)
        elif key not in RULES and key not in (ALL, GENERAL):
            why = "a misspelt rule would stay as it is"
            yield Problem(key, "there is no such rule", why, _closest(key, [*RULES, ALL, GENERAL]))
        elif key == ALL and entry.properties:
            fix = f"them under {GENERAL}"
            yield Problem(key, "takes a level alone, no properties", fix=fix)


def _general(entry: Entry | None) -> Iterator[Problem]:
    if entry is None:
        return
    yield from _properties(GENERAL, entry.properties, PARAMETERS, (PROFILE, LEVELS, EXEMPTIONS))
    profile = entry.properties.get(PROFILE, SANDBOX.name)
    if not isinstance(profile, str) or profile not in PROFILES:
        path = f"{GENERAL}.{PROFILE}"
        yield Problem(path, "there is no such profile", fix=f"one of {', '.join(PROFILES)}")
    levels = entry.properties.get(LEVELS, {})
    if not is_object(levels):
        yield Problem(
            f"{GENERAL}.{LEVELS}", "must map rules and groups to levels", fix='{"images": "advisory"}'
        )
        return
    for name, level in levels.items():
        path = f"{GENERAL}.{LEVELS}.{name}"
        if name not in RULES and name not in _GROUPS:
            fix = _closest(name, [*RULES, *_GROUPS])
            yield Problem(path, "there is no such rule or group", "it would stay as it is", fix)
        if level not in list(Level):
            yield Problem(path, "there is no such level", fix=f"one of {', '.join(Level)}")


def _rules(entries: Mapping[str, Entry]) -> Iterator[Problem]:
    for key, entry in entries.items():
        if key in RULES:
            parameters = {each.name: each for each in RULES[key].parameters}
            yield from _properties(key, entry.properties, parameters, ())


def _properties(
    key: str,
    properties: Mapping[str, object],
    parameters: Mapping[str, Parameter[Any]],
    others: tuple[str, ...],
) -> Iterator[Problem]:
    levels = " or ".join(UNDETERMINED_LEVELS)
    for name, value in properties.items():
        path = f"{key}.{name}"
        if name == UNDETERMINED:
            if value not in UNDETERMINED_LEVELS:
                yield Problem(path, "there is no such level", fix=f"{UNDETERMINED}: {levels}")
        elif name in parameters:
            if parameters[name].read(value) is None:
                yield Problem(path, f"must be {parameters[name].expected}")
        elif name not in others:
            fix = _closest(name, [*parameters, *others, UNDETERMINED])
            yield Problem(path, "there is no such property", "it would be ignored", fix)


def _closest(key: str, known: list[str]) -> str:
    close = get_close_matches(key, known, n=1)
    return close[0] if close else f"one of {', '.join(sorted(known))}"


DEFAULT: Final = of_profile(SANDBOX)
"""The profile `sandbox`, with no word from a user."""

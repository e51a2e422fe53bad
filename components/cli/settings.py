"""The configuration of a check, from its file and its options.

The file is the one that the policy pack takes (`--policy-pack-config`), as JSON or as YAML:

    configuration: {profile: restricted, levels: {images: advisory}}
    no-host-path: advisory
    run-as-non-root: {enforcementLevel: mandatory, undetermined: advisory}

or the same under `policies`, beside `version: 2`. Source: pulumi 3.274, pkg/resource/analyzer/config.go.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Final

from ..problems import Problem, ProblemsError, refuse
from ..rules import Configuration, Entry, Level, configured
from ..rules.configuration import GENERAL, PROFILE, TITLE
from ..rules.part import is_object
from .reading.document import TextError
from .reading.read import documents

LEVEL: Final = "enforcementLevel"
_VERSION: Final = 2
# What the engine itself does with its file, for which the command has no means.
_ENGINE_ONLY: Final = {
    "environments": "the values themselves: only Pulumi opens ESC environments",
    "exceptions": f'{GENERAL}: {{"exemptions": [...]}}, which the pack and the command both know',
}


def read_configuration(file: str | None, profile: str | None, today: date) -> Configuration:
    """The configuration from a file, with a profile in the place of the one it says.

    file:  its path; None for none.
    today: the day by which exemptions are over or not.

    Errors: ProblemsError with everything that is wrong in the file and with the profile.
    """
    title = file if file is not None else TITLE
    problems: list[Problem] = []
    entries = dict(_entries(_read(file), problems)) if file is not None else {}
    if profile is not None:
        general = entries.get(GENERAL, Entry(None, {}))
        entries[GENERAL] = Entry(general.level, {**general.properties, PROFILE: profile})
    try:
        configuration = configured(entries, today)
    except ProblemsError as error:
        raise ProblemsError(title, [*problems, *error.problems]) from None
    refuse(title, problems)
    return configuration


def _read(file: str) -> Mapping[str, object]:
    try:
        found = [*documents(Path(file).read_text("utf-8-sig"), file)]
    except OSError as error:
        raise ProblemsError(file, [Problem("", f"cannot be opened: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise ProblemsError(file, [Problem("", "is no text in UTF-8")]) from None
    except TextError as error:
        place = f"line {error.mark.line}" if error.mark else ""
        raise ProblemsError(file, [Problem(place, error.what)]) from None
    if not found:
        return {}
    value = found[0].value
    if len(found) > 1 or not is_object(value):
        raise ProblemsError(file, [Problem("", "must be one object, with rules as its keys")])
    return value


def _entries(value: Mapping[str, object], problems: list[Problem]) -> Iterator[tuple[str, Entry]]:
    version = value.get("version")
    is_versioned = isinstance(version, int | float) and not isinstance(version, bool)
    if is_versioned and version != _VERSION:
        problems.append(Problem("version", "is not known here", fix=f"version: {_VERSION}"))
    problems += (
        Problem(key, "is not read by this command", fix=fix)
        for key, fix in _ENGINE_ONLY.items()
        if key in value
    )
    if not is_versioned:
        rules = {key: each for key, each in value.items() if key not in _ENGINE_ONLY}
        yield from _of_rules(rules, problems)
        return
    for key in value.keys() - {"version", "policies", *_ENGINE_ONLY}:
        problems.append(Problem(key, "there is no such key beside version: 2", fix="it under policies"))
    policies = value.get("policies", {})
    if is_object(policies):
        yield from _of_rules(policies, problems)
    else:
        problems.append(Problem("policies", "must be an object, with rules as its keys"))


def _of_rules(rules: Mapping[str, object], problems: list[Problem]) -> Iterator[tuple[str, Entry]]:
    for key, said in rules.items():
        if isinstance(said, str):
            yield key, Entry(_level(key, said, problems), {})
        elif is_object(said):
            properties = {name: each for name, each in said.items() if name != LEVEL}
            level = _level(f"{key}.{LEVEL}", said[LEVEL], problems) if LEVEL in said else None
            yield key, Entry(level, properties)
        else:
            fix = f"{key}: advisory, or an object with {LEVEL} and properties"
            problems.append(Problem(key, "must be a level or an object", fix=fix))


def _level(path: str, said: object, problems: list[Problem]) -> Level | None:
    if isinstance(said, str) and said in list(Level):
        return Level(said)
    problems.append(Problem(path, "there is no such level", fix=f"one of {', '.join(Level)}"))
    return None

"""The user's own rows in the requirement table: versions and channels move faster than a library."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict, cast

from ...problems import Problem
from ...shapes.opaque import never_opaque
from ...shapes.paths import join
from ...shapes.shape import value_problems
from ...shapes.suggest import suggestion
from .facts import Channel, Feature
from .families import FAMILIES
from .table import BOTH, REQUIREMENTS, Requirement, Requirements
from .versions import numbers


class GkeRequirementArgs(TypedDict, total=False):
    """What takes the place of a row's entries; what is left out stays."""

    min_version: str
    """The oldest version that has the feature, e.g. `1.36.3-gke.1767000`; empty: every version has it."""
    refused_channels: Sequence[str]
    """The release channels on which it is refused, in either mode; empty: none."""
    refused_machine_families: Sequence[str]
    """The machine families, e.g. `e2`, on which gVisor pools cannot have it; empty: none."""


def override_problems(overrides: object, path: str) -> Iterator[Problem]:
    """What is wrong with the user's rows: features that are not in the table, and entries of a wrong form."""
    shape = list(value_problems(Mapping[str, GkeRequirementArgs], overrides, path, never_opaque))
    yield from shape
    if shape or not isinstance(overrides, Mapping):
        return
    for name, entries in cast(Mapping[str, GkeRequirementArgs], overrides).items():
        if name not in tuple(Feature):
            yield Problem(
                join(path, name),
                "is no feature of the requirement table",
                f"it has {', '.join(Feature)}",
                suggestion(name, Feature),
            )
        yield from _entry_problems(entries, join(path, name))


def _entry_problems(entries: GkeRequirementArgs, path: str) -> Iterator[Problem]:
    floor = entries.get("min_version")
    if floor and numbers(floor) is None:
        yield Problem(
            join(path, "min_version"), f"{floor!r} is no GKE version", fix="1.36.3-gke.1767000 or 1.36"
        )
    for key, known in (("refused_channels", tuple(Channel)), ("refused_machine_families", tuple(FAMILIES))):
        for index, each in enumerate(cast(Sequence[str], entries.get(key) or ())):
            if each not in known:
                yield Problem(
                    join(join(path, key), index),
                    f"{each!r} is none of {', '.join(known)}",
                    fix=suggestion(each, known),
                )


def requirements(overrides: Mapping[str, GkeRequirementArgs] | None = None) -> Requirements:
    """The requirement table with the user's entries in place of ours.

    overrides: by the feature's name; free of problems (`override_problems`).
    """
    rows = dict(REQUIREMENTS)
    for name, entries in (overrides or {}).items():
        rows[Feature(name)] = _overridden(rows[Feature(name)], entries)
    return rows


def _overridden(row: Requirement, entries: GkeRequirementArgs) -> Requirement:
    changes: dict[str, Any] = {}
    floor, channels = entries.get("min_version"), entries.get("refused_channels")
    families = entries.get("refused_machine_families")
    if floor is not None:
        changes["min_versions"] = (floor,) if floor else ()
    if channels is not None:
        changes["refused_channels"] = dict.fromkeys(BOTH, tuple(Channel(each) for each in channels))
    if families is not None:
        changes["refused_families"] = tuple(families)
    return replace(row, **changes)

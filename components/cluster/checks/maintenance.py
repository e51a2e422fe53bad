"""Maintenance: windows, times without it, and how often the control plane may be disturbed. Pure."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final, cast

from ...problems import Problem
from ..settings.lookup import MISSING, at

POLICY: Final = "maintenance_policy"
WINDOWS: Final = ("daily_maintenance_window", "recurring_window", "recurring_maintenance_window")
TIME_OF_DAY: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
ZULU: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
RECURRENCE: Final = re.compile(r"FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;[A-Z]+=[A-Z0-9,+-]+)*")
SECONDS: Final = re.compile(r"[0-9]+s")
MOST_EXCLUSIONS: Final = 20
"""Sources of these: pulumi_gcp 10.2, ClusterMaintenancePolicy."""

UTC: Final = "GKE gives times back in UTC, and anything else would show as a change for ever"


def maintenance_problems(properties: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything that is wrong with the maintenance policy."""
    policy = at(properties, POLICY)
    if not isinstance(policy, Mapping):
        return
    windows = [name for name in WINDOWS if name in policy]
    if len(windows) != 1:
        yield Problem(
            POLICY,
            "has no window" if not windows else "has more than one window",
            "the provider wants exactly one of daily, recurring and recurring maintenance window",
            "release.maintenance.daily_start or release.maintenance.recurring",
        )
    start = at(properties, f"{POLICY}.daily_maintenance_window.start_time")
    if isinstance(start, str) and not TIME_OF_DAY.fullmatch(start):
        yield Problem(
            f"{POLICY}.daily_maintenance_window.start_time", "is no time of day", "it is in UTC", "03:00"
        )
    yield from window_problems(properties)
    yield from exclusion_problems(at(properties, f"{POLICY}.maintenance_exclusions"))
    for name in ("patch_version_disruption_interval", "minor_version_disruption_interval"):
        path = f"{POLICY}.disruption_budget.{name}"
        interval = at(properties, path)
        if isinstance(interval, str) and not SECONDS.fullmatch(interval):
            yield Problem(path, "is no duration in seconds", fix="604800s, which is a week")


def window_problems(properties: Mapping[str, Any]) -> Iterator[Problem]:
    """The times and the rule of a window that recurs."""
    path = f"{POLICY}.recurring_window"
    window = at(properties, path)
    if not isinstance(window, Mapping):
        return
    times = cast(Mapping[str, Any], window)
    yield from span_problems(times, path)
    rule = times.get("recurrence")
    if isinstance(rule, str) and not RECURRENCE.fullmatch(rule):
        yield Problem(f"{path}.recurrence", "is no RRULE of RFC 5545", fix="FREQ=WEEKLY;BYDAY=SA,SU")


def exclusion_problems(exclusions: object) -> Iterator[Problem]:
    """Times without maintenance: their number, their span, and how they end."""
    path = f"{POLICY}.maintenance_exclusions"
    if not isinstance(exclusions, list | tuple):
        return
    entries = cast(list[object], exclusions)
    if len(entries) > MOST_EXCLUSIONS:
        yield Problem(path, f"has {len(entries)} entries", f"GKE takes {MOST_EXCLUSIONS}", "fewer")
    for index, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            continue
        exclusion, where = cast(Mapping[str, Any], entry), f"{path}[{index}]"
        yield from span_problems(exclusion, where)
        behavior = at(exclusion, "exclusion_options.end_time_behavior")
        if (exclusion.get("end_time") is None) == (behavior is MISSING):
            yield Problem(
                f"{where}.end_time",
                "has to be there, unless the exclusion lasts until the end of support",
                "the provider wants exactly one of the two",
                "2027-01-31T00:00:00Z",
            )
        elif behavior is not MISSING and at(exclusion, "exclusion_options.scope") == "NO_UPGRADES":
            yield Problem(
                f"{where}.end_time",
                "is missing",
                "a time without any upgrade must end (GKE documentation, Maintenance exclusions)",
                "2027-01-31T00:00:00Z",
            )


def span_problems(times: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """A start and an end: their form, and their order."""
    moments: list[datetime] = []
    for name in ("start_time", "end_time"):
        moment = times.get(name)
        if not isinstance(moment, str):
            continue
        try:
            if not ZULU.fullmatch(moment):
                raise ValueError
            moments.append(datetime.fromisoformat(moment))
        except ValueError:
            yield Problem(f"{path}.{name}", "is no point in time in UTC", UTC, "2027-01-02T02:00:00Z")
    if len(moments) == 2 and moments[1] <= moments[0]:
        yield Problem(f"{path}.end_time", "is not after the start")

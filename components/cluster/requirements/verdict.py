"""What comes out of a judgement, and how it is told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ...problems import Problem
from ...shapes.paths import within
from .facts import Feature


class Outcome(StrEnum):
    """How a verdict weighs."""

    REFUSED = "refused"
    """GKE would turn it down, or take it and not do it."""
    WARNING = "warning"
    """It works, and not as one would think."""
    UNDETERMINED = "undetermined"
    """What it takes to judge is not known yet."""


class Check(StrEnum):
    """What was looked at."""

    VERSION_FORM = "version-form"
    VERSION_FLOOR = "version-floor"
    DOWNGRADE = "downgrade"
    CHANNEL = "channel"
    MODE = "mode"
    NEEDED_FEATURE = "needed-feature"
    CONFLICT = "conflict"
    ONE_CONTROLLER = "one-controller"
    ADD_ON_AFTER_POOL = "add-on-after-pool"
    AUTOPILOT_POOLS = "autopilot-pools"
    GVISOR_POOL = "gvisor-pool"
    ORDINARY_POOL = "ordinary-pool"
    GVISOR_IMAGE = "gvisor-image"
    RESERVED_KEY = "reserved-key"
    MACHINE_FAMILY = "machine-family"
    SHARED_CORE = "shared-core"
    LOCAL_SSD = "local-ssd"
    NESTED_VIRTUALIZATION = "nested-virtualization"
    AUTO_UPGRADE = "auto-upgrade"
    SNAPSHOT_SIDECAR = "snapshot-sidecar"
    WEBHOOK_FIREWALL = "webhook-firewall"


@dataclass(frozen=True)
class Verdict:
    """One thing that was found.

    check: what was looked at.
    outcome: how it weighs.
    problem: where, what, why, and what to write instead.
    feature: the feature that it is about; None: none in particular.
    """

    check: Check
    outcome: Outcome
    problem: Problem
    feature: Feature | None = None


def refusals(verdicts: Iterable[Verdict]) -> list[Problem]:
    """What stands in the way."""
    return [each.problem for each in verdicts if each.outcome is Outcome.REFUSED]


def notices(verdicts: Iterable[Verdict]) -> list[Problem]:
    """What to tell while going on: warnings, and what is undetermined, which says so itself."""
    return [each.problem for each in verdicts if each.outcome is not Outcome.REFUSED]


def placed(verdicts: Iterable[Verdict], paths: Mapping[str, str]) -> list[Verdict]:
    """The verdicts with the caller's own names of fields in their paths.

    paths: from a path of ours, e.g. `version` or `pools.sandbox`, to the caller's; the longest that fits
        is taken, and a path that none fits stays.
    """
    return [
        replace(each, problem=replace(each.problem, path=_placed(each.problem.path, paths)))
        for each in verdicts
    ]


def _placed(path: str, paths: Mapping[str, str]) -> str:
    fitting = [prefix for prefix in paths if within(path, prefix)]
    if not fitting:
        return path
    longest = max(fitting, key=len)
    return paths[longest] + path[len(longest) :]

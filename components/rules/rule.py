"""One row of the catalogue."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from .finding import Finding
from .reading import Reading


class Subject(StrEnum):
    """What a rule is about."""

    POD = "pod"


class Severity(StrEnum):
    """How much harm a fault can do; the words of the Pulumi engine."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Level(StrEnum):
    """What a fault does to a deployment; the words of the Pulumi engine, from harmless to blocking."""

    DISABLED = "disabled"
    ADVISORY = "advisory"
    MANDATORY = "mandatory"


@dataclass(frozen=True)
class Reference:
    """Where a published standard asks for the same: its name, its version and the number or title of its
    control.
    """

    standard: str
    version: str
    control: str


@dataclass(frozen=True)
class Rule:
    """A rule, with all that the pack, the checks and the documentation say about it.

    id:          stable, in kebab case; the key in a configuration.
    title:       a line for a heading.
    description: what is asked for and why, a sentence or two.
    subject:     what it is about.
    severity:    how much harm a fault can do.
    level:       what a fault does unless configured otherwise.
    references:  controls of published standards, the closest first.
    remediation: how to mend a fault.
    url:         where to read on.
    judge:       from what was read in a resource to findings; pure, and never raises for any input.
    """

    id: str
    title: str
    description: str
    subject: Subject
    severity: Severity
    level: Level
    references: tuple[Reference, ...]
    remediation: str
    url: str
    judge: Callable[[Reading], Iterable[Finding]]

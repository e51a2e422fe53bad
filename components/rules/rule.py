"""One row of the catalogue."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .finding import Finding
from .parameter import Parameter, Settings
from .reading import Reading
from .stack import StackJudge


class Group(StrEnum):
    """What a rule is about; a configuration may speak of all rules of a group."""

    VISIBILITY = "visibility"
    """Nothing passes because nobody saw it."""
    POD_SECURITY_BASELINE = "pod-security-baseline"
    """What the Pod Security Standards ask for at the level `baseline`."""
    POD_SECURITY_RESTRICTED = "pod-security-restricted"
    """What they ask for at the level `restricted` beside that."""
    ISOLATION = "isolation"
    """Sandboxes are kept from their node and from each other."""
    CREDENTIALS = "credentials"
    """Nothing in a pod speaks for somebody else."""
    CLOUD_IDENTITY = "cloud-identity"
    """Nothing in a sandbox speaks as somebody in Google Cloud."""
    IMAGES = "images"
    """What runs is what was meant."""
    RESOURCES = "resources"
    """No container takes what others need."""


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
    REMEDIATE = "remediate"
    """What can be mended is mended before the deployment; the rest blocks."""

    @property
    def strength(self) -> int:
        """From 0 for the most harmless."""
        return list(Level).index(self)


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
    group:       what it is about.
    severity:    how much harm a fault can do.
    references:  controls of published standards, the closest first.
    remediation: how to mend a fault.
    url:         where to read on.
    judge:       from what was read in a resource to findings; pure, and never raises for any input.
    parameters:  what a configuration may say to it.
    judge_stack: the same for what can only be seen in all resources of a stack together; None for a rule
                 that sees everything in one.
    mends:       whether its findings may carry the edits that mend them.
    """

    id: str
    title: str
    description: str
    group: Group
    severity: Severity
    references: tuple[Reference, ...]
    remediation: str
    url: str
    judge: Callable[[Reading, Settings], Iterable[Finding]]
    parameters: tuple[Parameter[Any], ...] = ()
    judge_stack: StackJudge | None = None
    mends: bool = False

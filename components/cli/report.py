"""What a check found, as the formats print it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..rules import Configuration, Finding, Level, Verdict
from .reading import Mark, Unjudged, Unread


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, what it does, and where its field stands."""

    finding: Finding
    level: Level
    mark: Mark

    @property
    def blocks(self) -> bool:
        """Whether the check fails for it."""
        return self.level is Level.MANDATORY

    @property
    def is_fault(self) -> bool:
        """Whether it is a fault, or may be one: neither exempt nor advice."""
        return self.finding.verdict in (Verdict.VIOLATION, Verdict.UNDETERMINED)


@dataclass(frozen=True, slots=True)
class Judged:
    """A resource, and what was found in it.

    file, mark: where it begins. number: its position in the file, from 1.
    kind:       its kind, or the last part of its Pulumi type.
    name:       its name; may be empty.
    namespace:  its namespace; empty where it says none.
    type_token: its Pulumi type; empty for an object of a file.
    urn:        what tells it from every other.
    """

    file: str
    mark: Mark
    number: int
    kind: str
    name: str
    namespace: str
    type_token: str
    urn: str
    told: tuple[Told, ...]

    @property
    def label(self) -> str:
        """How a reader knows it, e.g. `Pod/agent`."""
        return f"{self.kind}/{self.name}" if self.name else self.kind


@dataclass(frozen=True, slots=True)
class Report:
    """Everything.

    configuration: by which it was judged.
    resources:     in the order of the files.
    unjudged:      documents that are no objects of the API.
    unread:        what could not be read; the check has failed when there is any.
    """

    configuration: Configuration
    resources: tuple[Judged, ...]
    unjudged: tuple[Unjudged, ...]
    unread: tuple[Unread, ...]

    @property
    def told(self) -> Iterator[Told]:
        """Every finding."""
        for resource in self.resources:
            yield from resource.told

    @property
    def files(self) -> int:
        """In how many files there was something to judge."""
        return len({resource.file for resource in self.resources})

    @property
    def verdicts(self) -> Counter[Verdict]:
        """How many findings there are of each verdict."""
        return Counter(each.finding.verdict for each in self.told)

    @property
    def mandatory(self) -> int:
        """How many findings fail the check."""
        return sum(each.blocks for each in self.told)

    @property
    def advisory(self) -> int:
        """How many faults fail nothing."""
        return sum(each.is_fault and not each.blocks for each in self.told)

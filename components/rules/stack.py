"""From the resources of a stack to what can only be seen in all of them together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .finding import Finding
from .parameter import Settings
from .reading import Reading


@dataclass(frozen=True)
class Member:
    """A resource of a stack.

    reading:  what was read in its inputs.
    parent:   the URN of its parent; empty where it has none.
    provider: what tells its provider, and so the cluster that it goes to, from the others of the stack; empty
              where there is but one.
    """

    reading: Reading
    parent: str = ""
    provider: str = ""

    @property
    def urn(self) -> str:
        """What tells it from every other resource of the stack."""
        return self.reading.resource.urn


@dataclass(frozen=True)
class StackFinding:
    """A finding, and the URN of the resource that it is about."""

    urn: str
    finding: Finding


StackJudge: TypeAlias = Callable[[Sequence[Member], Settings], Iterable[StackFinding]]
"""From all resources to findings; pure, and never raises for any input."""

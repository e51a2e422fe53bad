"""What a rule has to say about a resource."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from .edit import Edit
from .path import Path

if TYPE_CHECKING:
    from .api_object import ApiObject


class Verdict(StrEnum):
    """How certain a finding is. What is certainly right yields no finding."""

    VIOLATION = "violation"
    """Wrong whatever the unknown values turn out to be."""
    UNDETERMINED = "undetermined"
    """It depends on a value that is not known yet."""
    ADVICE = "advice"
    """Right as it is, and better otherwise: told whatever the level of the rule, and never blocking."""
    EXEMPT = "exempt"
    """Wrong, or not known, and an exemption says that it is meant."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, in words for whoever has to mend it. No text in it holds the value of a secret.

    rule:     the id of the rule.
    verdict:  certain, or dependent on an unknown value.
    who:      what it is about: `pod`, `container "app"`, `init container "setup"`, `volume "token"`.
    path:     the field, from the properties of the resource, e.g.
              `spec.containers[0].securityContext.runAsUser`.
    found:    what stands there, e.g. `0`, `not set`, `not known yet`.
    required: what must be done, after the word "must", e.g. `set securityContext.runAsNonRoot=true`.
    fix:      what to write.
    exemption: until when and why it is allowed, e.g. `until 2027-06-30: the reason`; empty unless exempt.
    owner:    the object that it is about, for exemptions; None where there is none.
    image:    the image of the container that it is about, for exemptions; empty when it is about no
              container, or its image is not known. Never printed.
    edits:    what mends it without changing anything that was said; empty where only a person can.
    at:       the same as `path`, as steps; empty where that is not known.
    """

    rule: str
    verdict: Verdict
    who: str
    path: str
    found: str
    required: str
    fix: str
    exemption: str = ""
    owner: "ApiObject | None" = field(default=None, compare=False, repr=False)
    image: str = field(default="", compare=False, repr=False)
    edits: tuple[Edit, ...] = field(default=(), compare=False, repr=False)
    at: Path = field(default=(), compare=False, repr=False)

    @property
    def message(self) -> str:
        """The finding in the style of Pod Security admission, e.g. `run-as-non-root (container "app" must
        …)`.
        """
        text = f"({self.who} must {self.required}): {self.path} is {self.found}"
        match self.verdict:
            case Verdict.VIOLATION:
                return f"{self.rule} {text}. Write instead: {self.fix}"
            case Verdict.EXEMPT:
                return f"{self.rule} exempt {self.exemption} {text}"
            case _:
                return f"{self.rule} {self.verdict} {text}. Write instead: {self.fix}"

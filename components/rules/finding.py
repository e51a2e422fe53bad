"""What a rule has to say about a resource."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How certain a finding is. What is certainly right yields no finding."""

    VIOLATION = "violation"
    """Wrong whatever the unknown values turn out to be."""
    UNDETERMINED = "undetermined"
    """It depends on a value that is not known yet."""
    EXEMPT = "exempt"
    """Wrong, or not known, and the object says that it is meant."""


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
    """

    rule: str
    verdict: Verdict
    who: str
    path: str
    found: str
    required: str
    fix: str
    exemption: str = ""

    @property
    def message(self) -> str:
        """The finding in the style of Pod Security admission, e.g. `runAsNonRoot (container "app" must
        …)`.
        """
        field = f"({self.who} must {self.required}): {self.path} is {self.found}"
        match self.verdict:
            case Verdict.EXEMPT:
                return f"{self.rule} exempt {self.exemption} {field}"
            case Verdict.UNDETERMINED:
                return f"{self.rule} undetermined {field}. Write instead: {self.fix}"
            case Verdict.VIOLATION:
                return f"{self.rule} {field}. Write instead: {self.fix}"

"""An exemption that exempts from nothing is a fault of its own."""

from collections.abc import Iterator
from typing import Final

from ..annotation import PREFIX, invalid
from ..exemption import Exemption
from ..finding import Finding
from ..ids import VALID
from ..parameter import Settings, flag
from ..reading import Reading
from ..rule import Group, Rule, Severity

BY_OBJECTS: Final = flag(
    "by_objects", "Whether an object may exempt itself, by its annotations.", default=True
)
PERMANENT: Final = flag("permanent", "Whether an object may exempt itself without an end.", default=True)


def accepts(exemption: Exemption, settings: Settings) -> bool:
    """Whether an exemption counts that an object makes for itself."""
    return settings[BY_OBJECTS] and (settings[PERMANENT] or exemption.until is not None)


def _judge(reading: Reading, settings: Settings) -> Iterator[Finding]:
    from ..catalogue import RULES  # which holds this rule too

    secrets = reading.resource.secrets
    for claim in reading.claims:
        if claim.exemption is None:
            yield from [claim.fault] if claim.fault else []
        elif claim.exemption.rule not in RULES:
            fix = f"one of {', '.join(sorted(RULES))}"
            yield invalid(claim.path, secrets, "for a rule that does not exist", "name a rule", fix)
        elif not settings[BY_OBJECTS]:
            fix = "the exemption in the configuration"
            yield invalid(claim.path, secrets, "made by an object", "be made in the configuration", fix)
        elif not accepts(claim.exemption, settings):
            fix = "'2027-06-30: the reason'"
            yield invalid(claim.path, secrets, "permanent", "have an end", fix)


RULE = Rule(
    id=VALID,
    title="Exemptions say until when and why",
    description=(
        f"An annotation {PREFIX}<rule> exempts an object, and its pod, from that rule. It says until when and"
        " why, and is refused when it is over, or names a rule that does not exist."
    ),
    group=Group.VISIBILITY,
    severity=Severity.MEDIUM,
    references=(),
    remediation="Mend what the exemption is for and remove it, or set a new date.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/",
    judge=_judge,
    parameters=(BY_OBJECTS, PERMANENT),
)

"""An exemption that exempts from nothing is a fault of its own."""

from collections.abc import Iterator

from ..exemption import PREFIX, VALID, of_unknown_rules
from ..finding import Finding
from ..pod import READABLE
from ..reading import Reading
from ..rule import Level, Rule, Severity, Subject


def _judge(reading: Reading) -> Iterator[Finding]:
    from ..catalogue import RULES  # which holds this rule too

    yield from reading.invalid_exemptions
    for pod in reading.pods:
        yield from of_unknown_rules(
            pod.exemptions, RULES.keys() - {READABLE, VALID}, reading.resource.secrets
        )


RULE = Rule(
    id=VALID,
    title="Exemptions say until when and why",
    description=(
        f"An annotation {PREFIX}<rule> exempts an object's pod from that rule. It says until when and why,"
        " and is refused when it is over, or names a rule that does not exist."
    ),
    subject=Subject.POD,
    severity=Severity.MEDIUM,
    level=Level.MANDATORY,
    references=(),
    remediation="Mend what the exemption is for and remove it, or set a new date.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/",
    judge=_judge,
)

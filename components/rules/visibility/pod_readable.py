"""Nothing passes because nobody saw it."""

from collections.abc import Iterable

from ..finding import Finding
from ..ids import READABLE
from ..parameter import Settings
from ..reading import Reading
from ..rule import Group, Rule, Severity


def _judge(reading: Reading, _settings: Settings) -> Iterable[Finding]:
    return reading.unreadable


RULE = Rule(
    id=READABLE,
    title="Every container of a pod can be found and read",
    description=(
        "A kind that carries a pod shows its containers, in the shape of the API. Where none are found, or"
        " something else stands in their place, the other rules have nothing to judge, and silence would"
        " look like a pass."
    ),
    group=Group.VISIBILITY,
    severity=Severity.HIGH,
    references=(),
    remediation=(
        "Write the pod under the field that the API of its kind names, in camelCase, with at least one"
        " container."
    ),
    url="https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/",
    judge=_judge,
)

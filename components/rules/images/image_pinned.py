"""An image is the same tomorrow."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from ...images import fault_of, has_digest, is_pinned
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings, choice
from ..pod import Pod
from ..rule import Group, Rule, Severity
from ..unknown import UNKNOWN
from .references import image_references

ID: Final = "image-pinned"


class Pin(StrEnum):
    """What an image is held by."""

    TAG = "tag"
    """A digest, or a tag other than latest."""
    DIGEST = "digest"
    """A digest: whoever may write to the registry can move a tag."""


PINNED_BY: Final = choice(
    "pinned_by",
    "What an image must be held by: a tag other than latest (or a digest), or a digest alone.",
    Pin.TAG,
)

_REQUIRED: Final = {
    Pin.TAG: "pin its image by a digest, or by a tag other than latest",
    Pin.DIGEST: "pin its image by a digest",
}
_FIX: Final = {
    Pin.TAG: "image: registry/path/name:1.4.2, or with @sha256:... behind it",
    Pin.DIGEST: "image: registry/path/name@sha256:...",
}


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    """A reference that is no valid one pins nothing, and is told by the rule for that."""
    pin = settings[PINNED_BY]
    for part, reference in image_references(pod):
        if reference.value is UNKNOWN:
            yield part.undetermined(ID, reference, _REQUIRED[pin], _FIX[pin])
        elif isinstance(reference.value, str) and not fault_of(reference.value):
            pinned = has_digest if pin is Pin.DIGEST else is_pinned
            if not pinned(reference.value):
                yield part.violation(ID, reference, _REQUIRED[pin], _FIX[pin])


RULE: Final = Rule(
    id=ID,
    title="Images are pinned",
    description=(
        "Every image names a digest, or a tag other than latest: otherwise the pods of one warm pool may run"
        " different code, and what was tested is not what runs."
    ),
    group=Group.IMAGES,
    severity=Severity.MEDIUM,
    references=(),
    remediation="Name the image by a digest, or by a version.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    judge=each_pod(_judge),
    parameters=(PINNED_BY,),
)

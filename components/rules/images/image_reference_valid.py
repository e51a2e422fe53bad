"""Every image can be pulled."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...images import fault_of
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Rule, Severity
from ..unknown import UNKNOWN
from .references import ImageReference, image_references

ID: Final = "image-reference-valid"

_REQUIRED = "name an image that can be pulled"
_FIX = "image: registry/path/name:tag, in lower case but for the tag"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for each in image_references(pod):
        yield from _reference(each)


def _reference(image: ImageReference) -> Iterator[Finding]:
    part, reference = image
    if reference.value is None:
        yield from part.missing(ID, reference, _REQUIRED, _FIX)
    elif reference.value is UNKNOWN:
        yield part.undetermined(ID, reference, _REQUIRED, _FIX)
    elif not isinstance(reference.value, str):
        yield part.violation(ID, reference, _REQUIRED, _FIX)
    elif fault := fault_of(reference.value):
        finding = part.violation(ID, reference, _REQUIRED, _FIX)
        yield replace(finding, found=f"{finding.found}, which {fault}")


RULE: Final = Rule(
    id=ID,
    title="Images are named by valid references",
    description=(
        "The image of every container, and of every image volume, is a valid reference, in which no"
        " placeholder was left. A warm pool over another one tries for ever to pull it, and stays empty"
        " without a word."
    ),
    group=Group.IMAGES,
    severity=Severity.MEDIUM,
    references=(),
    remediation="Write the image as registry/path/name with a tag or digest, and fill in every variable.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    judge=each_pod(_judge),
)

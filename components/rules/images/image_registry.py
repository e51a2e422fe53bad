"""Images come from where they are looked after."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ...images import name_of, registry_of
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings, names
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .references import image_references

ID: Final = "image-registry"

_EXAMPLE: Final = '["europe-west4-docker.pkg.dev/acme/agents", "registry.k8s.io"]'
_NAMES: Final = names(
    "registries",
    "Where images may come from: registries, or folders of registries. Empty: from anywhere.",
    (),
    _EXAMPLE,
)


def _read(said: object) -> tuple[str, ...] | None:
    words = _NAMES.read(said)
    registries = tuple(registry_of(each) for each in words or ())
    known = tuple(each for each in registries if each is not None)
    return known if words is not None and len(known) == len(words) else None


REGISTRIES: Final = replace(
    _NAMES,
    expected=f"a list of registries, each with its host (docker.io/acme, not acme), e.g. {_EXAMPLE}",
    read=_read,
)


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    registries = settings[REGISTRIES]
    if not registries:
        return
    required = f"take its image from {' or '.join(registries)}"
    fix = f"image: {registries[0]}/..."
    for part, reference in image_references(pod):
        if reference.value is UNKNOWN:
            yield part.undetermined(ID, reference, required, fix)
        elif reference.value is not None and not _is_from(reference.value, registries):
            yield part.violation(ID, reference, required, fix)


def _is_from(image: object, registries: tuple[str, ...]) -> bool:
    """Whole components are compared: registry.example.com.evil.example is another registry."""
    name = name_of(image) if isinstance(image, str) else None
    return name is not None and any(name.startswith(f"{registry}/") for registry in registries)


RULE: Final = Rule(
    id=ID,
    title="Images come from allowed registries",
    description=(
        "Every image comes from one of the allowed registries, where such are configured: what is built and"
        " scanned there is known, what anybody may upload is not. An image without a host is one of"
        " docker.io."
    ),
    group=Group.IMAGES,
    severity=Severity.HIGH,
    references=(Reference("CIS Kubernetes Benchmark", "1.8", "5.5.1"),),
    remediation="Copy the image to an allowed registry, and name it there.",
    url="https://kubernetes.io/docs/concepts/containers/images/#image-names",
    judge=each_pod(_judge),
    parameters=(REGISTRIES,),
)

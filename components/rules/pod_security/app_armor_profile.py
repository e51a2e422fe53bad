"""No container leaves its AppArmor profile."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from .annotations import annotations
from .contexts import parts_with_context, wrong_profile

ID: Final = "app-armor-profile"

# core/v1, annotation_key_constants.go, Kubernetes 1.36. They count still, beside the fields.
_ANNOTATION: Final = "container.apparmor.security.beta.kubernetes.io/"
_REQUIRED = f"set the annotation {_ANNOTATION}* to runtime/default or localhost/*, or leave it out"
_FIX = "the pod without that annotation"


def _judge(pod: Pod, _settings: Settings) -> Iterator[Finding]:
    for part in parts_with_context(pod):
        yield from wrong_profile(ID, part, "appArmorProfile")
    for annotation in annotations(pod, lambda key: key.startswith(_ANNOTATION)):
        yield from pod.metadata.unless(ID, annotation, _is_confined, _REQUIRED, _FIX)


def _is_confined(value: object) -> bool:
    return isinstance(value, str) and (value in ("", "runtime/default") or value.startswith("localhost/"))


RULE: Final = Rule(
    id=ID,
    title="No container leaves its AppArmor profile",
    description=(
        "An AppArmor profile, where a pod or a container names one, in its security context or in an"
        " annotation, is that of the runtime or one of the node. Unconfined takes away what keeps a container"
        " from the files and mounts of its node."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "baseline", "AppArmor"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.7.3"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Hardening container environments"),
    ),
    remediation="Leave the AppArmor profile out, or set its type to RuntimeDefault or Localhost.",
    url="https://kubernetes.io/docs/tutorials/security/apparmor/",
    judge=each_pod(_judge),
)

"""No container takes another SELinux type, user or role."""

from collections.abc import Iterator, Set
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, is_object, within
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_VERSION
from ..unknown import UNKNOWN
from .contexts import parts_with_context
from .values import is_empty

ID: Final = "se-linux-options"

# k8s.io/pod-security-admission v0.37.2, policy/check_seLinuxOptions.go; an empty type is none.
_TYPES: Final = frozenset({"", "container_t", "container_init_t", "container_kvm_t"})
_TYPES_SINCE_31: Final = _TYPES | {"container_engine_t"}

_REQUIRED = "not set an SELinux type other than those of containers, nor a user or role"
_FIX = "securityContext without seLinuxOptions, or with level alone"


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    types = _TYPES_SINCE_31 if settings[POD_SECURITY_VERSION] >= 31 else _TYPES
    for part in parts_with_context(pod):
        yield from _options(part, types)


def _options(part: Part, types: Set[str]) -> Iterator[Finding]:
    options = part.see("securityContext", "seLinuxOptions")
    if options.value is UNKNOWN:
        yield part.undetermined(ID, options, _REQUIRED, _FIX)
    elif is_object(options.value):
        kind = within(options, "type")
        yield from part.unless(
            ID, kind, lambda value: isinstance(value, str) and value in types, _REQUIRED, _FIX
        )
        for field in ("user", "role"):
            yield from part.unless(ID, within(options, field), is_empty, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No container takes another SELinux type, user or role",
    description=(
        "seLinuxOptions name no type other than those made for containers (container_t, container_init_t,"
        " container_kvm_t and, since v1.31, container_engine_t), no user and no role. Any other may reach the"
        " files of the node."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(
        Reference("Pod Security Standards", "baseline", "SELinux"),
        Reference("CIS Kubernetes Benchmark", "1.8", "5.7.3"),
        Reference("NSA/CISA Kubernetes Hardening Guide", "1.2", "Hardening container environments"),
    ),
    remediation="Remove type, user and role from seLinuxOptions.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_VERSION,),
)

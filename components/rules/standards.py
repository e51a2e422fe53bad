"""The Pod Security Standards: which of their levels and versions the rules follow."""

import re
from enum import StrEnum
from typing import Final

from .parameter import Parameter, choice

NEWEST: Final = 37
"""The newest version whose policy is known here, v1.37. Source: k8s.io/pod-security-admission v0.37.2,
policy/.
"""


class PodSecurityLevel(StrEnum):
    """How strict the rules are that the Pod Security Standards have at both of their levels."""

    BASELINE = "baseline"
    """As Pod Security admission at the level `baseline`."""
    RESTRICTED = "restricted"
    """As Pod Security admission at the level `restricted`."""
    SANDBOX = "sandbox"
    """As `restricted`, without what it lets pass for Windows pods, user namespaces, NET_BIND_SERVICE and safe
    sysctls: a sandbox needs none of these.
    """


def _minor(said: object) -> int | None:
    if said == "latest":
        return NEWEST
    match = re.fullmatch(r"v1\.(0|[1-9]\d?)", said) if isinstance(said, str) else None
    return int(match[1]) if match and int(match[1]) <= NEWEST else None


POD_SECURITY_LEVEL: Final = choice(
    "pod_security_level",
    "How strict a rule is that the Pod Security Standards have at both levels.",
    PodSecurityLevel.SANDBOX,
)

POD_SECURITY_VERSION: Final = Parameter(
    "pod_security_version",
    "The version of the Pod Security Standards that is followed, as in a namespace's label"
    " pod-security.kubernetes.io/enforce-version.",
    NEWEST,
    {"type": "string", "pattern": r"^(latest|v1\.(0|[1-9][0-9]?))$"},
    f"latest, or v1.0 to v1.{NEWEST}",
    _minor,
)
"""As the minor version, a number."""

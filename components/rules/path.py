"""The path of a field, and how it is written."""

import json
from collections.abc import Set
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list positions from the properties of a resource down to a field."""

# The keys that are printed even where everything around them is secret. They are words of the API; any other
# key may be a user's own.
PUBLIC_KEYS = frozenset(
    {
        "add",
        "allowPrivilegeEscalation",
        "apiVersion",
        "automountServiceAccountToken",
        "capabilities",
        "clusterTrustBundle",
        "containers",
        "drop",
        "ephemeralContainers",
        "initContainers",
        "items",
        "jobTemplate",
        "kind",
        "metadata",
        "podCertificate",
        "podTemplate",
        "projected",
        "runAsNonRoot",
        "runAsUser",
        "securityContext",
        "serviceAccountToken",
        "sources",
        "spec",
        "template",
        "volumes",
    }
)


def is_secret(path: Path, secrets: Set[Path]) -> bool:
    """Whether the value at `path` is marked secret, itself or through what it lies in."""
    return bool(secrets) and any(path[:length] in secrets for length in range(len(path) + 1))


def written(path: Path, secrets: Set[Path]) -> str:
    """A path as the API writes it, `spec.containers[0].image`; a user's own key within a secret is written
    `*`.
    """
    text = ""
    for depth, step in enumerate(path):
        if isinstance(step, int):
            text += f"[{step}]"
        elif step not in PUBLIC_KEYS and is_secret(path[:depth], secrets):
            text += ".*" if text else "*"
        elif step.replace("-", "").replace("_", "").isalnum():
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step)}]"
    return text

"""Keys and names that are not the user's to set."""

from collections.abc import Iterator, Mapping
from typing import cast

from ..problems import Problem
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join

RESERVED_PREFIXES = ("agents.x-k8s.io/", "extensions.agents.x-k8s.io/")
"""Keys by which the controller finds its pods. Source: agent-sandbox v0.5.6,
controllers/sandbox_controller.go, hasSystemReservedPrefix: such a key of a pod template is dropped without
an error.
"""

ROUTER_LABEL = ("app", "sandbox-router")
"""The label by which the managed NetworkPolicy knows the router. Source: agent-sandbox v0.5.6,
extensions/controllers/sandboxtemplate_controller.go; a claim that sets it is refused by the controller."""


def reserved_key_problems(keys: object, path: str, is_opaque: IsOpaque = never_opaque) -> Iterator[Problem]:
    """The reserved keys of a map of labels or annotations."""
    if is_opaque(keys) or not isinstance(keys, Mapping):
        return
    for key, value in cast(Mapping[object, object], keys).items():
        if isinstance(key, str) and key.startswith(RESERVED_PREFIXES):
            yield Problem(
                join(path, key), "is a key that the controller reserves", "it drops the key without an error"
            )
        if (key, value) == ROUTER_LABEL:
            yield Problem(
                join(path, key),
                "marks the pod as the sandbox router",
                "network policies would let it reach every sandbox",
                "another label",
            )

"""Tenancy: the namespace of one tenant.

The component is imported when first used, so that the pure part (`objects`, `problems`) works without the
engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .namespace import SandboxLimitRangeArgs, SandboxNamespace, SandboxNamespaceArgs
    from .problems import namespace_problems

__all__ = ["SandboxLimitRangeArgs", "SandboxNamespace", "SandboxNamespaceArgs", "namespace_problems"]

HOMES = {
    "namespace": ("SandboxLimitRangeArgs", "SandboxNamespace", "SandboxNamespaceArgs"),
    "problems": ("namespace_problems",),
}


def __getattr__(name: str) -> Any:
    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Tenancy: the namespace of one tenant.

The component is imported when first used, so that the pure part (`objects`, `problems`) works without the
engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .namespace import SandboxLimitRangeArgs, SandboxNamespace, SandboxNamespaceArgs
    from .problems import namespace_problems

__all__ = ["SandboxLimitRangeArgs", "SandboxNamespace", "SandboxNamespaceArgs", "namespace_problems"]

HOMES = {
    "namespace": ("SandboxLimitRangeArgs", "SandboxNamespace", "SandboxNamespaceArgs"),
    "problems": ("namespace_problems",),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

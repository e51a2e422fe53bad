"""The Agent Sandbox controller: read an upstream release, check it, harden it, install it.

The component is loaded on first use, so that the pure parts (manifest, options, upgrade, ...) do not load
Pulumi.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .install import AgentSandboxController, AgentSandboxControllerArgs

__all__ = ["AgentSandboxController", "AgentSandboxControllerArgs"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from . import install

        return getattr(install, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""The Agent Sandbox controller: read an upstream release, check it, harden it, install it.

The component is loaded on first use, so that the pure parts (manifest, options, upgrade, ...) do not load
Pulumi.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .install import AgentSandboxController, AgentSandboxControllerArgs

__all__ = ["AgentSandboxController", "AgentSandboxControllerArgs"]

__getattr__ = loaded_when_asked(__name__, {"install": __all__})

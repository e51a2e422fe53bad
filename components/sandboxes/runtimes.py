"""Container runtimes that keep a sandbox away from its node."""

from enum import StrEnum

from ..facts.gke_sandbox import GVISOR


class SandboxRuntime(StrEnum):
    """The runtime that isolates a sandbox."""

    GVISOR = "gvisor"
    """gVisor (GKE Sandbox): a kernel of its own in user space."""


PLACEMENTS = {SandboxRuntime.GVISOR: GVISOR}
"""Which nodes offer a runtime, and how a pod gets there."""

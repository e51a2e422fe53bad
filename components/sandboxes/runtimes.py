"""Container runtimes that keep a sandbox away from its node."""

from dataclasses import dataclass
from enum import StrEnum


class SandboxRuntime(StrEnum):
    """The runtime that isolates a sandbox."""

    GVISOR = "gvisor"
    """gVisor (GKE Sandbox): a kernel of its own in user space."""


@dataclass(frozen=True)
class Placement:
    """What a pod says to run on a runtime: its RuntimeClass, and the label and taint of the nodes that
    offer it.
    """

    runtime_class: str
    node_label: str
    node_value: str


PLACEMENTS = {
    SandboxRuntime.GVISOR: Placement("gvisor", "sandbox.gke.io/runtime", "gvisor"),
}
"""Source: GKE documentation, "Harden workload isolation with GKE Sandbox": GKE puts label and taint
sandbox.gke.io/runtime=gvisor:NoSchedule on every node of a gVisor pool and offers the RuntimeClass gvisor.
Upstream's admission example (agent-sandbox v0.5.6, examples/policy/vap) and GKE's managed rules want
selector and toleration in the pod itself.
"""

"""How a pod comes to run in GKE Sandbox."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Placement:
    """What a pod says to run on a runtime: its RuntimeClass, and the label and taint of the nodes that
    offer it.
    """

    runtime_class: str
    node_label: str
    node_value: str

    @property
    def taint(self) -> dict[str, str]:
        """The taint of the nodes; a pod's toleration names all of it."""
        return {"key": self.node_label, "value": self.node_value, "effect": "NoSchedule"}

    @property
    def toleration(self) -> dict[str, str]:
        """The toleration of that taint, and of no other."""
        return {**self.taint, "operator": "Equal"}


GVISOR: Final = Placement("gvisor", "sandbox.gke.io/runtime", "gvisor")
"""Source: GKE documentation, "Harden workload isolation with GKE Sandbox": GKE puts label and taint
sandbox.gke.io/runtime=gvisor:NoSchedule on every node of a gVisor pool and offers the RuntimeClass gvisor.
Upstream's admission example (agent-sandbox v0.5.6, examples/policy/vap) and GKE's managed rules want
selector and toleration in the pod itself.
"""

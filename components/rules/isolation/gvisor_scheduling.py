"""A sandbox goes to the nodes that offer its runtime, by the scheduler."""

from collections.abc import Iterator
from typing import Final

from ...facts.gke_sandbox import GVISOR
from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part
from ..pod import Pod
from ..rule import Group, Reference, Rule, Severity
from ..unknown import UNKNOWN
from .placement import is_placed, selector, selector_edits, tolerates, toleration_edits
from .scope import APPLIES_TO, in_scope

ID: Final = "gvisor-scheduling"

_LABEL = f"{GVISOR.node_label}={GVISOR.node_value}"
_SELECTOR = f"select nodes by {_LABEL}"
_SELECTOR_FIX = f"nodeSelector: {{{GVISOR.node_label}: {GVISOR.node_value}}}"
_TOLERATION = f"tolerate the taint {_LABEL}:NoSchedule, and say all of it"
_TOLERATION_FIX = (
    f"tolerations: [{{key: {GVISOR.node_label}, operator: Equal, value: {GVISOR.node_value}, effect:"
    " NoSchedule}] (with the operator Exists the admission example of Agent Sandbox and GKE's managed rules"
    " refuse it)"
)
_PLACED = f"say how it gets to the nodes with {_LABEL}, where its class is {GVISOR.runtime_class}"
_PLACED_FIX = f"{_SELECTOR_FIX} and {_TOLERATION_FIX}"
_NODE = "leave nodeName to the scheduler"
_NODE_FIX = f"no nodeName (it bypasses the scheduler, and with it taints), but {_SELECTOR_FIX}"


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    """A pod without a class gets none of this said: it lacks the class first."""
    if not in_scope(pod, settings):
        return
    part = pod.itself
    yield from part.unless(ID, part.see("nodeName"), lambda said: said == "", _NODE, _NODE_FIX)
    runtime = part.see("runtimeClassName")
    if runtime.value == GVISOR.runtime_class:
        yield from _selector(part)
        yield from _toleration(part)
    elif runtime.value is UNKNOWN and not is_placed(part):
        yield part.undetermined(ID, runtime, _PLACED, _PLACED_FIX)


def _selector(pod: Part) -> Iterator[Finding]:
    own = selector(pod)
    if own.value is None:
        yield from pod.missing(ID, own, _SELECTOR, _SELECTOR_FIX, *selector_edits(pod))
    else:
        yield from pod.unless(ID, own, lambda said: said == GVISOR.node_value, _SELECTOR, _SELECTOR_FIX)


def _toleration(pod: Part) -> Iterator[Finding]:
    tolerations, tolerated = pod.see("tolerations"), tolerates(pod)
    if tolerated is UNKNOWN:
        yield pod.undetermined(ID, tolerations, _TOLERATION, _TOLERATION_FIX)
    elif tolerations.value is None:
        yield from pod.missing(ID, tolerations, _TOLERATION, _TOLERATION_FIX, *toleration_edits(pod))
    elif tolerated is False:
        # A list that is said replaces the one in the cluster, also in a patch.
        yield pod.violation(ID, tolerations, _TOLERATION, _TOLERATION_FIX, *toleration_edits(pod))


RULE: Final = Rule(
    id=ID,
    title="Sandboxes are scheduled onto gVisor nodes",
    description=(
        f"A pod of the class {GVISOR.runtime_class} selects and tolerates the nodes of a gVisor pool, both"
        " written out: otherwise it stays pending, or is refused at admission. No pod names its node itself."
    ),
    group=Group.ISOLATION,
    severity=Severity.HIGH,
    references=(Reference("Agent Sandbox admission example", "v0.5.6", "15. and 16. GKE Scheduling"),),
    remediation=(
        f"Set nodeSelector {_LABEL}, and a toleration with key {GVISOR.node_label}, operator Equal, value"
        f" {GVISOR.node_value} and effect NoSchedule. Remove nodeName."
    ),
    url="https://cloud.google.com/kubernetes-engine/docs/how-to/sandbox-pods",
    judge=each_pod(_judge),
    parameters=(APPLIES_TO,),
    mends=True,
)

"""No container sends the kubelet to another host."""

from collections.abc import Iterator
from typing import Final

from ..each_pod import each_pod
from ..finding import Finding
from ..parameter import Settings
from ..part import Part, Seen, within
from ..pod import HANDLER_ACTIONS, HANDLERS, Pod
from ..rule import Group, Reference, Rule, Severity
from ..standards import POD_SECURITY_VERSION
from .values import is_empty

ID: Final = "no-host-probe"

_SINCE: Final = 34
_REQUIRED = "not set host in a probe or lifecycle handler"
_FIX = "the same without host: the kubelet then asks the pod itself"


def _judge(pod: Pod, settings: Settings) -> Iterator[Finding]:
    if settings[POD_SECURITY_VERSION] < _SINCE:
        return
    for container in pod.containers:
        for handler in HANDLERS:
            yield from _hosts(container, container.see(*handler))


def _hosts(container: Part, handler: Seen) -> Iterator[Finding]:
    if handler.value is not None:
        for action in HANDLER_ACTIONS:
            # What is unknown around several hosts is told in the same words, so once.
            yield from container.unless(ID, within(handler, action, "host"), is_empty, _REQUIRED, _FIX)


RULE: Final = Rule(
    id=ID,
    title="No container sends the kubelet to another host",
    description=(
        "No probe and no lifecycle handler names a host. The kubelet makes these requests from the node's own"
        " network, so that a pod could let it reach what the pod itself may not."
    ),
    group=Group.POD_SECURITY_BASELINE,
    severity=Severity.HIGH,
    references=(Reference("Pod Security Standards", "baseline", "Host Probes / Lifecycle Hooks"),),
    remediation="Remove host from the httpGet and tcpSocket of probes and lifecycle handlers.",
    url="https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline",
    judge=each_pod(_judge),
    parameters=(POD_SECURITY_VERSION,),
)

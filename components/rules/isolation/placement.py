"""Whether a pod asks for nodes that offer gVisor, and what is missing for that."""

from typing import Final

from ...facts.gke_sandbox import GVISOR
from ..edit import Edit
from ..part import Part, Seen, is_list, is_object, within
from ..unknown import UNKNOWN, Unknown

_OPERATORS: Final = ("Equal", "", None)
"""How a toleration says that it tolerates one value. Source: k8s.io/api v0.36.3, core/v1/toleration.go: a
missing or empty operator means Equal.
"""


def selector(pod: Part) -> Seen:
    """What the pod asks of a node's label for gVisor."""
    return pod.see("nodeSelector", GVISOR.node_label)


def tolerates(pod: Part) -> bool | Unknown:
    """Whether the pod has a toleration of the taint of gVisor nodes, and of that taint exactly."""
    tolerations = pod.see("tolerations").value
    if tolerations is UNKNOWN:
        return UNKNOWN
    fits = [_is_toleration(each) for each in tolerations] if is_list(tolerations) else []
    if any(each is True for each in fits):
        return True
    return UNKNOWN if any(each is UNKNOWN for each in fits) else False


def is_placed(pod: Part) -> bool:
    """Whether the pod certainly runs on a node that offers gVisor."""
    return selector(pod).value == GVISOR.node_value and tolerates(pod) is True


def selector_edits(pod: Part) -> tuple[Edit, ...]:
    """What adds the selector; nothing where one is said, or something else stands in its place."""
    whole, own = pod.see("nodeSelector"), selector(pod)
    room = whole.value is None or is_object(whole.value)
    return (Edit(own.path, GVISOR.node_value),) if room and own.value is None else ()


def toleration_edits(pod: Part) -> tuple[Edit, ...]:
    """What appends the toleration; nothing where it may be there, or something else stands in its place."""
    path, said = pod.see("tolerations")
    if tolerates(pod) is not False:
        return ()
    if said is None:
        return (Edit((*path, 0), GVISOR.toleration),)
    return (Edit((*path, len(said)), GVISOR.toleration),) if is_list(said) else ()


def _is_toleration(entry: object) -> bool | Unknown:
    if entry is UNKNOWN:
        return UNKNOWN
    if not is_object(entry):
        return False
    fits = [_equals(within(Seen((), entry), key).value, (said,)) for key, said in GVISOR.taint.items()]
    fits.append(_equals(within(Seen((), entry), "operator").value, _OPERATORS))
    if any(each is False for each in fits):
        return False
    return UNKNOWN if any(each is UNKNOWN for each in fits) else True


def _equals(said: object, allowed: tuple[str | None, ...]) -> bool | Unknown:
    return UNKNOWN if said is UNKNOWN else said in allowed

"""The nodes that a resource of GKE makes, and whether they run sandboxes."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Final

from ..finding import Finding
from ..parameter import Settings, choice
from ..part import Part, Seen, Surroundings, is_object
from ..reading import Reading
from ..unknown import UNKNOWN, Unknown
from .cloud_resource import CLUSTER, NODE_POOL, cloud_type

_GVISOR: Final = "gvisor"
# Both are properties of pulumi_gcp 10.2; `sandboxType` is the older one.
_SPELLINGS: Final = ("type", "sandboxType")


class NodePools(StrEnum):
    """The node pools that a rule is about."""

    SANDBOXES = "sandboxes"
    """Those with GKE Sandbox on, where code runs that nobody trusts."""
    ALL = "all"
    """Every one."""


NODE_POOLS: Final = choice(
    "node_pools", "Which node pools must be closed: those with GKE Sandbox on, or all.", NodePools.SANDBOXES
)


def each_nodes(
    judge: Callable[[Part, Settings], Iterable[Finding]],
) -> Callable[[Reading, Settings], Iterator[Finding]]:
    """The rule for a reading, from the rule for what holds a `nodeConfig`: a node pool, a pool within a
    cluster, or a cluster, whose first pool it is for.
    """

    def of_reading(reading: Reading, settings: Settings) -> Iterator[Finding]:
        resource = reading.resource
        kind = cloud_type(resource.type_token)
        if kind not in (CLUSTER, NODE_POOL):
            return
        around = Surroundings(resource.secrets)
        whole = Part("node pool" if kind == NODE_POOL else "cluster", (), resource.properties, around)
        if kind == NODE_POOL or whole.see("nodeConfig").value is not None:
            yield from judge(whole, settings)
        for pool in whole.each("nodePools") if kind == CLUSTER else ():
            value = {"nodeConfig": UNKNOWN} if pool.value is UNKNOWN else pool.value
            if is_object(value):
                yield from judge(Part("node pool", pool.path, value, around), settings)

    return of_reading


def sandbox_config(nodes: Part) -> Seen:
    """What says whether the nodes have GKE Sandbox on: a field with a value that is known, or else one that
    is not; the place of the missing group where there is neither.
    """
    group = nodes.see("nodeConfig", "sandboxConfig")
    if not is_object(group.value):
        return group
    said = [nodes.see("nodeConfig", "sandboxConfig", key) for key in _SPELLINGS]
    given = [each for each in said if each.value is not None]
    known = [each for each in given if each.value is not UNKNOWN]
    return next(iter([*known, *given]), said[0])


def runs_sandboxes(nodes: Part) -> bool | Unknown:
    """Whether the nodes have GKE Sandbox on."""
    said = sandbox_config(nodes).value
    if said is UNKNOWN:
        return UNKNOWN
    return isinstance(said, str) and said.lower() == _GVISOR


def in_scope(nodes: Part, settings: Settings) -> bool | Unknown:
    """Whether a rule with the parameter `node_pools` is about the nodes."""
    return True if settings[NODE_POOLS] is NodePools.ALL else runs_sandboxes(nodes)

"""How many nodes a number of sandboxes needs. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..problems import Problem, ProblemsError
from ..quantities import quantity_problems
from ..sandboxes.resources import resource_requirements
from ..shapes.paths import join
from .node_pool_capacity import request_of
from .requirements import Resources, allocatable, nodes_for, sandboxes_per_node, usable_vcpus
from .requirements import machine_type as machine_of
from .requirements.sizing import MAX_PODS_PER_NODE, MIB

TITLE: Final = "size_node_pool"


@dataclass(frozen=True)
class NodePoolSizing:
    """What a gVisor node pool of one machine type holds.

    usable_vcpus: vCPUs of a node that sandboxes can use: on Intel GKE turns SMT off, and half of them count.
    cpu: cores of a node that GKE leaves to pods.
    memory_mib: memory of a node that GKE leaves to pods, in MiB.
    sandboxes_per_node: how many sandboxes fit on a node.
    nodes: how many nodes hold all sandboxes: `size.max` of the SandboxNodePool.
    """

    usable_vcpus: int
    cpu: float
    memory_mib: int
    sandboxes_per_node: int
    nodes: int


def size_node_pool(
    machine_type: str,
    resources: Mapping[str, Any],
    sandboxes: int,
    *,
    besides: Mapping[str, Any] | None = None,
    pods_besides: int = 0,
    max_pods_per_node: int = MAX_PODS_PER_NODE,
    image_streaming: bool = False,
) -> NodePoolSizing:
    """How many nodes of a machine type hold a number of sandboxes, by what they request, under gVisor.

    The formulas are those of the GKE documentation ("About node sizes in GKE"); the guest's kernel keeps
    some memory besides, and GKE's own pods on each node are what `besides` says, so leave a margin.

    machine_type: e.g. `n2-standard-8`.
    resources: of one sandbox, as `resources` of SandboxTemplate: `{"cpu": "500m", "memory": "512Mi"}`; what
        is left out has the same defaults as there.
    sandboxes: how many there are at once, claimed and kept ready.
    besides: what other pods on each node request together, `cpu` and `memory`; default: nothing.
    pods_besides: how many of those there are on each node; default 0.
    max_pods_per_node: the node's limit of pods; default 110, GKE's own.
    image_streaming: whether the pool streams images, for which GKE reserves more memory; default false, and
        true is the default of StandardCluster.

    Errors: ProblemsError, for a machine type whose size is not known, for what is no quantity, and for a
    sandbox that fits no node.
    """
    machine = machine_of(machine_type)
    needs = resource_requirements(resources)
    problems = [
        *([] if machine else [unknown_machine(machine_type)]),
        *(each for key in ("requests", "limits") for each in amount_problems(needs.get(key), "resources")),
        *amount_problems(besides, "besides"),
    ]
    sandbox = request_of({"containers": [{"resources": needs}]})
    if machine is None or sandbox is None or problems:
        raise ProblemsError(TITLE, dict.fromkeys(problems))
    node = allocatable(machine, gvisor=True, image_streaming=image_streaming)
    taken = Resources.of(besides or {})
    per_node = sandboxes_per_node(node, sandbox, taken, pods_besides, max_pods_per_node)
    nodes = nodes_for(sandboxes, per_node)
    if nodes is None:
        raise ProblemsError(TITLE, [no_room(machine_type, node)])
    return NodePoolSizing(
        usable_vcpus=usable_vcpus(machine, gvisor=True),
        cpu=float(node.cpu),
        memory_mib=int(node.memory / MIB),
        sandboxes_per_node=per_node,
        nodes=nodes,
    )


def unknown_machine(name: str) -> Problem:
    """A machine type whose size cannot be read off its name."""
    return Problem(
        "machine_type",
        f"{name!r} is no machine type whose size is known",
        "it is read off the name",
        "e.g. n2-standard-8, or n2-custom-8-32768",
    )


def no_room(name: str, node: Resources) -> Problem:
    """A sandbox that is larger than what a node has.

    node: what it has for pods.
    """
    return Problem(
        "resources",
        f"ask for more than a node of {name} has room for",
        f"GKE leaves {node.cpu.normalize():f} CPU and {node.memory / MIB:.0f}Mi to all pods together",
        "less, or a larger machine type",
    )


def amount_problems(amounts: Mapping[str, Any] | None, path: str) -> list[Problem]:
    """What is no quantity of CPU or memory."""
    return [
        problem
        for key in ("cpu", "memory")
        if amounts and key in amounts
        for problem in quantity_problems(amounts[key], join(path, key))
    ]

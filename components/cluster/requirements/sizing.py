"""How many sandboxes a node holds.

Source: GKE documentation, "About node sizes in GKE" (concepts/plan-node-sizes), "Memory and CPU
reservations", as quoted in July 2026; for image streaming "Use Image streaming", "Memory reservation". From
1.37 on GKE reserves at most as much memory, so a node has no less by that rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...problems import Problem, refuse
from ...quantities import amount
from .machines import Machine, usable_vcpus

CPU_BANDS = ((1, "0.06"), (1, "0.01"), (2, "0.005"), (None, "0.0025"))
"""Of the first core, of the next, of the next two, of any other: what is reserved."""

SHARED_CORE_CPU = Decimal("1.06")
"""What is reserved on a shared-core E2 machine, in cores. An e2-medium node was seen with 940m left."""

MEMORY_BANDS = ((4, "0.25"), (4, "0.20"), (8, "0.10"), (112, "0.06"), (None, "0.02"))
"""Of the first 4 GiB, of the next 4, and so on."""

IMAGE_STREAMING_BANDS = ((4, "0.10"), (4, "0.08"), (8, "0.04"), (112, "0.024"), (None, "0.008"))
"""What image streaming reserves besides, of the same bands."""

SMALL_MACHINE_MEMORY = Decimal(255)
"""What is reserved below 1 GiB, in MiB."""

EVICTION_MEMORY = Decimal(100)
"""What is kept free, below which the kubelet evicts pods, in MiB."""

MAX_PODS_PER_NODE = 110
"""GKE's default on Standard. Source: GKE documentation, "Configure maximum Pods per node"."""

MIB = Decimal(1024 * 1024)
MIB_PER_GIB = 1024

Bands = Sequence[tuple[int | None, str]]


@dataclass(frozen=True)
class Resources:
    """An amount of what pods are scheduled by.

    cpu: in cores.
    memory: in bytes.
    """

    cpu: Decimal = Decimal(0)
    memory: Decimal = Decimal(0)

    @classmethod
    def of(cls, requests: Mapping[str, object]) -> "Resources":
        """From the quantities of the Kubernetes API: `{"cpu": "500m", "memory": "512Mi"}`; other resources
        are passed over, a missing one is nothing.

        Errors: ProblemsError for what is no quantity.
        """
        found = {key: amount(requests.get(key, 0)) for key in ("cpu", "memory")}
        refuse(
            "resources",
            [
                Problem(key, "is not a quantity", fix='"500m" or "512Mi"')
                for key, each in found.items()
                if each is None
            ],
        )
        return cls(found["cpu"] or Decimal(0), found["memory"] or Decimal(0))


NOTHING = Resources()


def allocatable(
    machine: Machine,
    gvisor: bool,
    threads_per_core: int | None = None,
    image_streaming: bool = False,
) -> Resources:
    """What a node of this machine type has for pods, by GKE's formulas. The guest's kernel keeps some memory
    besides: an e2-medium node was seen with 2866840Ki, where this gives 3043328Ki.

    gvisor, threads_per_core: as for `usable_vcpus`.
    image_streaming: whether the pool streams images.
    """
    cores = Decimal(usable_vcpus(machine, gvisor, threads_per_core))
    reserved_cpu = SHARED_CORE_CPU if machine.shared_core else banded(cores, CPU_BANDS, 1)
    memory = Decimal(machine.memory_mib)
    reserved = SMALL_MACHINE_MEMORY if memory < MIB_PER_GIB else banded(memory, MEMORY_BANDS, MIB_PER_GIB)
    if image_streaming:
        reserved += banded(memory, IMAGE_STREAMING_BANDS, MIB_PER_GIB)
    free = max(memory - reserved - EVICTION_MEMORY, Decimal(0))
    return Resources(max(cores - reserved_cpu, Decimal(0)), free * MIB)


def banded(total: Decimal, bands: Bands, unit: int) -> Decimal:
    """The sum of each band's share of a total. A band's width is in `unit`; None: all that is left."""
    reserved, left = Decimal(0), total
    for width, share in bands:
        part = left if width is None else min(left, Decimal(width * unit))
        reserved += part * Decimal(share)
        left -= part
    return reserved


def sandboxes_per_node(
    node: Resources,
    sandbox: Resources,
    besides: Resources = NOTHING,
    pods_besides: int = 0,
    max_pods: int = MAX_PODS_PER_NODE,
) -> int:
    """How many sandboxes a node holds, by what they request and by its limit of pods.

    node: what it has for pods (`allocatable`).
    sandbox: what one sandbox requests; a sandbox that requests nothing counts as a pod alone.
    besides: what DaemonSets and other pods request on each node.
    pods_besides: how many of those there are.
    """
    fits = [max(max_pods - pods_besides, 0)]
    for free, taken, wanted in (
        (node.cpu, besides.cpu, sandbox.cpu),
        (node.memory, besides.memory, sandbox.memory),
    ):
        if wanted > 0:
            fits.append(max(int((free - taken) // wanted), 0))
    return min(fits)


def nodes_for(sandboxes: int, per_node: int) -> int | None:
    """How many nodes hold that many sandboxes; None when no node holds any."""
    if sandboxes <= 0:
        return 0
    return -(-sandboxes // per_node) if per_node > 0 else None

"""How many sandboxes a node holds."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cluster.requirements import (
    Machine,
    Resources,
    allocatable,
    machine_type,
    nodes_for,
    sandboxes_per_node,
)
from gke_agent_sandbox.problems import ProblemsError

MIB = 1024 * 1024
GIB = 1024 * MIB
NO_ROOM = Resources()


def machine(name: str) -> Machine:
    found = machine_type(name)
    assert found is not None
    return found


def mib(resources: Resources) -> Decimal:
    return resources.memory / MIB


def test_the_cpu_that_an_e2_medium_node_was_seen_with() -> None:
    assert allocatable(machine("e2-medium"), gvisor=False).cpu == Decimal("0.94")


@pytest.mark.parametrize(
    ("name", "cpu"),
    [
        ("n1-standard-1", "0.94"),
        ("n2-standard-2", "1.93"),
        ("n2-standard-4", "3.92"),
        ("n2-standard-8", "7.91"),
        ("n2-standard-32", "31.85"),
    ],
)
def test_what_is_left_of_the_cpu(name: str, cpu: str) -> None:
    assert allocatable(machine(name), gvisor=False).cpu == Decimal(cpu)


@pytest.mark.parametrize(
    ("memory_gib", "left"),
    [
        (4, 4096 - 1024 - 100),
        (8, Decimal("8192") - 1024 - Decimal("819.2") - 100),
        (64, Decimal("65536") - Decimal("5611.52") - 100),
        (150, Decimal("140.142") * 1024),
        (0.5, 512 - 255 - 100),
    ],
)
def test_what_is_left_of_the_memory(memory_gib: float, left: Decimal | int) -> None:
    node = allocatable(Machine("n2-custom", "n2", 8, int(memory_gib * 1024)), gvisor=False)
    assert abs(mib(node) - left) < 1


def test_gvisor_on_intel_leaves_half_of_the_vcpus() -> None:
    assert allocatable(machine("n2-standard-4"), gvisor=True).cpu == Decimal("1.93")
    assert allocatable(machine("n2d-standard-4"), gvisor=True).cpu == Decimal("3.92")
    assert allocatable(machine("n2-standard-4"), gvisor=True, threads_per_core=2).cpu == Decimal("3.92")
    assert allocatable(machine("e2-medium"), gvisor=True).cpu == 0


def test_image_streaming_keeps_memory_too() -> None:
    without = allocatable(machine("n2-standard-2"), gvisor=False)
    with_it = allocatable(machine("n2-standard-2"), gvisor=False, image_streaming=True)
    assert mib(without) - mib(with_it) == Decimal("409.6") + Decimal("327.68")
    assert with_it.cpu == without.cpu


def test_how_many_sandboxes_fit_a_node() -> None:
    node = allocatable(machine("n2-standard-8"), gvisor=True)
    sandbox = Resources.of({"cpu": "500m", "memory": "512Mi", "ephemeral-storage": "1Gi"})
    assert node.cpu == Decimal("3.92")
    assert sandboxes_per_node(node, sandbox) == 7
    assert sandboxes_per_node(node, sandbox, besides=Resources.of({"cpu": "500m"})) == 6
    assert sandboxes_per_node(node, Resources.of({"cpu": "10m", "memory": "8Gi"})) == 3
    assert sandboxes_per_node(node, Resources.of({"cpu": "1m", "memory": "1Mi"})) == 110
    assert sandboxes_per_node(node, Resources.of({"cpu": "1m"}), pods_besides=10, max_pods=32) == 22
    assert sandboxes_per_node(node, Resources.of({"cpu": 4})) == 0
    assert sandboxes_per_node(node, Resources.of({"cpu": 1}), besides=Resources.of({"cpu": 9})) == 0
    assert sandboxes_per_node(node, NO_ROOM, pods_besides=200) == 0


def test_what_is_no_quantity_is_refused_by_its_name() -> None:
    with pytest.raises(ProblemsError) as error:
        Resources.of({"cpu": "half", "memory": "1Gb"})
    assert [each.path for each in error.value.problems] == ["cpu", "memory"]


@pytest.mark.parametrize(
    ("sandboxes", "per_node", "nodes"),
    [(0, 7, 0), (1, 7, 1), (7, 7, 1), (8, 7, 2), (100, 7, 15), (0, 0, 0), (1, 0, None)],
)
def test_how_many_nodes_it_takes(sandboxes: int, per_node: int, nodes: int | None) -> None:
    assert nodes_for(sandboxes, per_node) == nodes


MACHINES = st.builds(
    Machine,
    name=st.just("n2-custom"),
    family=st.just("n2"),
    vcpus=st.integers(1, 256),
    memory_mib=st.integers(256, 2**21),
)
REQUESTS = st.builds(
    Resources,
    cpu=st.integers(1, 64_000).map(lambda each: Decimal(each) / 1000),
    memory=st.integers(1, 2**18).map(lambda each: Decimal(each) * MIB),
)


@given(MACHINES, REQUESTS, REQUESTS, st.booleans(), st.integers(0, 40), st.integers(8, 256))
def test_as_many_fit_as_the_node_has_room_for_and_no_more(
    host: Machine, sandbox: Resources, besides: Resources, gvisor: bool, pods_besides: int, max_pods: int
) -> None:
    node = allocatable(host, gvisor)
    count = sandboxes_per_node(node, sandbox, besides, pods_besides, max_pods)

    def room_for(sandboxes: int) -> bool:
        return (
            sandboxes * sandbox.cpu + besides.cpu <= node.cpu
            and sandboxes * sandbox.memory + besides.memory <= node.memory
            and sandboxes + pods_besides <= max_pods
        )

    assert count >= 0
    assert count == 0 or room_for(count)
    assert not room_for(count + 1)


@given(MACHINES, st.booleans(), st.booleans())
def test_a_node_never_has_more_for_pods_than_its_machine(
    host: Machine, gvisor: bool, streaming: bool
) -> None:
    node = allocatable(host, gvisor, image_streaming=streaming)
    assert 0 <= node.cpu < host.vcpus
    assert 0 <= mib(node) < host.memory_mib


@given(MACHINES, st.integers(1, 64), st.integers(1, 2**16), st.booleans())
def test_a_bigger_machine_never_has_less_for_pods(
    host: Machine, vcpus: int, memory: int, streaming: bool
) -> None:
    bigger = Machine(host.name, host.family, host.vcpus + vcpus, host.memory_mib + memory)
    small = allocatable(host, True, image_streaming=streaming)
    big = allocatable(bigger, True, image_streaming=streaming)
    assert small.cpu <= big.cpu
    assert small.memory <= big.memory


@given(st.integers(0, 10_000), st.integers(1, 200))
def test_no_node_too_many(sandboxes: int, per_node: int) -> None:
    nodes = nodes_for(sandboxes, per_node)
    assert nodes is not None
    assert (nodes - 1) * per_node < sandboxes <= nodes * per_node or sandboxes == nodes == 0

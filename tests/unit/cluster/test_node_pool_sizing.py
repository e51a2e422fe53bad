"""How many nodes a number of sandboxes needs, and what a pod is scheduled by."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox import NodePoolSizing, size_node_pool
from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.sandboxes.requests import pod_requests

MIB = 1024 * 1024


def test_half_of_the_vcpus_of_an_intel_machine_count() -> None:
    found = size_node_pool("n2-standard-8", {"cpu": "500m", "memory": "1Gi"}, 100)
    # 4 of 8 vCPUs, less 0.06, 0.01 and 2 * 0.005 cores; 32 GiB, less 3.55 GiB and 100 MiB.
    memory = int(32 * 1024 - (1 + 0.8 + 0.8 + 16 * 0.06) * 1024 - 100)
    assert found == NodePoolSizing(
        usable_vcpus=4, cpu=3.92, memory_mib=memory, sandboxes_per_node=7, nodes=15
    )
    assert size_node_pool("n2d-standard-8", {"cpu": "500m"}, 100).usable_vcpus == 8


def test_what_is_left_out_has_the_defaults_of_a_template() -> None:
    assert size_node_pool("n2-standard-8", {}, 7) == size_node_pool(
        "n2-standard-8", {"cpu": "500m", "memory": "512Mi"}, 7
    )
    limits = {"limits": {"cpu": 1, "memory": "4Gi"}}
    assert size_node_pool("n2-standard-8", limits, 1).sandboxes_per_node == 3
    burst = {"requests": {"cpu": "250m", "memory": "256Mi"}, "limits": {"cpu": "2"}}
    assert size_node_pool("n2-standard-8", burst, 1).sandboxes_per_node == 15


def test_what_else_is_on_a_node() -> None:
    small: Any = ("n2-standard-8", {"cpu": "10m", "memory": "16Mi"}, 1)
    assert size_node_pool(*small).sandboxes_per_node == 110
    assert size_node_pool(*small, pods_besides=12).sandboxes_per_node == 98
    assert size_node_pool(*small, max_pods_per_node=32).sandboxes_per_node == 32
    besides = {"cpu": "920m", "memory": "1Gi"}
    assert size_node_pool("n2-standard-8", {"cpu": "1"}, 1, besides=besides).sandboxes_per_node == 3
    streaming = size_node_pool("n2-standard-8", {}, 1, image_streaming=True)
    assert streaming.memory_mib < size_node_pool("n2-standard-8", {}, 1).memory_mib


@given(st.integers(0, 10_000), st.integers(50, 4000))
def test_the_nodes_are_enough_and_none_is_too_many(sandboxes: int, millicores: int) -> None:
    found = size_node_pool("n2d-standard-8", {"cpu": f"{millicores}m", "memory": "64Mi"}, sandboxes)
    assert found.nodes * found.sandboxes_per_node >= sandboxes
    assert sandboxes == 0 or (found.nodes - 1) * found.sandboxes_per_node < sandboxes


@pytest.mark.parametrize(
    ("machine", "resources", "besides", "parts"),
    [
        ("n2-standardx", {}, {}, ["machine_type: 'n2-standardx' is no machine type whose size is known"]),
        ("n2-standard-8", {"cpu": "x"}, {}, ["resources.cpu: is not a quantity"]),
        ("n2-standard-8", {"requests": {"memory": "x"}}, {}, ["resources.memory: is not a quantity"]),
        ("n2-standard-8", {}, {"memory": "x"}, ["besides.memory: is not a quantity"]),
        ("x", {"cpu": "x"}, {"cpu": "x"}, ["machine_type:", "resources.cpu:", "besides.cpu:"]),
        (
            "n2-standard-2",
            {"cpu": "1"},
            {},
            ["resources: ask for more than a node of n2-standard-2 has room for (GKE leaves 0.94 CPU"],
        ),
        ("n2-standard-8", {"cpu": "2"}, {"cpu": "2"}, ["resources: ask for more than a node"]),
    ],
)
def test_refusals(machine: str, resources: Any, besides: Any, parts: list[str]) -> None:
    with pytest.raises(ProblemsError) as error:
        size_node_pool(machine, resources, 1, besides=besides)
    for part in parts:
        assert part in str(error.value)
    assert len(error.value.problems) == len(parts)


def container(more: dict[str, Any] | None = None, **requests: str) -> dict[str, Any]:
    return {"resources": {"requests": requests}, **(more or {})}


@pytest.mark.parametrize(
    ("pod", "cpu"),
    [
        ({}, 0),
        ({"containers": [{}]}, 0),
        ({"containers": [container(cpu="1"), container(cpu="500m")]}, 1.5),
        ({"containers": [{"resources": {"limits": {"cpu": "2"}}}]}, 2),
        ({"containers": [{"resources": {"requests": {"memory": "1Gi"}, "limits": {"cpu": "2"}}}]}, 2),
        # What runs before the others counts where it is more, and a sidecar always.
        ({"initContainers": [container(cpu="3"), container(cpu="2")], "containers": [container(cpu="1")]}, 3),
        ({"initContainers": [container(cpu="1")], "containers": [container(cpu="2")]}, 2),
        (
            {
                "initContainers": [container({"restartPolicy": "Always"}, cpu="1")],
                "containers": [container(cpu="2")],
            },
            3,
        ),
        # What is malformed is told elsewhere.
        ({"containers": "x", "initContainers": [3]}, 0),
        ({"containers": [{"resources": [], "name": "a"}]}, 0),
        ({"containers": [container(cpu="x")]}, None),
    ],
)
def test_what_a_pod_is_scheduled_by(pod: dict[str, Any], cpu: float | None) -> None:
    assert pod_requests(pod, "cpu") == (None if cpu is None else Decimal(str(cpu)))

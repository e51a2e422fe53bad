"""Properties that the user writes in place of ours, and pools of any arguments."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st
from pulumi_gcp import container

from gke_agent_sandbox.cluster.node_pool_judgement import argument_problems
from gke_agent_sandbox.cluster.node_pool_limits import DEMANDS
from gke_agent_sandbox.cluster.node_pools import node_pool_properties
from gke_agent_sandbox.cluster.overrides import merged
from gke_agent_sandbox.cluster.settings.lookup import at
from tests.unit.cluster.graph import CLUSTER_ID
from tests.unit.gcp.properties import built

LEAVES = st.none() | st.booleans() | st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=2)
GROUPS: Any = st.recursive(
    st.dictionaries(st.sampled_from("abc"), LEAVES, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), LEAVES | inner, max_size=3),
    max_leaves=8,
)
SET_GROUPS = GROUPS.map(lambda group: without_null(group))


def without_null(group: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: without_null(cast(Mapping[str, Any], value)) if isinstance(value, Mapping) else value
        for key, value in group.items()
        if value is not None
    }


@given(SET_GROUPS)
def test_no_overrides_change_nothing(properties: dict[str, Any]) -> None:
    assert merged(properties, {}) == properties


@given(SET_GROUPS, GROUPS)
def test_overrides_win_wherever_they_say_anything(
    properties: dict[str, Any], overrides: dict[str, Any]
) -> None:
    before = deepcopy(properties)
    result = merged(properties, overrides)
    assert properties == before
    assert merged(result, overrides) == result
    assert covers(result, overrides)
    for key in properties.keys() - overrides.keys():
        assert result[key] == properties[key]


def covers(result: Mapping[str, Any], overrides: Mapping[str, Any]) -> bool:
    """Whether all that the overrides say is so: null is absent, a leaf is there, a group holds its own."""
    for key, value in overrides.items():
        if value is None and key in result:
            return False
        if isinstance(value, Mapping) and not covers(result[key], cast(Mapping[str, Any], value)):
            return False
        if not isinstance(value, Mapping | None) and result[key] != value:
            return False
    return True


def mostly(good: list[Any], *bad: Any) -> Any:
    """A value that is good, but for one in thirty."""
    return st.integers(0, 29).flatmap(lambda chance: st.sampled_from(list(bad) if chance == 0 else good))


def some(**entries: Any) -> Any:
    """A group with any of the entries."""
    return st.fixed_dictionaries({}, optional=entries)


OVERRIDES: Any = some(
    management=some(auto_repair=mostly([True], False, None), auto_upgrade=st.booleans()),
    node_config=some(
        image_type=mostly(["COS_CONTAINERD"], "UBUNTU_CONTAINERD"),
        spot=st.booleans(),
        disk_size_gb=mostly([50, 50.0], "50"),
        workload_metadata_config=mostly([{"mode": "GKE_METADATA"}], None, {"mode": "X"}),
        metadata=mostly([{"a": "b"}], None, {"disable-legacy-endpoints": "false"}),
        labels=mostly([None, {"a": "b"}], {"sandbox.gke.io/runtime": "gvisor"}),
    ),
)
SCALED = some(
    min=mostly([0, 1, 1.0], -1, 9),
    location_policy=mostly(["ANY", "BALANCED"], "any"),
    max=mostly([3, 4.0], 0),
).filter(lambda size: "max" in size)
ARGS: Any = st.fixed_dictionaries(
    {
        "cluster_id": mostly([CLUSTER_ID], "main"),
        "machine": st.fixed_dictionaries(
            {"type": mostly(["n2-standard-8", "n2d-standard-4", "c2-standard-8"], "e2-standard-4", "odd")},
            optional={
                "local_ssd_count": mostly([0, 1, 2.0], -1),
                "nested_virtualization": st.booleans(),
                "spot": st.booleans(),
                "boot_disk": some(size_gb=mostly([10, 100.0], 5), type=st.just("pd-ssd")),
            },
        ),
        "size": SCALED | some(per_zone=mostly([0, 1, 2.0], -1)),
    },
    optional={
        "cluster": some(
            mode=mostly(["standard"], "autopilot"), features=mostly([["pod-snapshots"], ["gvisor"]], ["x"])
        ),
        "pods": some(pids_limit=mostly([1024, 5000.0], 100), max_per_node=mostly([8, 64.0], 300)),
        "upgrade": some(max_surge=mostly([1, 2.0], 21), max_unavailable=mostly([0, 1.0], -1))
        | st.fixed_dictionaries(
            {"strategy": st.just("BLUE_GREEN")},
            optional={
                "blue_green": some(
                    batch_node_count=mostly([1, 2.0], 0), batch_soak_duration=mostly(["5s"], "5")
                )
            },
        ),
        "labels": mostly([{}, {"a": "b"}], {"a b": "c"}, {"x.k8s.io/y": "z"}),
        "tenant": mostly(["acme"], "a b"),
        "overrides": OVERRIDES,
    },
)


@given(ARGS)
def test_any_arguments_are_refused_with_a_path_or_make_a_closed_pool(args: dict[str, Any]) -> None:
    problems = argument_problems(args)
    if problems:
        assert all(problem.path.split(".")[0].split("[")[0] in {*args, "size"} for problem in problems), (
            problems
        )
        return
    properties = merged(node_pool_properties(args, "nodes@demo", "tag"), args.get("overrides") or {})
    built(container.NodePoolArgs, properties)
    assert "name" not in properties
    assert properties["node_config"]["image_type"] == "COS_CONTAINERD"
    assert [at(properties, demand.path) for demand in DEMANDS] == [demand.value for demand in DEMANDS]

"""Every container has limits."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod

RULE = "resource-limits"
LISTS = pytest.mark.parametrize("key", ["containers", "initContainers"])
LIMITS = {"cpu": "1", "memory": "1Gi"}


def limited(own: Any, key: str = "containers", **spec: Any) -> Resource:
    rest = {} if key == "containers" else {"containers": [good_container()]}
    container = good_container(resources=own)
    return pod(good_pod_spec(**{**rest, key: [container]}, **spec))


def found(judged: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged, **parameters)]


def at(*fields: str, key: str = "containers", verdict: str = "violation") -> list[tuple[str, str]]:
    return [(verdict, f"spec.{key}[0].resources{field}") for field in fields]


@LISTS
@pytest.mark.parametrize("cpu", ["1", "500m", 1, 1.0, "1e-3", ".5", "+2"])
@pytest.mark.parametrize("memory", ["1Gi", "128974848", "1e9", 1024.0])
def test_a_limit_above_zero(key: str, cpu: Any, memory: Any) -> None:
    assert found(limited({"limits": {"cpu": cpu, "memory": memory}}, key)) == []


@LISTS
@pytest.mark.parametrize(
    "wrong",
    [None, "0", 0, 0.0, "0m", "-1", -1.0, 0.5, True, "", "much", "1GB", [], ["1"], {}, "1e" + "9" * 30],
)
def test_anything_else_is_none(key: str, wrong: Any) -> None:
    assert found(limited({"limits": {"cpu": wrong, "memory": "1Gi"}}, key)) == at(".limits.cpu", key=key)
    assert found(limited({"limits": {"cpu": "1", "memory": wrong}}, key)) == at(".limits.memory", key=key)


@LISTS
@pytest.mark.parametrize(
    "resources",
    [None, {}, {"limits": None}, {"requests": LIMITS}, {"limits": {"ephemeral-storage": "1Gi"}}, "1", []],
)
def test_both_are_asked_for(key: str, resources: Any) -> None:
    assert found(limited(resources, key)) == at(".limits.cpu", ".limits.memory", key=key)


@LISTS
@pytest.mark.parametrize(
    ("resources", "field"),
    [
        (UNKNOWN, ""),
        ({"limits": UNKNOWN}, ".limits"),
        ({"limits": {**LIMITS, "cpu": UNKNOWN}}, ".limits.cpu"),
    ],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(key: str, resources: Any, field: str) -> None:
    assert found(limited(resources, key)) == at(field, key=key, verdict="undetermined")


def test_an_ephemeral_container_cannot_have_any() -> None:
    assert found(limited(None, "ephemeralContainers")) == []


def test_each_container_is_named() -> None:
    bare = [good_container(name=name, resources=None) for name in ("a", "b")]
    findings = about(RULE, pod(good_pod_spec(containers=bare, initContainers=bare[:1])))
    assert list(dict.fromkeys(each.who for each in findings)) == [
        'container "a"',
        'container "b"',
        'init container "a"',
    ]


def test_a_configuration_says_of_what() -> None:
    judged = limited({"limits": {"memory": "1Gi"}})
    assert found(judged, limits=["memory"]) == []
    assert found(judged, limits=["memory", "ephemeral-storage"]) == at(".limits.ephemeral-storage")
    assert found(judged, limits=[]) == []


WHOLE = {"limits": LIMITS}


def test_limits_of_the_pod_count_only_where_that_is_said() -> None:
    judged = limited(None, resources=WHOLE)
    assert found(judged) == at(".limits.cpu", ".limits.memory")
    assert found(judged, pod_level=True) == []


@pytest.mark.parametrize(
    ("whole", "findings"),
    [
        (None, at(".limits.cpu", ".limits.memory")),
        ({"limits": {"cpu": "1"}}, at(".limits.memory")),
        ({"limits": {"cpu": "0", "memory": "1Gi"}}, [("violation", "spec.resources.limits.cpu")]),
        (UNKNOWN, [("undetermined", "spec.resources")]),
        ({"limits": {**LIMITS, "cpu": UNKNOWN}}, [("undetermined", "spec.resources.limits.cpu")]),
    ],
)
def test_the_limits_of_a_pod_are_judged_alike(whole: Any, findings: Any) -> None:
    assert found(limited(None, resources=whole), pod_level=True) == findings


def test_a_container_speaks_for_itself_beside_its_pod() -> None:
    own = {"limits": {"cpu": "0", "memory": "1Gi"}}
    assert found(limited(own, resources=WHOLE), pod_level=True) == at(".limits.cpu")


def test_a_pod_cannot_limit_everything() -> None:
    judged = limited(None, resources={"limits": {"ephemeral-storage": "1Gi"}})
    assert found(judged, pod_level=True, limits=["ephemeral-storage"]) == at(".limits.ephemeral-storage")


def test_a_patch_is_judged_by_what_it_says() -> None:
    names = {"apiVersion": "v1", "kind": "Pod"}

    def patch(container: Any) -> Resource:
        return Resource("kubernetes:core/v1:PodPatch", {**names, "spec": {"containers": [container]}})

    assert found(patch({"name": "a"})) == []
    assert found(patch({"name": "a", "resources": {"limits": {"cpu": "0"}}})) == at(".limits.cpu")

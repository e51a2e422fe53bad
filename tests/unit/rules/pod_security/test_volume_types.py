"""No volume is of a type that speaks to storage for the pod."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_pod_spec, pod
from tests.unit.rules.pod_security.generated_pods import OTHER_SOURCES, SAFE_SOURCES
from tests.unit.rules.pod_security.pods import found

RULE = "volume-types"


def with_volumes(*volumes: Any) -> Resource:
    return pod(good_pod_spec(volumes=[*volumes]))


@pytest.mark.parametrize("source", SAFE_SOURCES)
@pytest.mark.parametrize("value", [{}, {"name": "x"}, None, UNKNOWN])
def test_the_types_that_a_pod_may_choose(source: str, value: Any) -> None:
    assert found(RULE, with_volumes({"name": "v", source: value})) == []


@pytest.mark.parametrize("source", sorted({*OTHER_SOURCES, "ofTheNextVersion", "emptydir"} - {"hostPath"}))
@pytest.mark.parametrize("value", [{}, {"path": "/"}, "x", False, []])
def test_any_other_is_a_fault(source: str, value: Any) -> None:
    resource = with_volumes({"name": "a", "emptyDir": {}}, {"name": "v", source: value})
    assert found(RULE, resource) == [("violation", f"spec.volumes[1].{source}")]
    beside = with_volumes({"name": "v", "emptyDir": {}, source: value})
    assert found(RULE, beside) == [("violation", f"spec.volumes[0].{source}")]


@pytest.mark.parametrize("nothing", [{}, {"nfs": None}, {"emptyDir": None, "nfs": None}])
def test_a_volume_without_a_source_is_an_empty_dir(nothing: Any) -> None:
    assert found(RULE, with_volumes({"name": "v", **nothing})) == []


def test_a_host_path_is_told_by_its_own_rule() -> None:
    assert found(RULE, with_volumes({"name": "v", "hostPath": {"path": "/"}})) == []


def test_what_is_not_known_yet_is_undetermined() -> None:
    assert found(RULE, with_volumes({"name": "v", "nfs": UNKNOWN})) == [
        ("undetermined", "spec.volumes[0].nfs")
    ]


def test_the_message_names_the_volume() -> None:
    (finding,) = about(RULE, with_volumes({"name": "v", "nfs": {}}))
    assert finding.message.startswith('volume-types (volume "v" must be of one of the types configMap, csi, ')
    assert "spec.volumes[0].nfs is an object" in finding.message

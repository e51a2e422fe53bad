"""No volume is a folder of the node."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_pod_spec, pod
from tests.unit.rules.pod_security.pods import found

RULE = "no-host-path"


def with_volumes(*volumes: Any) -> Resource:
    return pod(good_pod_spec(volumes=[*volumes]))


@pytest.mark.parametrize("good", [{}, {"hostPath": None}, {"emptyDir": {}}, {"nfs": {}}])
def test_other_volumes_are_no_matter_of_this_rule(good: Any) -> None:
    assert found(RULE, with_volumes({"name": "v", **good})) == []


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"path": "/"}, ".path"),
        ({"path": UNKNOWN}, ".path"),
        ({}, ".path"),
        ("/var/run", ""),
        ([], ""),
        (False, ""),
    ],
)
def test_a_host_path_is_a_fault_whatever_it_names(wrong: Any, at: str) -> None:
    resource = with_volumes({"name": "a", "emptyDir": {}}, {"name": "v", "hostPath": wrong})
    assert found(RULE, resource) == [("violation", f"spec.volumes[1].hostPath{at}")]


def test_what_is_not_known_yet_is_undetermined() -> None:
    resource = with_volumes({"name": "v", "hostPath": UNKNOWN})
    assert found(RULE, resource) == [("undetermined", "spec.volumes[0].hostPath")]


def test_the_message_names_volume_and_folder() -> None:
    (finding,) = about(RULE, with_volumes({"name": "v", "hostPath": {"path": "/var/run/docker.sock"}}))
    assert finding.message.startswith(
        'no-host-path (volume "v" must not use hostPath):'
        ' spec.volumes[0].hostPath.path is "/var/run/docker.sock".'
    )

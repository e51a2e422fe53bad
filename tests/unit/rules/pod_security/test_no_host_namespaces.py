"""No pod shares a namespace with its node."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.objects import good_pod_spec, pod
from tests.unit.rules.pod_security.pods import found

RULE = "no-host-namespaces"
FIELDS = ("hostNetwork", "hostPID", "hostIPC")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("good", [False, None])
def test_a_namespace_of_its_own(field: str, good: Any) -> None:
    assert found(RULE, pod(good_pod_spec(**{field: good}))) == []


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("wrong", [True, "true", "false", 1.0, 0.0, [], {}])
def test_anything_but_false_is_a_fault(field: str, wrong: Any) -> None:
    assert found(RULE, pod(good_pod_spec(**{field: wrong}))) == [("violation", f"spec.{field}")]


@pytest.mark.parametrize("field", FIELDS)
def test_what_is_not_known_yet_is_undetermined(field: str) -> None:
    assert found(RULE, pod(good_pod_spec(**{field: UNKNOWN}))) == [("undetermined", f"spec.{field}")]


def test_each_is_told() -> None:
    spec = good_pod_spec(hostNetwork=True, hostPID=UNKNOWN, hostIPC=True)
    assert found(RULE, pod(spec)) == [
        ("violation", "spec.hostNetwork"),
        ("undetermined", "spec.hostPID"),
        ("violation", "spec.hostIPC"),
    ]

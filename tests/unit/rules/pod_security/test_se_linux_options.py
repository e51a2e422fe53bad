"""No container takes another SELinux type, user or role."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, with_context, with_pod_context

RULE = "se-linux-options"
OPTIONS = "securityContext.seLinuxOptions"


@IN_EACH_LIST
@pytest.mark.parametrize(
    "good",
    [
        None,
        {},
        {"level": "s0:c1,c2"},
        {"type": "", "user": "", "role": ""},
        {"type": None, "user": None, "role": None},
        {"type": "container_t"},
        {"type": "container_init_t"},
        {"type": "container_kvm_t"},
        {"type": "container_engine_t"},
    ],
)
def test_the_types_of_containers(key: str, good: Any) -> None:
    assert found(RULE, with_context(key, seLinuxOptions=good)) == []
    assert found(RULE, with_pod_context({"seLinuxOptions": good})) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", ["spc_t", "unconfined_t", "Container_t", 1.0, True, False, [], {}])
def test_any_other_type_is_a_fault(key: str, wrong: Any) -> None:
    assert found(RULE, with_context(key, seLinuxOptions={"type": wrong})) == [
        ("violation", f"spec.{key}[0].{OPTIONS}.type")
    ]


@pytest.mark.parametrize("field", ["user", "role"])
@pytest.mark.parametrize("wrong", ["sysadm_u", "container_t", 0.0, False, [], {}])
def test_a_user_or_role_is_a_fault(field: str, wrong: Any) -> None:
    assert found(RULE, with_context(seLinuxOptions={field: wrong})) == [
        ("violation", f"spec.containers[0].{OPTIONS}.{field}")
    ]
    assert found(RULE, with_pod_context({"seLinuxOptions": {field: wrong}})) == [
        ("violation", f"spec.{OPTIONS}.{field}")
    ]


def test_each_field_is_told() -> None:
    options = {"type": "spc_t", "user": UNKNOWN, "role": "r"}
    assert found(RULE, with_context(seLinuxOptions=options)) == [
        ("violation", f"spec.containers[0].{OPTIONS}.type"),
        ("undetermined", f"spec.containers[0].{OPTIONS}.user"),
        ("violation", f"spec.containers[0].{OPTIONS}.role"),
    ]


@pytest.mark.parametrize(
    ("context", "at"), [(UNKNOWN, "securityContext"), ({"seLinuxOptions": UNKNOWN}, OPTIONS)]
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(context: Any, at: str) -> None:
    assert found(RULE, with_pod_context(context)) == [("undetermined", f"spec.{at}")]


@pytest.mark.parametrize(("version", "expected"), [("v1.0", 1), ("v1.30", 1), ("v1.31", 0), ("latest", 0)])
def test_the_type_of_container_engines_is_allowed_since_v1_31(version: str, expected: int) -> None:
    resource = with_context(seLinuxOptions={"type": "container_engine_t"})
    assert len(found(RULE, resource, pod_security_version=version)) == expected

"""No pod changes a setting of the kernel that is not its own."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.pod_security.pods import found, level, with_pod_context

RULE = "safe-sysctls"
AT = "spec.securityContext.sysctls"
SINCE = {
    "kernel.shm_rmid_forced": 0,
    "net.ipv4.ip_local_port_range": 0,
    "net.ipv4.ip_unprivileged_port_start": 0,
    "net.ipv4.ping_group_range": 0,
    "net.ipv4.tcp_syncookies": 0,
    "net.ipv4.ip_local_reserved_ports": 27,
    "net.ipv4.tcp_fin_timeout": 29,
    "net.ipv4.tcp_keepalive_intvl": 29,
    "net.ipv4.tcp_keepalive_probes": 29,
    "net.ipv4.tcp_keepalive_time": 29,
    "net.ipv4.tcp_rmem": 32,
    "net.ipv4.tcp_wmem": 32,
    "net.ipv4.tcp_notsent_lowat": 37,
    "net.ipv4.tcp_slow_start_after_idle": 37,
}
RELAXED = pytest.mark.parametrize("strictness", ["baseline", "restricted"])
ALL_LEVELS = pytest.mark.parametrize("strictness", ["baseline", "restricted", "sandbox"])


def setting(*names: Any) -> Resource:
    return with_pod_context({"sysctls": [{"name": name, "value": "1"} for name in names]})


@ALL_LEVELS
@pytest.mark.parametrize("good", [None, []])
def test_none(strictness: str, good: Any) -> None:
    assert found(RULE, with_pod_context({"sysctls": good}), **level(strictness)) == []


@RELAXED
@pytest.mark.parametrize(("name", "since"), SINCE.items())
def test_a_safe_one_since_its_version(strictness: str, name: str, since: int) -> None:
    assert found(RULE, setting(name), **level(strictness, f"v1.{since}")) == []
    assert found(RULE, setting(name), **level(strictness)) == []
    if since > 0:
        before = level(strictness, f"v1.{since - 1}")
        assert found(RULE, setting(name), **before) == [("violation", f"{AT}[0].name")]


@pytest.mark.parametrize("name", SINCE)
def test_none_is_safe_for_a_sandbox(name: str) -> None:
    assert found(RULE, setting(name)) == [("violation", f"{AT}[0].name")]


@ALL_LEVELS
@pytest.mark.parametrize(
    "wrong", ["kernel.msgmax", "net/ipv4/tcp_rmem", "KERNEL.SHM_RMID_FORCED", "", None, 1.0, True, [], {}]
)
def test_any_other_is_a_fault(strictness: str, wrong: Any) -> None:
    assert ("violation", f"{AT}[1].name") in found(
        RULE, setting("kernel.shm_rmid_forced", wrong), **level(strictness)
    )


@pytest.mark.parametrize(
    "wrong", ["kernel.msgmax", ["kernel.msgmax"], [None], {"name": "kernel.msgmax"}, True]
)
def test_a_wrong_shape_does_not_pass(wrong: Any) -> None:
    (told,) = found(RULE, with_pod_context({"sysctls": wrong}), **level("baseline"))
    assert told[0] == "violation"


@ALL_LEVELS
@pytest.mark.parametrize(
    ("context", "at"),
    [
        (UNKNOWN, "spec.securityContext"),
        ({"sysctls": UNKNOWN}, AT),
        ({"sysctls": [UNKNOWN]}, f"{AT}[0]"),
        ({"sysctls": [{"name": UNKNOWN}]}, f"{AT}[0].name"),
    ],
)
def test_what_is_not_known_yet_is_undetermined(strictness: str, context: Any, at: str) -> None:
    assert found(RULE, with_pod_context(context), **level(strictness)) == [("undetermined", at)]


def test_the_siblings_of_an_unknown_one_are_judged() -> None:
    assert found(RULE, setting(UNKNOWN, "kernel.msgmax"), **level("baseline")) == [
        ("undetermined", f"{AT}[0].name"),
        ("violation", f"{AT}[1].name"),
    ]

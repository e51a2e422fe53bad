"""No container adds a capability that its level does not allow."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, level, with_container, with_context

RULE = "no-added-capabilities"
CAPABILITIES = "securityContext.capabilities"
RUNTIME = (
    "AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE",
    "SETFCAP", "SETGID", "SETPCAP", "SETUID", "SYS_CHROOT",
)  # fmt: skip
NEVER = ("SYS_ADMIN", "NET_RAW", "ALL", "chown", "CAP_CHOWN", "", None, 1.0, True, ["CHOWN"], {})
WINDOWS = {"os": {"name": "windows"}}


def adding(add: Any, key: str = "containers", **spec: Any) -> Resource:
    return with_context(key, spec, capabilities={"drop": ["ALL"], "add": add})


@IN_EACH_LIST
@pytest.mark.parametrize("strictness", ["baseline", "restricted", "sandbox"])
@pytest.mark.parametrize("good", [None, []])
def test_nothing_is_added(key: str, strictness: str, good: Any) -> None:
    assert found(RULE, adding(good, key), **level(strictness)) == []


@IN_EACH_LIST
@pytest.mark.parametrize("strictness", ["baseline", "restricted", "sandbox"])
@pytest.mark.parametrize("wrong", NEVER)
def test_what_no_level_allows(key: str, strictness: str, wrong: Any) -> None:
    assert found(RULE, adding(["NET_BIND_SERVICE", wrong], key), **level(strictness)) == [
        ("violation", f"spec.{key}[0].{CAPABILITIES}.add")
    ]


@pytest.mark.parametrize("wrong", ["", "CHOWN", "SYS_ADMIN", {"0": "CHOWN"}, {}, True, False, 1.0])
def test_what_is_no_list_is_a_fault(wrong: Any) -> None:
    for strictness in ("baseline", "sandbox"):
        assert [verdict for verdict, _ in found(RULE, adding(wrong), **level(strictness))] == ["violation"]


@pytest.mark.parametrize("capability", RUNTIME)
@pytest.mark.parametrize(
    ("strictness", "version", "allowed"),
    [
        ("baseline", "v1.0", RUNTIME),
        ("baseline", "latest", RUNTIME),
        ("restricted", "v1.21", RUNTIME),
        ("restricted", "v1.22", ["NET_BIND_SERVICE"]),
        ("restricted", "latest", ["NET_BIND_SERVICE"]),
        ("sandbox", "v1.0", []),
        ("sandbox", "latest", []),
    ],
)
def test_what_each_level_allows(capability: str, strictness: str, version: str, allowed: Any) -> None:
    verdicts = [verdict for verdict, _ in found(RULE, adding([capability]), **level(strictness, version))]
    assert verdicts == ([] if capability in allowed else ["violation"])


def test_further_ones_can_be_allowed() -> None:
    for strictness in ("baseline", "restricted", "sandbox"):
        allowed = {"allowed_capabilities": ["SYS_TIME"], **level(strictness)}
        assert found(RULE, adding(["SYS_TIME"]), **allowed) == []
        assert len(found(RULE, adding(["SYS_TIME", "SYS_ADMIN"]), **allowed)) == 1


@pytest.mark.parametrize(
    ("strictness", "add", "verdict"),
    [
        ("sandbox", UNKNOWN, "undetermined"),
        ("sandbox", [UNKNOWN], "violation"),
        ("restricted", [UNKNOWN], "undetermined"),
        ("baseline", ["CHOWN", UNKNOWN], "undetermined"),
        ("baseline", ["SYS_ADMIN", UNKNOWN], "violation"),
    ],
)
def test_what_is_not_known_yet(strictness: str, add: Any, verdict: str) -> None:
    assert found(RULE, adding(add), **level(strictness)) == [
        (verdict, f"spec.containers[0].{CAPABILITIES}.add")
    ]


@IN_EACH_LIST
def test_unknown_capabilities_are_told_at_their_place(key: str) -> None:
    assert found(RULE, with_context(key, capabilities=UNKNOWN)) == [
        ("undetermined", f"spec.{key}[0].{CAPABILITIES}")
    ]
    assert found(RULE, with_container(key, securityContext=UNKNOWN)) == [
        ("undetermined", f"spec.{key}[0].securityContext")
    ]


@pytest.mark.parametrize(
    ("strictness", "version", "verdicts"),
    [
        ("baseline", "latest", ["violation"]),
        ("restricted", "v1.24", ["violation"]),
        ("restricted", "v1.25", []),
        ("sandbox", "v1.25", ["violation"]),
    ],
)
def test_windows_relaxes_at_the_level_restricted(strictness: str, version: str, verdicts: Any) -> None:
    resource = adding(["SYS_ADMIN"], **WINDOWS)
    assert [verdict for verdict, _ in found(RULE, resource, **level(strictness, version))] == verdicts


def test_the_message_says_what_is_added_and_what_may_be() -> None:
    (finding,) = about(RULE, adding(["NET_ADMIN", "SYS_TIME"]))
    assert finding.message.startswith(
        'no-added-capabilities (container "c" must not set securityContext.capabilities.add):'
        ' spec.containers[0].securityContext.capabilities.add is ["NET_ADMIN", "SYS_TIME"].'
    )
    (finding,) = about(RULE, adding(["SYS_TIME"]), **level("restricted"))
    assert (
        "must add no capability but NET_BIND_SERVICE in securityContext.capabilities.add" in finding.message
    )

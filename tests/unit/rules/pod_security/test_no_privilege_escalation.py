"""No process of a container gains rights that its parent does not have."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.pod_security.pods import (
    IN_EACH_LIST,
    NOT_SAID,
    edits,
    found,
    level,
    mended,
    with_container,
    with_context,
)

RULE = "no-privilege-escalation"
FIELD = "securityContext.allowPrivilegeEscalation"


@IN_EACH_LIST
def test_false_is_written_out(key: str) -> None:
    assert found(RULE, with_context(key, allowPrivilegeEscalation=False)) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", [True, "false", "true", 0.0, [], {}, None])
def test_anything_but_false_is_a_fault(key: str, wrong: Any) -> None:
    resource = with_context(key, allowPrivilegeEscalation=wrong)
    assert found(RULE, resource) == [("violation", f"spec.{key}[0].{FIELD}")]


def test_a_pod_cannot_say_it_for_its_containers() -> None:
    spec = {"securityContext": {"allowPrivilegeEscalation": False}}
    assert len(found(RULE, with_context(spec=spec, allowPrivilegeEscalation=None))) == 1


@IN_EACH_LIST
def test_what_is_not_known_yet_is_undetermined(key: str) -> None:
    assert found(RULE, with_context(key, allowPrivilegeEscalation=UNKNOWN)) == [
        ("undetermined", f"spec.{key}[0].{FIELD}")
    ]
    assert found(RULE, with_container(key, securityContext=UNKNOWN)) == [
        ("undetermined", f"spec.{key}[0].securityContext")
    ]


@pytest.mark.parametrize(
    ("strictness", "version", "name", "verdicts"),
    [
        ("restricted", "v1.7", None, []),
        ("restricted", "v1.8", None, ["violation"]),
        ("restricted", "v1.24", "windows", ["violation"]),
        ("restricted", "v1.24", UNKNOWN, ["violation"]),
        ("restricted", "v1.25", "windows", []),
        ("restricted", "v1.25", UNKNOWN, ["undetermined"]),
        ("restricted", "v1.25", ["windows"], ["violation"]),
        ("restricted", "latest", "linux", ["violation"]),
        ("sandbox", "latest", "windows", ["violation"]),
        ("sandbox", "latest", UNKNOWN, ["violation"]),
    ],
)
def test_versions_and_windows(strictness: str, version: str, name: Any, verdicts: Any) -> None:
    resource = with_context(spec={"os": {"name": name}}, allowPrivilegeEscalation=True)
    assert [verdict for verdict, _ in found(RULE, resource, **level(strictness, version))] == verdicts


def test_an_os_of_another_shape_relaxes_nothing() -> None:
    resource = with_context(spec={"os": "windows"}, allowPrivilegeEscalation=True)
    assert len(found(RULE, resource, **level("restricted"))) == 1


@IN_EACH_LIST
@pytest.mark.parametrize("nothing", NOT_SAID)
def test_silence_is_mended(key: str, nothing: Any) -> None:
    resource = with_container(key, securityContext=nothing)
    path = ("spec", key, 0, "securityContext", "allowPrivilegeEscalation")
    assert edits(RULE, resource) == [(path, False)]
    assert found(RULE, mended(RULE, resource)) == []


@pytest.mark.parametrize(
    "resource",
    [
        with_context(allowPrivilegeEscalation=True),
        with_container(securityContext="context"),
        with_context(allowPrivilegeEscalation=None, privileged=True),
        with_context(allowPrivilegeEscalation=None, privileged=UNKNOWN),
        with_context(allowPrivilegeEscalation=None, capabilities={"add": ["CAP_SYS_ADMIN"]}),
        with_context(allowPrivilegeEscalation=None, capabilities={"add": UNKNOWN}),
        with_context(allowPrivilegeEscalation=None, capabilities={"add": ["CHOWN", UNKNOWN]}),
        with_context(spec={"os": {"name": "windows"}}, allowPrivilegeEscalation=None),
    ],
)
def test_nothing_is_mended_against_what_was_said(resource: Resource) -> None:
    assert [verdict for verdict, _ in found(RULE, resource)] == ["violation"]
    assert edits(RULE, resource) == []

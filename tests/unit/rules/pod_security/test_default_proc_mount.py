"""No container sees what is masked in /proc."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.objects import about
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, level, with_container, with_context

RULE = "default-proc-mount"
AT = "spec.containers[0].securityContext.procMount"
LATEST = "latest"


@IN_EACH_LIST
@pytest.mark.parametrize("good", ["Default", None])
def test_the_default(key: str, good: Any) -> None:
    assert found(RULE, with_context(key, procMount=good)) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", ["Unmasked", "default", "", True, 0.0, [], {}])
def test_anything_else_is_a_fault(key: str, wrong: Any) -> None:
    assert found(RULE, with_context(key, procMount=wrong)) == [
        ("violation", f"spec.{key}[0].securityContext.procMount")
    ]


def test_what_is_not_known_yet_is_undetermined() -> None:
    assert found(RULE, with_context(procMount=UNKNOWN)) == [("undetermined", AT)]
    assert found(RULE, with_container(securityContext=UNKNOWN)) == [
        ("undetermined", "spec.containers[0].securityContext")
    ]


@pytest.mark.parametrize(
    ("strictness", "version", "host_users", "verdicts"),
    [
        ("baseline", LATEST, False, []),
        ("baseline", "v1.35", False, []),
        ("baseline", "v1.34", False, ["violation"]),
        ("baseline", LATEST, True, ["violation"]),
        ("baseline", LATEST, None, ["violation"]),
        ("baseline", LATEST, "false", ["violation"]),
        ("baseline", LATEST, 0.0, ["violation"]),
        ("baseline", LATEST, UNKNOWN, ["undetermined"]),
        ("baseline", "v1.34", UNKNOWN, ["violation"]),
        ("restricted", LATEST, False, ["violation"]),
        ("restricted", LATEST, UNKNOWN, ["violation"]),
        ("sandbox", LATEST, False, ["violation"]),
    ],
)
def test_a_user_namespace_relaxes_at_the_level_baseline(
    strictness: str, version: str, host_users: Any, verdicts: Any
) -> None:
    resource = with_context(procMount="Unmasked", spec={"hostUsers": host_users})
    assert [verdict for verdict, _ in found(RULE, resource, **level(strictness, version))] == verdicts


def test_the_message_says_on_what_it_depends() -> None:
    resource = with_context(procMount="Unmasked", spec={"hostUsers": UNKNOWN})
    (finding,) = about(RULE, resource, **level("baseline"))
    assert finding.path == AT
    assert finding.found == '"Unmasked", and spec.hostUsers is not known yet'

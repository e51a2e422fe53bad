"""No container is privileged."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.objects import about
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, with_container, with_context

RULE = "no-privileged"
FIELD = "securityContext.privileged"


@IN_EACH_LIST
@pytest.mark.parametrize("good", [False, None])
def test_not_privileged(key: str, good: Any) -> None:
    assert found(RULE, with_context(key, privileged=good)) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", [True, "true", "false", 1.0, 0.0, [], {}])
def test_anything_but_false_is_a_fault(key: str, wrong: Any) -> None:
    assert found(RULE, with_context(key, privileged=wrong)) == [("violation", f"spec.{key}[0].{FIELD}")]


@pytest.mark.parametrize("missing", [None, {}, "context", []])
def test_without_a_context_a_container_is_not_privileged(missing: Any) -> None:
    assert found(RULE, with_container(securityContext=missing)) == []


@IN_EACH_LIST
def test_what_is_not_known_yet_is_undetermined(key: str) -> None:
    at = f"spec.{key}[0]"
    assert found(RULE, with_context(key, privileged=UNKNOWN)) == [("undetermined", f"{at}.{FIELD}")]
    unsure = with_container(key, securityContext=UNKNOWN)
    assert found(RULE, unsure) == [("undetermined", f"{at}.securityContext")]


def test_the_message_names_the_container() -> None:
    (finding,) = about(RULE, with_context("initContainers", privileged=True))
    assert finding.message == (
        'no-privileged (init container "c" must not set securityContext.privileged=true):'
        " spec.initContainers[0].securityContext.privileged is true."
        " Write instead: the container without privileged"
    )

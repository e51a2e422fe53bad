"""No Windows container runs on its node itself."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.pod_security.pods import IN_EACH_LIST, found, with_context, with_pod_context

RULE = "no-windows-host-process"
OPTIONS = "securityContext.windowsOptions"


@IN_EACH_LIST
@pytest.mark.parametrize("good", [None, {}, {"hostProcess": None}, {"hostProcess": False}, "options"])
def test_no_process_of_the_node(key: str, good: Any) -> None:
    assert found(RULE, with_context(key, windowsOptions=good)) == []
    assert found(RULE, with_pod_context({"windowsOptions": good})) == []


@IN_EACH_LIST
@pytest.mark.parametrize("wrong", [True, "true", "false", 1.0, 0.0, [], {}])
def test_anything_but_false_is_a_fault(key: str, wrong: Any) -> None:
    options = {"hostProcess": wrong}
    assert found(RULE, with_context(key, windowsOptions=options)) == [
        ("violation", f"spec.{key}[0].{OPTIONS}.hostProcess")
    ]
    assert found(RULE, with_pod_context({"windowsOptions": options})) == [
        ("violation", f"spec.{OPTIONS}.hostProcess")
    ]


@pytest.mark.parametrize(
    ("context", "at"),
    [
        (UNKNOWN, "securityContext"),
        ({"windowsOptions": UNKNOWN}, OPTIONS),
        ({"windowsOptions": {"hostProcess": UNKNOWN}}, f"{OPTIONS}.hostProcess"),
    ],
)
def test_what_is_not_known_yet_is_undetermined(context: Any, at: str) -> None:
    assert found(RULE, with_pod_context(context)) == [("undetermined", f"spec.{at}")]

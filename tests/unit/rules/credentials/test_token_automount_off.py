"""No pod is given the token of its service account."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import PROFILES, UNKNOWN, Resource, judge, of_profile
from tests.unit.rules.objects import about, good_pod_spec, pod, sandbox, sandbox_template

RULE = "token-automount-off"
AUTOMOUNT = "automountServiceAccountToken"


def found(resource: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource, **parameters)]


def test_the_switch_is_written_out() -> None:
    assert found(pod(good_pod_spec())) == []
    assert found(pod(good_pod_spec(automountServiceAccountToken=None))) == [
        ("violation", f"spec.{AUTOMOUNT}")
    ]


@pytest.mark.parametrize("kind", [pod, sandbox])
def test_a_pod_and_a_sandbox_are_mended_where_it_is_missing(kind: Any) -> None:
    (finding,) = about(RULE, kind(good_pod_spec(automountServiceAccountToken=None)))
    assert finding.verdict == "violation"
    assert [each.value for each in finding.edits] == [False]


def test_a_template_is_only_advised_to_say_it() -> None:
    template = sandbox_template(good_pod_spec(automountServiceAccountToken=None))
    assert found(template) == [("advice", f"spec.podTemplate.spec.{AUTOMOUNT}")]
    assert [verdict for verdict, _ in found(template, written_out=True)] == ["violation"]


def test_the_profile_gke_wants_it_written_out() -> None:
    template = sandbox_template(good_pod_spec(automountServiceAccountToken=None))
    told = judge(template, of_profile(PROFILES["gke"]))
    assert (RULE, "violation") in {(each.rule, str(each.verdict)) for each in told}


def test_a_service_account_that_says_nothing_is_no_fault() -> None:
    names = {"apiVersion": "v1", "kind": "ServiceAccount"}
    assert judge(Resource("kubernetes:core/v1:ServiceAccount", {**names, "metadata": {"name": "a"}})) == []


@pytest.mark.parametrize("on", [True, "false", 0.0, [], {}])
@pytest.mark.parametrize("kind", [pod, sandbox_template])
def test_anything_but_false_is_on(kind: Any, on: Any) -> None:
    ((verdict, path),) = found(kind(good_pod_spec(automountServiceAccountToken=on)))
    assert (verdict, path.endswith(AUTOMOUNT)) == ("violation", True)


@pytest.mark.parametrize("kind", [pod, sandbox_template])
def test_an_unknown_switch_may_be_on(kind: Any) -> None:
    ((verdict, _),) = found(kind(good_pod_spec(automountServiceAccountToken=UNKNOWN)))
    assert verdict == "undetermined"

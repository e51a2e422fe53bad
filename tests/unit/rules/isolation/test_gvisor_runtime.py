"""Sandboxes run under an allowed runtime class."""

from typing import Any

import pytest

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.edits import applied
from tests.unit.rules.objects import GVISOR, about, good_pod_spec, only, pod, sandbox, sandbox_template

RULE = "gvisor-runtime"
CLASS = "spec.podTemplate.spec.runtimeClassName"
SANDBOXES = pytest.mark.parametrize("kind", [sandbox, sandbox_template])


def found(resource: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource, **parameters)]


@SANDBOXES
def test_gvisor_is_the_one_class_that_is_allowed(kind: Any) -> None:
    assert found(kind(good_pod_spec())) == []


@SANDBOXES
@pytest.mark.parametrize(
    "other", [None, "", "gVisor", "not-gvisor", "gvisor ", "runsc", "kata-clh", True, 1.0, [], ["gvisor"], {}]
)
def test_any_other_is_a_fault(kind: Any, other: Any) -> None:
    assert found(kind(good_pod_spec(runtimeClassName=other))) == [("violation", CLASS)]


@SANDBOXES
def test_one_that_is_not_known_yet_is_undetermined(kind: Any) -> None:
    assert found(kind(good_pod_spec(runtimeClassName=UNKNOWN))) == [("undetermined", CLASS)]


@pytest.mark.parametrize(("name", "count"), [("gvisor", 0), ("kata-clh", 0), ("kata", 1), (None, 1)])
def test_a_configuration_may_allow_others(name: Any, count: int) -> None:
    template = sandbox_template(good_pod_spec(runtimeClassName=name))
    findings = about(RULE, template, runtime_classes=["gvisor", "kata-clh"])
    assert len(findings) == count
    assert all("gvisor or kata-clh" in each.message for each in findings)


@pytest.mark.parametrize("wrong", [[], "gvisor", [""], [1]])
def test_a_configuration_cannot_allow_nothing(wrong: Any) -> None:
    with pytest.raises(ProblemsError, match="at least one"):
        only(RULE, runtime_classes=wrong)


def test_other_pods_are_meant_only_where_that_is_said() -> None:
    plain = pod(good_pod_spec(runtimeClassName=None))
    assert found(plain) == []
    assert found(plain, applies_to="all") == [("violation", "spec.runtimeClassName")]


def test_a_patch_need_not_repeat_the_class_and_must_not_change_it() -> None:
    patch = {"spec": {"podTemplate": {"spec": {"hostname": "a"}}}}
    token = "kubernetes:agents.x-k8s.io/v1beta1:SandboxPatch"
    names = {"apiVersion": "agents.x-k8s.io/v1beta1", "kind": "Sandbox"}
    assert found(Resource(token, {**names, **patch})) == []
    changed = {"spec": {"podTemplate": {"spec": {"runtimeClassName": "runc"}}}}
    assert found(Resource(token, {**names, **changed})) == [("violation", CLASS)]


def mended(resource: Resource, **parameters: Any) -> Any:
    value: Any = resource.properties
    for finding in about(RULE, resource, **parameters):
        for edit in finding.edits:
            value = applied(value, edit)
    return value["spec"]["podTemplate"]["spec"]


def test_a_pod_without_a_class_gets_it_and_the_way_to_its_nodes() -> None:
    bare = good_pod_spec(runtimeClassName=None, nodeSelector=None, tolerations=None)
    spec = mended(sandbox(bare))
    assert spec["runtimeClassName"] == "gvisor"
    assert spec["nodeSelector"] == {"sandbox.gke.io/runtime": "gvisor"}
    assert spec["tolerations"] == [GVISOR]


def test_what_is_there_is_not_added_again() -> None:
    assert mended(sandbox(good_pod_spec(runtimeClassName=None))) == good_pod_spec()


def test_what_is_said_is_kept_when_a_pod_is_mended() -> None:
    said = {"nodeSelector": {"sandbox.gke.io/runtime": "other"}, "tolerations": UNKNOWN}
    spec = mended(sandbox(good_pod_spec(runtimeClassName=None, **said)))
    assert spec["runtimeClassName"] == "gvisor"
    assert {key: spec[key] for key in said} == said
    assert mended(sandbox(good_pod_spec(runtimeClassName="runc")))["runtimeClassName"] == "runc"


def test_another_class_says_nothing_of_nodes() -> None:
    bare = good_pod_spec(runtimeClassName=None, nodeSelector=None, tolerations=None)
    spec = mended(sandbox(bare), runtime_classes=["kata-clh"])
    assert spec == {**bare, "runtimeClassName": "kata-clh"}

"""Sandboxes go to gVisor nodes, by the scheduler."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from tests.unit.rules.edits import applied
from tests.unit.rules.objects import GVISOR, about, good_pod_spec, only, pod, sandbox, sandbox_template

RULE = "gvisor-scheduling"
SPEC = "spec.podTemplate.spec"
LABEL = "sandbox.gke.io/runtime"
SELECTOR = f'{SPEC}.nodeSelector["{LABEL}"]'
TOLERATIONS = f"{SPEC}.tolerations"
OTHER = {"key": "other", "operator": "Exists"}


def found(resource: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource, **parameters)]


def template(**changes: Any) -> Resource:
    return sandbox_template(good_pod_spec(**changes))


@pytest.mark.parametrize(
    "good",
    [
        {},
        {"tolerations": [OTHER, {**GVISOR, "operator": None}]},
        {"tolerations": [{**GVISOR, "operator": ""}]},
        {"tolerations": [UNKNOWN, GVISOR]},
        {"nodeSelector": {LABEL: "gvisor", "cloud.google.com/compute-class": UNKNOWN}},
        {"nodeName": None},
        {"nodeName": ""},
    ],
)
@pytest.mark.parametrize("kind", [sandbox, sandbox_template])
def test_selector_and_toleration_are_written_out(kind: Any, good: Any) -> None:
    assert found(kind(good_pod_spec(**good))) == []


@pytest.mark.parametrize("selector", [None, {}, {"a": "b"}, {LABEL: None}, {LABEL: "gVisor"}, {LABEL: True}])
def test_another_selector_is_a_fault(selector: Any) -> None:
    assert found(template(nodeSelector=selector)) == [("violation", SELECTOR)]


@pytest.mark.parametrize(
    "tolerations",
    [
        None,
        [],
        [OTHER],
        [{"key": LABEL, "operator": "Exists"}],
        [{**GVISOR, "operator": "Exists"}],
        [{"operator": "Exists"}],
        [{**GVISOR, "value": "other"}],
        [{**GVISOR, "value": None}],
        [{**GVISOR, "effect": "NoExecute"}],
        [{**GVISOR, "effect": None}],
        [{**GVISOR, "key": UNKNOWN, "effect": None}],
        ["gvisor"],
        [None],
        GVISOR,
        "gvisor",
    ],
)
def test_a_toleration_of_anything_else_is_none(tolerations: Any) -> None:
    assert found(template(tolerations=tolerations)) == [("violation", TOLERATIONS)]


def test_the_wide_toleration_is_named() -> None:
    (finding,) = about(RULE, template(tolerations=[{"key": LABEL, "operator": "Exists"}]))
    assert "operator Exists" in finding.message


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"nodeSelector": UNKNOWN}, f"{SPEC}.nodeSelector"),
        ({"nodeSelector": {LABEL: UNKNOWN}}, SELECTOR),
        ({"tolerations": UNKNOWN}, TOLERATIONS),
        ({"tolerations": [OTHER, UNKNOWN]}, TOLERATIONS),
        ({"tolerations": [{**GVISOR, "value": UNKNOWN}]}, TOLERATIONS),
        ({"tolerations": [{**GVISOR, "operator": UNKNOWN}]}, TOLERATIONS),
        ({"nodeName": UNKNOWN}, f"{SPEC}.nodeName"),
    ],
)
def test_what_is_not_known_yet_is_undetermined(changes: Any, path: str) -> None:
    assert found(template(**changes)) == [("undetermined", path)]


@pytest.mark.parametrize("node", ["gke-sandboxes-1", 1.0, ["a"], {}])
@pytest.mark.parametrize("runtime", ["gvisor", "kata-clh", None])
def test_no_pod_names_its_node(node: Any, runtime: Any) -> None:
    judged = found(template(nodeName=node, runtimeClassName=runtime))
    assert judged == [("violation", f"{SPEC}.nodeName")]


@pytest.mark.parametrize("runtime", ["kata-clh", None, 1.0])
def test_another_class_has_other_nodes(runtime: Any) -> None:
    assert found(template(runtimeClassName=runtime, nodeSelector=None, tolerations=None)) == []


def test_an_unknown_class_may_be_gvisor() -> None:
    assert found(template(runtimeClassName=UNKNOWN)) == []
    for lacking in ({"nodeSelector": None}, {"tolerations": None}, {"tolerations": UNKNOWN}):
        unsure = template(runtimeClassName=UNKNOWN, **lacking)
        assert found(unsure) == [("undetermined", f"{SPEC}.runtimeClassName")]


def test_other_pods_are_meant_only_where_that_is_said() -> None:
    plain = pod(good_pod_spec(tolerations=None, nodeName="a"))
    assert found(plain) == []
    assert found(plain, applies_to="all") == [
        ("violation", "spec.nodeName"),
        ("violation", "spec.tolerations"),
    ]


def patched(**spec: Any) -> list[tuple[str, str]]:
    token = "kubernetes:agents.x-k8s.io/v1beta1:SandboxPatch"
    names = {"apiVersion": "agents.x-k8s.io/v1beta1", "kind": "Sandbox"}
    return found(Resource(token, {**names, "spec": {"podTemplate": {"spec": spec}}}))


def test_a_patch_keeps_what_it_does_not_say_and_replaces_a_list() -> None:
    assert patched(runtimeClassName="gvisor") == []
    assert patched(runtimeClassName="gvisor", tolerations=[OTHER]) == [("violation", TOLERATIONS)]
    assert patched(runtimeClassName="gvisor", nodeSelector={LABEL: "x"}) == [("violation", SELECTOR)]


def mended(resource: Resource) -> Resource:
    value: Any = resource.properties
    for finding in about(RULE, resource):
        for edit in finding.edits:
            value = applied(value, edit)
    return Resource(resource.type_token, value)


@pytest.mark.parametrize("selector", [None, {}, {"a": "b"}])
@pytest.mark.parametrize("tolerations", [None, [], [OTHER]])
def test_what_is_missing_is_added(selector: Any, tolerations: Any) -> None:
    whole: Any = mended(template(nodeSelector=selector, tolerations=tolerations))
    assert judge(whole, only(RULE)) == []
    spec = whole.properties["spec"]["podTemplate"]["spec"]
    assert spec["nodeSelector"] == {**(selector or {}), LABEL: "gvisor"}
    assert spec["tolerations"] == [*(tolerations or []), GVISOR]


@pytest.mark.parametrize(
    "said",
    [{"nodeSelector": {LABEL: "x"}}, {"nodeSelector": "x"}, {"tolerations": "x"}, {"tolerations": [UNKNOWN]}],
)
def test_what_is_said_is_not_changed(said: Any) -> None:
    resource = template(**said)
    assert about(RULE, resource)
    assert mended(resource).properties == resource.properties

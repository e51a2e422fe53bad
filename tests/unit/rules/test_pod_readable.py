"""Nothing passes because nobody saw it."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod, sandbox_template, told

RULE = "pod-readable"


@pytest.mark.parametrize("spec", [None, "spec", [], 1.0, True])
def test_a_kind_that_carries_a_pod_must_show_it(spec: Any) -> None:
    assert told(pod(spec)) == [(RULE, "violation", "spec")]


@pytest.mark.parametrize("containers", [None, []])
def test_a_pod_must_have_containers(containers: Any) -> None:
    assert told(pod(good_pod_spec(containers=containers))) == [(RULE, "violation", "spec.containers")]


def test_init_containers_are_not_enough() -> None:
    spec = good_pod_spec(containers=[], initContainers=[good_container()])
    assert told(pod(spec)) == [(RULE, "violation", "spec.containers")]


@pytest.mark.parametrize("wrong", ["app", 1.0, None, [], True])
@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers", "volumes"])
def test_an_entry_that_is_no_object_is_a_violation(key: str, wrong: Any) -> None:
    good = [good_container()] if key != "volumes" else [{"name": "v", "emptyDir": {}}]
    assert told(pod(good_pod_spec(**{key: [*good, wrong]}))) == [(RULE, "violation", f"spec.{key}[1]")]


@pytest.mark.parametrize("wrong", ["app", 1.0, {"app": good_container()}, True])
@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers", "volumes"])
def test_a_list_that_is_none_is_a_violation(key: str, wrong: Any) -> None:
    assert told(pod(good_pod_spec(**{key: wrong}))) == [(RULE, "violation", f"spec.{key}")]


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers", "volumes"])
def test_what_is_not_known_yet_is_said_once(key: str) -> None:
    assert told(pod(good_pod_spec(**{key: UNKNOWN}))) == [(RULE, "undetermined", f"spec.{key}")]
    assert told(pod(good_pod_spec(**{key: [UNKNOWN]}))) == [(RULE, "undetermined", f"spec.{key}[0]")]


def test_the_siblings_of_an_unknown_container_are_still_judged() -> None:
    spec = good_pod_spec(containers=[UNKNOWN, {"name": "b"}])
    assert [verdict for _, verdict, _ in told(pod(spec))] == ["undetermined", "violation", "violation"]


@pytest.mark.parametrize(
    ("container", "at"),
    [
        ({"securityContext": "restricted"}, "securityContext"),
        ({"securityContext": {"capabilities": ["drop"]}}, "securityContext.capabilities"),
    ],
)
def test_a_context_of_the_wrong_shape_is_a_violation(container: dict[str, Any], at: str) -> None:
    found = about(RULE, pod(good_pod_spec(containers=[good_container(**container)])))
    assert [each.path for each in found] == [f"spec.containers[0].{at}"]


@pytest.mark.parametrize("wrong", ["x", 1.0, True, []])
@pytest.mark.parametrize(
    "at",
    [
        "securityContext.appArmorProfile",
        "securityContext.seLinuxOptions",
        "securityContext.seccompProfile",
        "securityContext.windowsOptions",
        "livenessProbe",
        "livenessProbe.tcpSocket",
        "lifecycle",
        "lifecycle.preStop",
        "lifecycle.preStop.httpGet",
    ],
)
def test_a_field_in_which_rules_look_for_others_is_an_object(at: str, wrong: Any) -> None:
    fields: Any = wrong
    for key in reversed(at.split(".")):
        fields = {key: fields}
    found = about(RULE, pod(good_pod_spec(containers=[good_container(**fields)])))
    assert [(str(each.verdict), each.path) for each in found] == [("violation", f"spec.containers[0].{at}")]


@pytest.mark.parametrize("source", ["configMap", "csi", "emptyDir", "image", "projected", "secret"])
def test_the_source_of_a_volume_is_an_object(source: str) -> None:
    found = about(RULE, pod(good_pod_spec(volumes=[{"name": "v", source: "x"}])))
    assert [each.path for each in found] == [f"spec.volumes[0].{source}"]


@pytest.mark.parametrize("wrong", ["x", 1.0, True, []])
def test_annotations_are_an_object(wrong: Any) -> None:
    plain = pod(good_pod_spec())
    annotated = type(plain)(plain.type_token, {**plain.properties, "metadata": {"annotations": wrong}})
    assert [each.path for each in about(RULE, annotated)] == ["metadata.annotations"]


@pytest.mark.parametrize(
    ("wrong", "at"), [("x", ""), ({"hostPort": 80.0}, ""), (["x"], "[0]"), ([{}, None], "[1]")]
)
def test_a_list_of_objects_is_one(wrong: Any, at: str) -> None:
    ports = about(RULE, pod(good_pod_spec(containers=[good_container(ports=wrong)])))
    assert [each.path for each in ports] == [f"spec.containers[0].ports{at}"]
    sysctls = about(RULE, pod(good_pod_spec(securityContext={"sysctls": wrong})))
    assert [each.path for each in sysctls] == [f"spec.securityContext.sysctls{at}"]


def test_a_pod_under_another_key_is_named() -> None:
    template = sandbox_template(None)
    misplaced = {**template.properties, "spec": {"pod_template": {"spec": good_pod_spec()}}}
    (finding,) = about(RULE, type(template)(template.type_token, misplaced))
    assert finding.path == "spec.podTemplate"
    assert finding.required == "carry its pod at spec.podTemplate.spec"
    assert "containers at spec.pod_template.spec" in finding.fix

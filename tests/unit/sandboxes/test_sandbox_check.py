"""The check of one object: every problem at once, by its path in the API."""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gke_agent_sandbox.problems import Problem
from gke_agent_sandbox.sandboxes.api import KINDS, advise, check
from tests.unit.sandboxes.upstream import case, named

CORE = "agents.x-k8s.io/v1beta1"
EXTENSIONS = "extensions.agents.x-k8s.io/v1beta1"


def template(pod: Mapping[str, Any] | None = None, **spec: Any) -> dict[str, Any]:
    """A template whose one container has the given pod around it."""
    inner = {"containers": [{"name": "a", "image": "registry.example.com/a:1"}], **(pod or {})}
    return {
        "apiVersion": EXTENSIONS,
        "kind": "SandboxTemplate",
        "metadata": {"name": "t"},
        "spec": {"podTemplate": {"spec": inner}, **spec},
    }


def container(**fields: Any) -> dict[str, Any]:
    """A template whose one container has these fields."""
    return template({"containers": [{"name": "a", "image": "registry.example.com/a:1", **fields}]})


def found(api_object: object) -> dict[str, Problem]:
    """The problems by path."""
    return {problem.path: problem for problem in check(api_object)}


def test_case_04_a_wrong_key_for_the_pod_template() -> None:
    objects = case("04")
    by_first = found(named(objects, "key-a"))
    assert by_first["spec.podTemplateSpec"].fix == "podTemplate"
    assert by_first["spec.podTemplate"].what == "is required and missing"
    assert found(named(objects, "key-b"))["spec.template"].fix == "podTemplate"


def test_case_06_a_v1beta1_claim_in_the_old_shape_tells_the_way_out() -> None:
    by_path = found(named(case("06"), "run-1"))
    assert set(by_path) == {"spec.sandboxTemplateRef", "spec.warmpool", "spec.warmPoolRef"}
    for path in ("spec.sandboxTemplateRef", "spec.warmpool"):
        assert "warmPoolRef" in by_path[path].fix
        assert "replicas 0" in by_path[path].fix


def test_case_06_a_v1alpha1_claim_is_refused_where_it_is_not_served_and_advised_where_it_is() -> None:
    old = named(case("06"), "run-old")
    (problem,) = check(old)
    assert problem.path == "apiVersion"
    assert "1.0.0 removed v1alpha1" in problem.why
    assert "warmPoolRef" in problem.fix

    served = ("v1beta1", "v1alpha1")
    assert check(old, served_versions=served) == []
    assert advise(old, served_versions=served) == [problem]


def test_case_15_images_that_no_node_can_pull() -> None:
    objects = case("15")
    expected = {
        "ph-env": "unexpanded variable",
        "ph-word": "placeholder",
        "ph-angle": "angle brackets",
        "ph-scratch": "scratch",
    }
    for name, words in expected.items():
        assert words in found(named(objects, name))["spec.podTemplate.spec.containers[0].image"].what
    latest = named(objects, "ok-latest")
    assert "spec.podTemplate.spec.containers[0].image" not in found(latest)
    (advice,) = advise(latest)
    assert advice.path == "spec.podTemplate.spec.containers[0].image"


def test_case_37_snake_case_is_refused_down_to_the_leaves_and_user_data_is_not_touched() -> None:
    resources = case("37")[0]["resources"]

    def as_object(name: str) -> dict[str, Any]:
        return {"apiVersion": EXTENSIONS, "kind": "SandboxTemplate", **resources[name]["properties"]}

    snake = found(as_object("snake"))
    assert {path: problem.fix for path, problem in snake.items()} == {
        "spec.network_policy_management": "networkPolicyManagement",
        "spec.pod_template": "podTemplate",
        "spec.pod_template.spec.runtime_class_name": "runtimeClassName",
        "spec.pod_template.spec.automount_service_account_token": "automountServiceAccountToken",
    }
    assert check(as_object("data")) == []


def test_case_57_an_object_of_v1alpha1_is_refused() -> None:
    leftover = next(each for each in case("57") if each.get("objects"))["objects"][0]
    assert [problem.path for problem in check(leftover)] == ["apiVersion"]


def test_every_problem_is_reported_at_once() -> None:
    broken = container(
        imagePullPolicy="always",
        env=[{"name": "PORT", "value": 8080}, {"value": "x"}],
        ports=[{"containerPort": "8888"}],
        securityContext={"runAsUser": "0", "runAsNonroot": True},
        resources={"limits": {"cpu": 0.5, "memory": "512MB"}},
    )
    broken["spec"]["envVarsInjectionPolicy"] = "Allow"
    broken["spec"]["service"] = "yes"
    where = "spec.podTemplate.spec.containers[0]"
    problems = found(broken)
    assert set(problems) == {
        f"{where}.imagePullPolicy",
        f"{where}.env[0].value",
        f"{where}.env[1].name",
        f"{where}.ports[0].containerPort",
        f"{where}.securityContext.runAsUser",
        f"{where}.securityContext.runAsNonroot",
        f"{where}.resources.limits.cpu",
        f"{where}.resources.limits.memory",
        "spec.envVarsInjectionPolicy",
        "spec.service",
    }
    assert problems[f"{where}.imagePullPolicy"].fix == "Always"
    assert problems[f"{where}.env[0].value"].fix == "the value in quotes"
    assert problems[f"{where}.resources.limits.cpu"].fix == '"0.5"'
    assert problems["spec.envVarsInjectionPolicy"].fix == "Allowed"


@pytest.mark.parametrize(
    "good",
    [
        container(resources={"limits": {"cpu": 1, "memory": 1e9}}),
        container(ports=[{"containerPort": 8888.0, "name": "h"}], livenessProbe={"httpGet": {"port": "h"}}),
        container(livenessProbe={"tcpSocket": {"port": 8888}}),
        container(command=None, env=None),
        template({"nodeSelector": {"a.b/c": ""}, "volumes": [{"name": "v", "emptyDir": {}}]}),
        template(volumeClaimTemplates=[{"spec": {"resources": {"requests": {"storage": "1Gi"}}}}]),
        template(networkPolicy={"ingress": [], "egress": [{"ports": [{"port": 53, "protocol": "UDP"}]}]}),
        {
            "apiVersion": EXTENSIONS,
            "kind": "SandboxClaim",
            "spec": {
                "warmPoolRef": {"name": "p"},
                "lifecycle": {"shutdownTime": "2027-01-31T12:00:00+01:00"},
            },
        },
        {"apiVersion": CORE, "kind": "Sandbox", "spec": template()["spec"] | {"operatingMode": "Suspended"}},
    ],
)
def test_what_the_server_takes_is_let_pass(good: dict[str, Any]) -> None:
    assert check(good) == []


@pytest.mark.parametrize(
    ("bad", "path"),
    [
        ("text", ""),
        ({"kind": "SandboxTemplte", "apiVersion": EXTENSIONS}, "kind"),
        ({**template(), "apiVersion": "agents.x-k8s.io/v1beta1"}, "apiVersion"),
        ({**template(), "apiVersion": "extensions.agents.x-k8s.io/v1"}, "apiVersion"),
        ({**template(), "apiVersion": 1}, "apiVersion"),
        ({**template(), "spec": []}, "spec"),
        (template({"containers": []}), "spec.podTemplate.spec.containers"),
        (template({"containers": {"a": 1}}), "spec.podTemplate.spec.containers"),
        (template({"nodeSelector": {"a": True}}), "spec.podTemplate.spec.nodeSelector.a"),
        (template({"nodeSelector": {"a b": "x"}}), 'spec.podTemplate.spec.nodeSelector["a b"]'),
        (template({"hostNetwork": "false"}), "spec.podTemplate.spec.hostNetwork"),
        (
            container(livenessProbe={"tcpSocket": {"port": 1.5}}),
            "spec.podTemplate.spec.containers[0].livenessProbe.tcpSocket.port",
        ),
        (container(env=[None]), "spec.podTemplate.spec.containers[0].env[0]"),
        (
            {
                "apiVersion": EXTENSIONS,
                "kind": "SandboxWarmPool",
                "spec": {"sandboxTemplateRef": {"name": "t"}, "replicas": -1},
            },
            "spec.replicas",
        ),
        (
            {
                "apiVersion": EXTENSIONS,
                "kind": "SandboxWarmPool",
                "spec": {"sandboxTemplateRef": {"name": "t"}, "replicas": True},
            },
            "spec.replicas",
        ),
        (
            {
                "apiVersion": EXTENSIONS,
                "kind": "SandboxClaim",
                "spec": {"warmPoolRef": {"name": "p"}, "lifecycle": {"shutdownTime": "2027-02-31T00:00:00Z"}},
            },
            "spec.lifecycle.shutdownTime",
        ),
        (
            {"apiVersion": CORE, "kind": "Sandbox", "spec": template()["spec"] | {"replicas": 0}},
            "spec.replicas",
        ),
    ],
)
def test_what_the_server_would_refuse_or_drop_is_named(bad: object, path: str) -> None:
    assert [problem.path for problem in check(bad)] == [path]


class Unknown:
    """A value that is not known yet."""


def is_unknown(value: object) -> bool:
    return isinstance(value, Unknown)


LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats(allow_nan=False) | st.text(max_size=5)
KEYS = st.sampled_from(
    [
        "apiVersion",
        "kind",
        "metadata",
        "spec",
        "podTemplate",
        "containers",
        "name",
        "image",
        "env",
        "labels",
        "pod_template",
    ]
) | st.text(max_size=4)
TREES = st.recursive(
    LEAVES | st.builds(Unknown),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=4),
    max_leaves=12,
)


@given(TREES)
def test_the_check_never_raises(tree: object) -> None:
    check(tree, is_opaque=is_unknown)
    check({**template(), "spec": tree}, is_opaque=is_unknown)
    advise({**template(), "spec": tree}, is_opaque=is_unknown)


def paths_of(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        entries = cast(dict[Any, Any], value)
        return [path, *(each for key, entry in entries.items() for each in paths_of(entry, (*path, key)))]
    if isinstance(value, list):
        items = cast(list[Any], value)
        return [
            path,
            *(each for index, entry in enumerate(items) for each in paths_of(entry, (*path, index))),
        ]
    return [path]


def with_unknown_at(value: Any, path: tuple[Any, ...]) -> Any:
    if not path:
        return Unknown()
    copy = {**cast(dict[Any, Any], value)} if isinstance(value, dict) else [*value]
    copy[path[0]] = with_unknown_at(value[path[0]], path[1:])
    return copy


FULL = container(
    env=[{"name": "A", "value": "b"}],
    resources={"limits": {"cpu": "1"}},
    securityContext={"capabilities": {"drop": ["ALL"]}},
)


@pytest.mark.parametrize("path", paths_of(FULL), ids=str)
def test_an_unknown_value_is_looked_past_wherever_it_is(path: tuple[Any, ...]) -> None:
    assert check(with_unknown_at(FULL, path), is_opaque=is_unknown) == []
    assert check(FULL) == []


OWN_VALUES = st.sampled_from(
    [
        True,
        3,
        -1,
        2**31,
        "x",
        "",
        "Retain",
        "Delete",
        "DeleteForeground",
        [],
        {},
        {"a": "b"},
        {"name": "p"},
        ["x"],
    ]
)
OWN_KEYS = st.sampled_from(
    [
        "warmPoolRef",
        "warm_pool_ref",
        "env",
        "lifecycle",
        "additionalPodMetadata",
        "shutdownPolicy",
        "labels",
        "name",
    ]
) | st.sampled_from(["ttlSecondsAfterFinished", "containerName", "annotations", "value"])
OWN_TREES = st.recursive(
    OWN_VALUES,
    lambda below: st.dictionaries(OWN_KEYS, below, max_size=3) | st.lists(below, max_size=2),
    max_leaves=8,
)


@given(st.dictionaries(OWN_KEYS, OWN_TREES, max_size=4))
def test_the_walk_agrees_with_pydantic_where_both_can_judge(spec: dict[str, Any]) -> None:
    claim = {"apiVersion": EXTENSIONS, "kind": "SandboxClaim", "spec": {"warmPoolRef": {"name": "p"}} | spec}
    try:
        KINDS["SandboxClaim"].model_validate(claim, strict=True)
    except ValidationError:
        assert check(claim) != []
    else:
        assert [problem for problem in check(claim) if "label value" not in problem.what] == []


@given(st.text(min_size=8, alphabet="QZXWV", max_size=12))
def test_no_value_is_repeated_in_a_message(secret: str) -> None:
    bad = container(
        image=f"{secret}:",
        imagePullPolicy=secret,
        resources={"limits": {"cpu": secret}},
        ports=[{"containerPort": secret}],
        livenessProbe={"tcpSocket": {"port": [secret]}},
    )
    bad["spec"]["podTemplate"]["metadata"] = {"labels": {"a": f"{secret} "}}
    problems = check(bad)
    assert len(problems) == 6
    assert not any(secret in str(problem) for problem in problems)


def pod_of(*containers: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A template of these containers, each with an image."""
    return template({"containers": [{"image": "a/b:1", **each} for each in containers], **fields})


POD = "spec.podTemplate.spec"


@pytest.mark.parametrize(
    ("bad", "path"),
    [
        (pod_of({"name": "a"}, {"name": "a"}), f"{POD}.containers[1].name"),
        (pod_of({"name": "A"}), f"{POD}.containers[0].name"),
        (
            pod_of({"name": "a"}, initContainers=[{"name": "a", "image": "a/b:1"}]),
            f"{POD}.containers[0].name",
        ),
        (pod_of({"name": "a"}, volumes=[{"name": "v"}, {"name": "v"}]), f"{POD}.volumes[1].name"),
        (
            pod_of({"name": "a", "volumeMounts": [{"name": "v", "mountPath": "/v"}]}),
            f"{POD}.containers[0].volumeMounts[0].name",
        ),
        (
            pod_of(
                {"name": "a", "volumeMounts": [{"name": "v", "mountPath": "/v"}] * 2}, volumes=[{"name": "v"}]
            ),
            f"{POD}.containers[0].volumeMounts[1].mountPath",
        ),
        (
            pod_of({"name": "a", "ports": [{"containerPort": 65536}]}),
            f"{POD}.containers[0].ports[0].containerPort",
        ),
        (
            pod_of({"name": "a", "ports": [{"containerPort": 1, "name": "9"}]}),
            f"{POD}.containers[0].ports[0].name",
        ),
        (
            pod_of(
                {"name": "a", "ports": [{"containerPort": 1, "name": "p"}, {"containerPort": 2, "name": "p"}]}
            ),
            f"{POD}.containers[0].ports[1].name",
        ),
        (
            pod_of({"name": "a", "readinessProbe": {"tcpSocket": {"port": "http"}}}),
            f"{POD}.containers[0].readinessProbe.tcpSocket.port",
        ),
        (
            pod_of({"name": "a", "resources": {"requests": {"cpu": "1001m"}, "limits": {"cpu": 1}}}),
            f"{POD}.containers[0].resources.requests.cpu",
        ),
        (
            pod_of({"name": "a", "resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1G"}}}),
            f"{POD}.containers[0].resources.requests.memory",
        ),
    ],
)
def test_contradictions_that_the_server_tells_only_the_pod(bad: dict[str, Any], path: str) -> None:
    assert [problem.path for problem in check(bad)] == [path]


def test_a_volume_claim_template_is_a_volume() -> None:
    pod = pod_of({"name": "a", "volumeMounts": [{"name": "home", "mountPath": "/home"}]})
    pod["spec"]["volumeClaimTemplates"] = [{"metadata": {"name": "home"}, "spec": {}}]
    assert check(pod) == []
    pod["spec"]["volumeClaimTemplates"][0]["metadata"]["name"] = Unknown()
    assert check(pod, is_opaque=is_unknown) == []
    pod["spec"]["volumeClaimTemplates"] = Unknown()
    assert check(pod, is_opaque=is_unknown) == []


def test_a_request_may_be_its_limit() -> None:
    both = {"requests": {"cpu": "1", "memory": "1024Mi"}, "limits": {"cpu": "1000m", "memory": "1Gi"}}
    assert check(container(resources=both)) == []

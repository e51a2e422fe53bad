"""The object of a template and everything that is wrong with it, without the engine."""

import subprocess
import sys
from typing import Any

import pytest

from gke_agent_sandbox.problems import Problem
from gke_agent_sandbox.sandboxes.api import open_api_schema
from gke_agent_sandbox.sandboxes.templates import (
    combination_problems,
    in_arguments,
    template_object,
    template_problems,
)
from gke_agent_sandbox.sandboxes.warm_pools import warm_pool_object, warm_pool_problems
from gke_agent_sandbox.tenancy.objects import SERVICE_ACCOUNT
from tests.unit.sandboxes.upstream import SOURCES, definition

IMAGE = "registry.example.com/agents/python:1"


def refused(**args: Any) -> dict[str, Problem]:
    """The problems of a template by the paths of the arguments."""
    given = {"namespace": "demo", **args}
    return {each.path: each for each in in_arguments(template_problems(template_object(given)), given)}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    "args",
    [
        {"image": IMAGE},
        {"image": IMAGE, "labels": {"my_label": "x"}, "service_account": "sandbox", "resources": {"cpu": 1}},
        {"pod": {"containers": [{"name": "a", "image": IMAGE}]}},
        {"image": IMAGE, "node_tenant": "acme"},
        {"pod": {"containers": [{"name": "a", "image": IMAGE}]}, "node_tenant": "acme"},
        {"image": IMAGE, "policies": {"network_policy_management": "Unmanaged"}},
        {"image": IMAGE, "policies": {"network_policy": {"egress": [{"ports": [{"port": 443}]}]}}},
    ],
)
def test_what_is_made_has_no_problem_and_loses_no_field(source: str, args: dict[str, Any]) -> None:
    template = template_object({"namespace": "demo", **args})
    assert template_problems(template, open_api_schema(definition(source, "SandboxTemplate"))) == []


def test_the_object_has_no_name_and_no_empty_map() -> None:
    template = template_object({"namespace": "demo", "image": IMAGE, "labels": {}})
    assert template["metadata"] == {"namespace": "demo"}
    assert "metadata" not in template["spec"]["podTemplate"]


def test_the_account_of_the_sandboxes_where_nothing_else_is_said() -> None:
    pod = {"containers": [{"name": "a", "image": IMAGE}]}
    for args, account in (
        ({"image": IMAGE}, SERVICE_ACCOUNT),
        ({"pod": pod}, SERVICE_ACCOUNT),
        ({"pod": {**pod, "serviceAccountName": "own"}}, "own"),
        ({"pod": {**pod, "serviceAccountName": "own"}, "service_account": "other"}, "other"),
        ({"image": IMAGE, "service_account": "other"}, "other"),
    ):
        made = template_object({"namespace": "demo", **args})["spec"]["podTemplate"]["spec"]
        assert made["serviceAccountName"] == account
    by_its_old_name = template_object({"namespace": "demo", "pod": {**pod, "serviceAccount": "own"}})
    assert "serviceAccountName" not in by_its_old_name["spec"]["podTemplate"]["spec"]


def test_the_way_to_the_metadata_server_is_not_opened_beside_something_else() -> None:
    (path,) = refused(image=IMAGE, policies={"network_policy": {"egress": [{"ports": [{"port": 80}]}]}})
    assert path == "policies.network_policy.egress[0].to"


TENANT = "gke-agent-sandbox/tenant"
GVISOR_KEY = "sandbox.gke.io/runtime"


def placed(**args: Any) -> tuple[Any, list[Any]]:
    """Node selector and tolerations of the pods."""
    pod = template_object({"namespace": "demo", **args})["spec"]["podTemplate"]["spec"]
    return pod["nodeSelector"], pod["tolerations"]


def exactly(key: str, value: str) -> dict[str, str]:
    return {"key": key, "value": value, "effect": "NoSchedule", "operator": "Equal"}


def test_the_nodes_of_a_tenant() -> None:
    selector = {GVISOR_KEY: "gvisor", TENANT: "acme"}
    tolerations = [exactly(GVISOR_KEY, "gvisor"), exactly(TENANT, "acme")]
    assert placed(image=IMAGE, node_tenant="acme") == (selector, tolerations)
    pod = {"containers": [{"name": "a", "image": IMAGE}]}
    assert placed(pod=pod, node_tenant="acme") == (selector, tolerations)


def test_a_whole_pod_keeps_what_it_says_of_its_nodes() -> None:
    own = {"nodeSelector": {"disk": "fast", TENANT: "acme"}, "tolerations": [exactly(TENANT, "acme")]}
    pod = {"containers": [{"name": "a", "image": IMAGE}], **own}
    selector, tolerations = placed(pod=pod, node_tenant="acme")
    assert selector == {"disk": "fast", TENANT: "acme", GVISOR_KEY: "gvisor"}
    assert tolerations == [exactly(TENANT, "acme"), exactly(GVISOR_KEY, "gvisor")]
    # Without the argument nothing is added to what the pod says, and a tenant that is not known yet does not
    # take its place.
    assert placed(pod=pod) == (selector, tolerations)
    assert placed(pod=pod, node_tenant=object())[0] == selector


@pytest.mark.parametrize("whole", [True, False])
def test_a_tenant_whose_name_is_no_label_value(whole: bool) -> None:
    words = {"pod": {"containers": [{"name": "a", "image": IMAGE}]}} if whole else {"image": IMAGE}
    assert "is no valid label value" in refused(node_tenant="a b", **words)["node_tenant"].what


def test_a_pod_on_the_nodes_of_another_tenant() -> None:
    pod = {"nodeSelector": {TENANT: "blue"}, "containers": [{"name": "a", "image": IMAGE}]}
    (problem,) = combination_problems({"namespace": "demo", "pod": pod, "node_tenant": "acme"})
    assert str(problem) == (
        'pod.nodeSelector["gke-agent-sandbox/tenant"]: is blue, and node_tenant is acme (the sandboxes can '
        "run on the nodes of one tenant). Write instead: one of the two"
    )
    assert list(combination_problems({"namespace": "demo", "pod": pod, "node_tenant": "blue"})) == []


@pytest.mark.parametrize("key", ["nodeSelector", "tolerations"])
def test_a_pod_to_which_the_tenants_nodes_cannot_be_added(key: str) -> None:
    pod = {"containers": [{"name": "a", "image": IMAGE}], key: "not known"}
    (problem,) = combination_problems({"namespace": "demo", "pod": pod, "node_tenant": "acme"})
    assert problem.path == f"pod.{key}"
    assert list(combination_problems({"namespace": "demo", "pod": pod})) == []


def test_nothing_goes_out_unless_it_is_said() -> None:
    closed = template_object({"namespace": "demo", "image": IMAGE})["spec"]
    assert closed["networkPolicyManagement"] == "Managed"
    assert closed["networkPolicy"]["egress"] == []
    assert [list(rule) for rule in closed["networkPolicy"]["ingress"]] == [["from"]]

    own: dict[str, Any] = {"ingress": [], "egress": [{}]}
    said = template_object({"namespace": "demo", "image": IMAGE, "policies": {"network_policy": own}})["spec"]
    assert said["networkPolicy"] == own

    unmanaged = {"network_policy_management": "Unmanaged"}
    assert (
        "networkPolicy"
        not in template_object({"namespace": "demo", "image": IMAGE, "policies": unmanaged})["spec"]
    )


def test_policies_reach_the_object() -> None:
    policies = {"env_vars_injection_policy": "Allowed", "volume_claim_templates_policy": "Overrides"}
    spec = template_object({"namespace": "demo", "image": IMAGE, "policies": policies})["spec"]
    assert spec["envVarsInjectionPolicy"] == "Allowed"
    assert spec["volumeClaimTemplatesPolicy"] == "Overrides"


def test_problems_are_named_by_the_argument_that_caused_them() -> None:
    problems = refused(
        image="${IMAGE}",
        namespace="kube-system",
        resources={"memory": "512MB"},
        container={"env": {"A": 1}},
        labels={"agents.x-k8s.io/a": "b", "app": "sandbox-router"},
        policies={"network_policy": {"egres": []}},
    )
    assert set(problems) == {
        "image",
        "namespace",
        "resources.requests.memory",
        "resources.limits.memory",
        "container.env[0].value",
        'labels["agents.x-k8s.io/a"]',
        "labels.app",
        "policies.network_policy.egres",
    }
    assert problems["policies.network_policy.egres"].fix == "egress"


def test_problems_of_a_pod_are_named_below_pod() -> None:
    problems = refused(
        pod={"containers": [{"name": "a", "image": IMAGE, "security_context": {}}], "hostnetwork": True}
    )
    assert {path: problem.fix for path, problem in problems.items()} == {
        "pod.containers[0].security_context": "securityContext",
        "pod.hostnetwork": "hostNetwork",
    }


@pytest.mark.parametrize(
    ("pod", "path"),
    [
        ({"securityContext": {"runAsUser": 0}}, "pod.securityContext.runAsUser"),
        ({"securityContext": {"runAsNonRoot": False}}, "pod.securityContext.runAsNonRoot"),
        ({"automountServiceAccountToken": True}, "pod.automountServiceAccountToken"),
    ],
)
def test_what_the_rules_forbid_is_refused_although_it_is_said(pod: dict[str, Any], path: str) -> None:
    problems = refused(pod={"containers": [{"name": "a", "image": IMAGE}], **pod})
    assert path in problems
    assert problems[path].fix


def test_what_the_check_of_the_api_has_told_is_not_told_again() -> None:
    args = {"namespace": "demo", "image": "${IMAGE}", "resources": {"memory": "512MB"}}
    told = [each.path for each in in_arguments(template_problems(template_object(args)), args)]
    assert sorted(told) == ["image", "resources.limits.memory", "resources.requests.memory"]


@pytest.mark.parametrize(
    ("args", "path"),
    [
        ({"pod": {"runtimeClassName": "runc"}}, "pod.runtimeClassName"),
        ({"pod": {"nodeName": "node-1"}}, "pod.nodeName"),
        (
            {"pod": {"volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}]}},
            "pod.volumes[0].persistentVolumeClaim.claimName",
        ),
        ({"image": IMAGE, "container": {"env": {"API_KEY": "s3cr3t-w0rd-1"}}}, "container.env[0].value"),
        ({"image": IMAGE, "container": {"args": ["--token=s3cr3t-w0rd-1"]}}, "container.args[0]"),
        ({"image": IMAGE, "resources": {"limits": {"cpu": "0"}}}, "resources.limits.cpu"),
        ({"image": IMAGE, "labels": {"app": "sandbox-router"}}, "labels.app"),
    ],
)
def test_what_a_sandbox_must_not_have_is_refused_by_its_argument(args: dict[str, Any], path: str) -> None:
    if "pod" in args:
        args["pod"]["containers"] = [{"name": "a", "image": IMAGE}]
    problems = refused(**args)
    assert set(problems) == {path}
    assert "s3cr3t-w0rd" not in str(problems[path])


def test_what_the_pack_only_tells_is_not_refused() -> None:
    """An image that moves, and a Secret in the environment."""
    variable = {"name": "KEY", "valueFrom": {"secretKeyRef": {"name": "a", "key": "b"}}}
    assert refused(image="registry.example.com/agents/python:latest") == {}
    assert refused(pod={"containers": [{"name": "a", "image": IMAGE, "env": [variable]}]}) == {}


def test_an_unknown_value_is_no_violation_and_a_secret_one_is_not_repeated() -> None:
    marker = object()
    unknown = template_object({"namespace": "demo", "image": marker, "container": {"run_as_user": marker}})
    assert template_problems(unknown, is_opaque=lambda value: value is marker) == []

    path = ("spec", "podTemplate", "spec", "runtimeClassName")
    template = template_object({"namespace": "demo", "pod": {"runtimeClassName": "s3cr3t-w0rd"}})
    assert "s3cr3t-w0rd" in str(template_problems(template))
    assert "s3cr3t-w0rd" not in str(template_problems(template, secret_paths=[path]))


@pytest.mark.parametrize(
    ("args", "paths"),
    [
        ({}, ["image"]),
        ({"image": IMAGE, "pod": {}}, ["image"]),
        ({"pod": {}, "container": {}, "resources": {}}, ["container", "resources"]),
        (
            {"image": IMAGE, "policies": {"network_policy_management": "Unmanaged", "network_policy": {}}},
            ["policies.network_policy"],
        ),
        ({"image": IMAGE}, []),
    ],
)
def test_combinations(args: dict[str, Any], paths: list[str]) -> None:
    assert [problem.path for problem in combination_problems(args)] == paths


POOL = {"namespace": "demo", "pool_name": "python", "template": "python-1a2b3c4d", "replicas": 2}


def test_a_pool_waits_for_what_it_asks() -> None:
    assert warm_pool_object({**POOL, "replicas": 2.0}) == {
        "apiVersion": "extensions.agents.x-k8s.io/v1beta1",
        "kind": "SandboxWarmPool",
        "metadata": {
            "name": "python",
            "namespace": "demo",
            "annotations": {"pulumi.com/waitFor": "jsonpath={.status.readyReplicas}=2"},
        },
        "spec": {"sandboxTemplateRef": {"name": "python-1a2b3c4d"}, "replicas": 2},
    }


@pytest.mark.parametrize("more", [{"replicas": 0}, {"wait_seconds": 0}])
def test_an_empty_pool_or_one_that_need_not_be_waited_for_has_no_annotation(more: dict[str, Any]) -> None:
    assert warm_pool_object({**POOL, **more})["metadata"] == {"name": "python", "namespace": "demo"}


@pytest.mark.parametrize("source", SOURCES)
def test_a_pool_has_no_problem_and_loses_no_field(source: str) -> None:
    pool = warm_pool_object({**POOL, "update_strategy": "Recreate"})
    assert warm_pool_problems(pool, open_api_schema(definition(source, "SandboxWarmPool"))) == []


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"pool_name": "p" * 58}, "metadata.name"),
        ({"pool_name": "Python"}, "metadata.name"),
        ({"pool_name": "a.b"}, "metadata.name"),
        ({"namespace": "gke-managed-x"}, "metadata.namespace"),
        ({"replicas": -1}, "spec.replicas"),
        ({"update_strategy": "Rolling"}, "spec.updateStrategy.type"),
    ],
)
def test_a_pool_that_cannot_be(more: dict[str, Any], path: str) -> None:
    assert [problem.path for problem in warm_pool_problems(warm_pool_object({**POOL, **more}))] == [path]


def test_the_checks_load_neither_the_engine_nor_the_client_before_they_need_them() -> None:
    program = """
import sys
import gke_agent_sandbox.tenancy.problems
from gke_agent_sandbox.sandboxes import template_object, template_problems, warm_pool_problems
from gke_agent_sandbox.sandboxes.api import check
assert "kubernetes" not in sys.modules
template_problems(template_object({"namespace": "demo", "image": "a/b:1"}))
assert "kubernetes" in sys.modules
assert not [name for name in sys.modules if name.startswith("pulumi")]
"""
    subprocess.run([sys.executable, "-c", program], check=True)

"""What is found across the groups of a stack config."""

from typing import Any, cast

import pytest

from gke_agent_sandbox.problems import Problem, ProblemsError
from gke_agent_sandbox.stack.check import check, tenant_problems
from gke_agent_sandbox.stack.config import StackConfig

SAFE = {"image": "registry.example.com/agents/a:1"}


def problems(tenant: dict[str, Any], schema: dict[str, Any] | None = None) -> dict[str, Problem]:
    return {problem.path: problem for problem in tenant_problems("demo", tenant, schema)}


def test_a_safe_tenant_has_no_problem() -> None:
    tenant = {"templates": {"a": SAFE}, "pools": {"a": {"template": "a", "replicas": 1}}}
    assert problems(tenant) == {}


def test_a_pool_over_a_template_that_is_not_there() -> None:
    found = problems({"templates": {"a": SAFE}, "pools": {"p": {"template": "b", "replicas": 1}}})
    assert found["tenants.demo.pools.p.template"].fix == "one of a"


def test_a_namespace_that_is_not_the_tenants() -> None:
    paths = {problem.path for problem in tenant_problems("kube-system", {}, None)}
    assert any(path.startswith("tenants.kube-system") for path in paths)


@pytest.mark.parametrize(
    ("pod", "path"),
    [
        ({"containers": [{"name": "a", **SAFE, "securityContext": {"runAsUser": 0}}]}, "runAsUser"),
        (
            {"automountServiceAccountToken": True, "containers": [{"name": "a", **SAFE}]},
            "automountServiceAccountToken",
        ),
        ({"container": [{"name": "a", **SAFE}]}, "container"),
    ],
)
def test_an_unsafe_or_misspelt_pod_is_found_under_its_own_path(pod: dict[str, Any], path: str) -> None:
    found = problems({"templates": {"a": {"pod": pod}}})
    assert any(each.startswith("tenants.demo.templates.a.pod") and path in each for each in found), found


def test_a_field_that_the_crd_lacks_is_found() -> None:
    known = {
        "containers": {
            "type": "array",
            "items": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        }
    }
    spec = {"type": "object", "properties": known}
    template = {"type": "object", "properties": {"spec": spec, "metadata": {"type": "object"}}}
    schema = {
        "type": "object",
        "properties": {"spec": {"type": "object", "properties": {"podTemplate": template}}},
    }
    found = problems(
        {"templates": {"a": {"pod": {"hostUsers": False, "containers": [{"name": "a", **SAFE}]}}}}, schema
    )
    assert any("hostUsers" in path for path in found), found


MADE = {"project": "p", "location": "europe-west4", "network": {"network": "n", "subnetwork": "s"}}


def checked(cluster: dict[str, Any], controller: dict[str, Any] | None) -> set[str]:
    """The paths of everything that is found before the engine starts."""
    stack: dict[str, Any] = {"cluster": {"name": "main", **cluster}, "controller": controller}
    try:
        check(cast("StackConfig", stack), "Pulumi.test.yaml")
    except ProblemsError as error:
        return {problem.path for problem in error.problems}
    return set()


def test_files_that_are_not_there_are_told_together() -> None:
    controller = {"manifest": {"source": "none.yaml"}}
    assert checked({"kubeconfig": "none"}, controller) == {"cluster.kubeconfig", "controller.manifest.source"}
    assert checked({"autopilot": MADE}, controller) == {"controller.manifest.source"}


def test_no_release_is_read_where_google_runs_the_controller() -> None:
    assert checked({"autopilot": {**MADE, "addons": {"agent_sandbox": True}}}, None) == set()

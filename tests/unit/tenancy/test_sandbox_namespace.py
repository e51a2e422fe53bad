"""The namespace of a tenant."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.tenancy import SandboxNamespace, SandboxNamespaceArgs, namespace_problems
from gke_agent_sandbox.tenancy.objects import (
    DEFAULT_QUOTA,
    counts_custom_resources,
    custom_resource_quota_spec,
    limit_range_spec,
    namespace_metadata,
    quota_spec,
)
from tests.unit.sandboxes.recorder import recorded

NAMESPACE = "kubernetes:core/v1:Namespace tenant"
QUOTA = "kubernetes:core/v1:ResourceQuota tenant-quota"
COUNTS = "kubernetes:core/v1:ResourceQuota tenant-custom-resources"
CLAIMS = "count/sandboxclaims.extensions.agents.x-k8s.io"
AT_ONCE = {key: value for key, value in DEFAULT_QUOTA.items() if key != CLAIMS}
DENY = "kubernetes:networking.k8s.io/v1:NetworkPolicy tenant-default-deny"
ACCOUNT = "kubernetes:core/v1:ServiceAccount tenant-service-account"
LIMITS = "kubernetes:core/v1:LimitRange tenant-limit-range"


def made(**more: Any) -> dict[str, dict[str, Any]]:
    args: Any = {"namespace": "demo", **more}
    return {name: each["inputs"] for name, each in recorded(lambda: SandboxNamespace("tenant", args)).items()}


def test_what_is_made_of_a_name_alone() -> None:
    graph = made()
    assert {name for name in graph if name.startswith("kubernetes:")} == {
        NAMESPACE,
        QUOTA,
        COUNTS,
        DENY,
        ACCOUNT,
    }
    assert graph[NAMESPACE]["metadata"] == {
        "name": "demo",
        "labels": {
            f"pod-security.kubernetes.io/{mode}{suffix}": value
            for mode in ("enforce", "audit", "warn")
            for suffix, value in (("", "restricted"), ("-version", "latest"))
        },
    }
    assert graph[DENY]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    assert graph[DENY]["metadata"] == {"name": "default-deny", "namespace": "demo"}
    assert graph[QUOTA]["spec"] == {"hard": AT_ONCE}
    assert graph[COUNTS]["spec"] == {"hard": {CLAIMS: "100"}}
    assert graph[COUNTS]["metadata"] == {
        "name": "custom-resources",
        "namespace": "demo",
        "annotations": {"pulumi.com/waitFor": f"[\"jsonpath={{.status.used['{CLAIMS}']}}\"]"},
    }
    assert graph[ACCOUNT]["automountServiceAccountToken"] is False
    assert graph[ACCOUNT]["metadata"] == {"name": "sandbox", "namespace": "demo"}


def test_what_is_said_is_made() -> None:
    graph = made(
        labels={"team_a": "x"},
        annotations={"owner": "a@example.com"},
        pod_security_version="v1.36",
        quota={"pods": "5", "requests.nvidia.com/gpu": "1"},
        limit_range={"default_request": {"cpu": "100m"}, "max": {"cpu": "2"}},
    )
    labels = graph[NAMESPACE]["metadata"]["labels"]
    assert labels["team_a"] == "x"
    assert labels["pod-security.kubernetes.io/enforce-version"] == "v1.36"
    assert graph[NAMESPACE]["metadata"]["annotations"] == {"owner": "a@example.com"}
    assert graph[QUOTA]["spec"]["hard"] == AT_ONCE | {"pods": "5", "requests.nvidia.com/gpu": "1"}
    assert graph[LIMITS]["spec"] == {
        "limits": [{"type": "Container", "defaultRequest": {"cpu": "100m"}, "max": {"cpu": "2"}}]
    }


def test_empty_maps_are_left_out() -> None:
    metadata = namespace_metadata({"namespace": "demo", "labels": {}, "annotations": {}})
    assert "annotations" not in metadata
    assert limit_range_spec({"limit_range": {"max": {}}}) is None
    assert quota_spec({"quota": {}}) == {"hard": AT_ONCE}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (CLAIMS, True),
        ("count/sandboxes.agents.x-k8s.io", True),
        ("count/widgets.example.com", True),
        ("count/deployments.apps", False),
        ("count/ingresses.networking.k8s.io", False),
        ("count/secrets", False),
        ("requests.nvidia.com/gpu", False),
        ("pods", False),
    ],
)
def test_which_counts_come_into_force_late(name: str, expected: bool) -> None:
    assert counts_custom_resources(name) is expected
    spec = custom_resource_quota_spec({"quota": {name: "1"}})
    assert spec is not None
    assert (name in spec["hard"]) is expected
    assert (name in quota_spec({"quota": {name: "1"}})["hard"]) is not expected


@pytest.mark.parametrize(
    "name",
    ["default", "kube-system", "kube-anything", "gke-managed-system", "gmp-public", "agent-sandbox-system"],
)
def test_the_namespaces_of_others_are_refused(name: str) -> None:
    (problem,) = namespace_problems({"namespace": name})
    assert problem.path == "namespace"
    assert "is a namespace of" in problem.what


@pytest.mark.parametrize("name", ["demo", "sandboxes", "gkedemo", "agents-system", "a" * 63])
def test_other_names_are_taken(name: str) -> None:
    assert namespace_problems({"namespace": name}) == []


def test_every_problem_at_once() -> None:
    problems = namespace_problems(
        {
            "namespace": "Demo_1",
            "labels": {"pod-security.kubernetes.io/enforce": "privileged", "a b": "x"},
            "pod_security_version": "1.36",
            "quota": {"pods": "many"},
            "limit_range": {"max": {"cpu": "2 cores"}},
        }
    )
    assert [problem.path for problem in problems] == [
        "namespace",
        'labels["a b"]',
        'labels["pod-security.kubernetes.io/enforce"]',
        "pod_security_version",
        "quota.pods",
        "limit_range.max.cpu",
    ]


def test_unknown_keys_and_types_are_refused() -> None:
    args: Any = {"name": "demo", "quota": {"pods": 5}, "limit_range": {"maximum": {}}}
    with pytest.raises(pulumi.RunError) as error:
        recorded(lambda: SandboxNamespace("tenant", args))
    for words in (
        "namespace: is required",
        "name: is no setting",
        "quota.pods: is a number",
        "limit_range.maximum",
    ):
        assert words in str(error.value)


def test_a_name_is_checked_as_soon_as_it_is_known() -> None:
    def program() -> None:
        args: SandboxNamespaceArgs = {"namespace": pulumi.Output.from_input("kube-system")}
        SandboxNamespace("tenant", args)

    with pytest.raises(pulumi.RunError, match="namespace: is a namespace of Kubernetes"):
        recorded(program)

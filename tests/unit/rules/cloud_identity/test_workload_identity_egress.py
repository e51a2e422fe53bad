"""Pods with an identity, and policies that shut it off."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import Member, Resource, judge, judge_stack, read
from gke_agent_sandbox.rules.clock import current_day
from gke_agent_sandbox.rules.cloud_identity.label_selector import selects
from tests.unit.rules.objects import good_pod_spec, only

RULE = "workload-identity-egress"
POOL = "acme-agents.svc.id.goog"
PRINCIPAL = f"principal://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/{POOL}/subject/ns/demo/sa"
NARROW = {"to": [{"ipBlock": {"cidr": "169.254.169.254/32"}}], "ports": [{"protocol": "TCP", "port": 80}]}


def kubernetes(api_version: str, kind: str, name: str, namespace: str = "demo", **more: Any) -> Resource:
    metadata = {"name": name, "namespace": namespace, **more.pop("metadata", {})}
    properties = {"apiVersion": api_version, "kind": kind, "metadata": metadata, **more}
    return Resource(None, properties, name, urn=f"urn:{kind}:{namespace}:{name}")


def account(name: str = "reader", namespace: str = "demo") -> Resource:
    annotations = {"iam.gke.io/gcp-service-account": "reader@acme-agents.iam.gserviceaccount.com"}
    return kubernetes("v1", "ServiceAccount", name, namespace, metadata={"annotations": annotations})


def template(account: str = "reader", namespace: str = "demo", **spec: Any) -> Resource:
    pod = {"metadata": {"labels": {"app": "x"}}, "spec": good_pod_spec(serviceAccountName=account)}
    group = "extensions.agents.x-k8s.io/v1beta1"
    return kubernetes(group, "SandboxTemplate", "t", namespace, spec={"podTemplate": pod, **spec})


def deployment() -> Resource:
    pod = {"metadata": {"labels": {"app": "x"}}, "spec": good_pod_spec(serviceAccountName="reader")}
    return kubernetes("apps/v1", "Deployment", "d", spec={"selector": {}, "template": pod})


def policy(*egress: Any, namespace: str = "demo", labels: Any = None) -> Resource:
    spec = {"podSelector": {"matchLabels": labels or {}}, "policyTypes": ["Egress"], "egress": list(egress)}
    return kubernetes("networking.k8s.io/v1", "NetworkPolicy", "p", namespace, spec=spec)


def bound(name: str = "reader") -> Resource:
    return Resource("gcp:projects/iAMMember:IAMMember", {"member": f"{PRINCIPAL}/{name}"}, "b", urn="urn:b")


def told(*resources: Resource, providers: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    members = [
        Member(read(each, current_day()), provider=provider)
        for each, provider in zip(resources, providers or [""] * len(resources), strict=True)
    ]
    found = judge_stack(members, only(RULE))
    assert {str(each.finding.verdict) for each in found} <= {"advice"}
    return [(each.urn, each.finding.path) for each in found]


SHUT = [("urn:SandboxTemplate:demo:t", "spec.podTemplate.spec.serviceAccountName")]


def test_the_policy_of_the_controller_shuts_it_off() -> None:
    for identity in (account(), bound()):
        assert told(identity, template()) == SHUT
        assert told(identity, template(networkPolicy={"egress": []})) == SHUT
        assert told(identity, template(networkPolicy={"egress": [NARROW]})) == []
        assert told(identity, template(networkPolicyManagement="Unmanaged")) == []


def test_policies_add_up() -> None:
    unmanaged = template(networkPolicyManagement="Unmanaged")
    assert told(account(), unmanaged, policy()) == SHUT
    assert told(account(), unmanaged, policy(), policy(NARROW)) == []
    assert told(account(), template(), policy(NARROW, labels={"app": "x"})) == []
    assert told(account(), template(), policy(NARROW, labels={"app": "y"})) == SHUT
    assert told(account(), template(), policy(NARROW, namespace="other")) == SHUT
    assert told(account(), unmanaged, policy(labels={"app": "y"})) == []


def test_any_pod_that_is_bound() -> None:
    assert told(account(), deployment()) == []
    assert told(account(), deployment(), policy()) == [
        ("urn:Deployment:demo:d", "spec.template.spec.serviceAccountName")
    ]


def test_accounts_without_an_identity() -> None:
    assert told(template()) == []
    assert told(account("other"), template()) == []
    assert told(bound("other"), template()) == []
    assert told(account(namespace="other"), template()) == []
    assert told(kubernetes("v1", "ServiceAccount", "reader"), template()) == []


def test_clusters_are_told_apart() -> None:
    assert told(account(), template(), providers=("a", "b")) == []
    assert told(account(), template(), providers=("a", "a")) == SHUT


def test_one_resource_alone_says_nothing() -> None:
    assert [each for each in judge(template(), only(RULE)) if each.rule == RULE] == []


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ({}, True),
        (None, False),
        ({"matchLabels": {"app": "x"}}, True),
        ({"matchLabels": {"app": "y"}}, False),
        ({"matchLabels": 7}, False),
        ({"matchExpressions": [{"key": "app", "operator": "In", "values": ["x", "y"]}]}, True),
        ({"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["x"]}]}, False),
        ({"matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["x"]}]}, True),
        ({"matchExpressions": [{"key": "app", "operator": "Exists"}]}, True),
        ({"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}, False),
        ({"matchExpressions": [{"key": "app", "operator": "Near"}]}, False),
        ({"matchExpressions": [7]}, False),
        ({"matchExpressions": 7}, False),
        ({"matchLabels": {"app": "x"}, "matchExpressions": [{"key": "b", "operator": "Exists"}]}, False),
    ],
)
def test_selectors(selector: Any, expected: bool) -> None:
    assert selects(selector, {"app": "x"}) is expected

"""No finding holds the value of a secret."""

from typing import Any

from gke_agent_sandbox.rules import Path, Resource, judge
from tests.unit.rules.objects import good_pod_spec, pod

CANARY = "s3cr3t-canary"


def judged_with_secrets(spec: Any, *secrets: Path) -> list[Any]:
    plain = pod(spec)
    return judge(Resource(plain.type_token, plain.properties, secrets=frozenset(secrets)))


def test_a_secret_value_is_not_printed() -> None:
    context = {"runAsNonRoot": True, "runAsUser": CANARY, "capabilities": {"drop": ["ALL"]}}
    spec = good_pod_spec(containers=[{"name": "app", "securityContext": context}])
    user: Path = ("spec", "containers", 0, "securityContext", "runAsUser")
    (finding,) = judged_with_secrets(spec, user)
    assert finding.found == "a secret value"
    assert finding.who == 'container "app"'
    (open_finding,) = judged_with_secrets(spec)
    assert open_finding.found == f'"{CANARY}"'


def test_within_a_secret_list_containers_go_by_their_position_and_capabilities_by_their_names() -> None:
    """One secret environment variable makes the provider mark the whole list."""
    context = {"runAsNonRoot": True, "capabilities": {"drop": ["ALL"], "add": ["NET_ADMIN", CANARY]}}
    spec = good_pod_spec(containers=[{"name": CANARY, "securityContext": context}])
    (finding,) = judged_with_secrets(spec, ("spec", "containers"))
    assert finding.who == "container 0"
    assert finding.found == '["NET_ADMIN", a secret value]'
    assert finding.path == "spec.containers[0].securityContext.capabilities.add"


def test_a_users_own_key_within_a_secret_is_not_printed() -> None:
    groups = {CANARY: {"template": {"spec": {"containers": [{"name": "a", "image": "a"}]}}}}
    ray = Resource(
        None,
        {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": {"groups": groups}},
        secrets=frozenset({("spec", "groups")}),
    )
    findings = judge(ray)
    assert {each.path.partition(".containers")[0] for each in findings} >= {"spec.groups.*.template.spec"}
    assert CANARY not in " ".join(each.message for each in findings)

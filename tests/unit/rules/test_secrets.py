"""No finding holds the value of a secret."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import Path, Resource, judge
from tests.unit.rules.objects import FEW, about, good_container, good_context, good_pod_spec, pod

CANARY = "s3cr3t-canary"


def judged_with_secrets(spec: Any, *secrets: Path) -> list[Any]:
    plain = pod(spec)
    return judge(Resource(plain.type_token, plain.properties, secrets=frozenset(secrets)), FEW)


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


@pytest.mark.parametrize(
    ("rule", "field", "value", "at", "found"),
    [
        ("default-proc-mount", "procMount", "Unmasked", "procMount", '"Unmasked"'),
        ("seccomp-profile", "seccompProfile", {"type": "Unconfined"}, "seccompProfile.type", '"Unconfined"'),
        ("seccomp-profile", "seccompProfile", {"type": CANARY}, "seccompProfile.type", "a secret value"),
        ("se-linux-options", "seLinuxOptions", {"user": CANARY}, "seLinuxOptions.user", "a secret value"),
    ],
)
def test_words_of_the_api_are_printed_also_within_a_secret(
    rule: str, field: str, value: Any, at: str, found: str
) -> None:
    plain = pod(good_pod_spec(containers=[good_container(securityContext=good_context(**{field: value}))]))
    secret = Resource(plain.type_token, plain.properties, secrets=frozenset({("spec", "containers")}))
    (finding,) = about(rule, secret)
    assert (finding.path, finding.found) == (f"spec.containers[0].securityContext.{at}", found)


def test_a_users_own_key_within_a_secret_is_not_printed() -> None:
    groups = {CANARY: {"template": {"spec": {"containers": [{"name": "a", "image": "a"}]}}}}
    ray = Resource(
        None,
        {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": {"groups": groups}},
        secrets=frozenset({("spec", "groups")}),
    )
    findings = judge(ray, FEW)
    assert {each.path.partition(".containers")[0] for each in findings} >= {"spec.groups.*.template.spec"}
    assert CANARY not in " ".join(each.message for each in findings)

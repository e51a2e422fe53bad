"""Secrets are better read from files."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import DEFAULT, UNKNOWN, Level, Path, Resource, judge
from tests.unit.rules.objects import about, good_container, good_pod_spec, pod

RULE = "secret-in-env"


def by_key(name: str) -> dict[str, Any]:
    return {"name": name, "valueFrom": {"secretKeyRef": {"name": "ops", "key": "k"}}}


def running(*secrets: Path, key: str = "containers", **container: Any) -> Resource:
    rest = {} if key == "containers" else {"containers": [good_container()]}
    plain = pod(good_pod_spec(**{**rest, key: [good_container(**container)]}))
    return Resource(plain.type_token, plain.properties, secrets=frozenset(secrets))


@pytest.mark.parametrize("key", ["containers", "initContainers", "ephemeralContainers"])
def test_one_line_names_all_variables_of_a_container(key: str) -> None:
    env = [by_key(f"KEY_{at}") for at in range(15)]
    (finding,) = about(RULE, running(key=key, env=[*env, {"name": "A", "value": "b"}]))
    assert (finding.verdict, finding.path) == ("advice", f"spec.{key}[0].env")
    assert all(f'"KEY_{at}"' in finding.message for at in range(15))
    assert '"A"' not in finding.message


def test_whole_secrets_are_told_on_the_same_line() -> None:
    from_whole = [{"configMapRef": {"name": "c"}}, {"secretRef": {"name": "ops"}}]
    (finding,) = about(RULE, running(env=[by_key("KEY")], envFrom=from_whole))
    assert 'variable "KEY", all variables of "ops"' in finding.message
    (finding,) = about(RULE, running(envFrom=from_whole))
    assert finding.path == "spec.containers[0].envFrom"


def test_each_container_has_its_line() -> None:
    containers = [good_container(name=name, env=[by_key("KEY")]) for name in ("a", "b")]
    found = about(RULE, pod(good_pod_spec(containers=containers)))
    assert [each.who for each in found] == ['container "a"', 'container "b"']


@pytest.mark.parametrize(
    "env",
    [
        None,
        [],
        UNKNOWN,
        [UNKNOWN],
        [{"name": "A", "value": "b"}],
        [{"name": "A", "valueFrom": {"configMapKeyRef": {"name": "a", "key": "b"}}}],
        [{"name": "A", "valueFrom": UNKNOWN}],
        [{"name": "A", "valueFrom": {"secretKeyRef": None}}],
        [{"name": "A", "valueFrom": "secret"}],
        "A=b",
    ],
)
def test_other_variables_are_left_alone(env: Any) -> None:
    assert about(RULE, running(env=env)) == []
    assert about(RULE, running(envFrom=env)) == []


def test_it_never_blocks() -> None:
    (finding,) = [each for each in judge(running(env=[by_key("KEY")])) if each.rule == RULE]
    assert DEFAULT.level_of(finding) is Level.ADVISORY


def test_no_secret_is_printed() -> None:
    reference = [{"secretRef": {"name": "s3cr3t"}}]
    marked = running(("spec", "containers"), env=[by_key("S3CR3T")], envFrom=reference)
    (finding,) = about(RULE, marked)
    assert "variable 0" in finding.message
    assert "s3cr3t" not in finding.message.lower()

"""No Secret is made for a token that never expires."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from tests.unit.rules.objects import about

RULE = "no-token-secret"
TOKEN = "kubernetes.io/service-account-token"
SECRET = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}}


def found(resource: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource)]


def secret(**fields: Any) -> Resource:
    return Resource("kubernetes:core/v1:Secret", {**SECRET, **fields})


@pytest.mark.parametrize("kind", [None, "Opaque", "kubernetes.io/tls", f"{TOKEN}s", ""])
def test_other_secrets_are_left_alone(kind: Any) -> None:
    assert judge(secret(type=kind, stringData={"a": UNKNOWN})) == []


@pytest.mark.parametrize("wrong", [TOKEN, [TOKEN], {}, True, 1.0])
def test_a_token_is_a_fault(wrong: Any) -> None:
    assert found(secret(type=wrong)) == [("violation", "type")]


def test_a_type_that_is_not_known_yet_is_undetermined() -> None:
    assert found(secret(type=UNKNOWN)) == [("undetermined", "type")]


@pytest.mark.parametrize(
    ("token", "properties", "path"),
    [
        (None, {**SECRET, "type": TOKEN}, "type"),
        ("kubernetes:core/v1:Secret", {"type": TOKEN}, "type"),
        ("kubernetes:core/v1:SecretPatch", {**SECRET, "type": TOKEN}, "type"),
        ("kubernetes:core/v1:SecretPatch", {"type": TOKEN}, "type"),
        ("kubernetes:core/v1:ConfigMap", {**SECRET, "type": TOKEN}, "type"),
        ("kubernetes:core/v1:SecretList", {"items": [{"type": TOKEN}]}, "items[0].type"),
        ("kubernetes:core/v1:SecretList", {"items": [{}, {**SECRET, "type": TOKEN}]}, "items[1].type"),
        (None, {"apiVersion": "v1", "kind": "List", "items": [{**SECRET, "type": TOKEN}]}, "items[0].type"),
    ],
)
def test_it_is_found_wherever_it_stands(token: str | None, properties: Any, path: str) -> None:
    assert found(Resource(token, properties)) == [("violation", path)]


@pytest.mark.parametrize(
    ("api", "kind"), [("v1", "ConfigMap"), ("example.com/v1", "Secret"), ("v1", "ServiceAccount")]
)
def test_other_kinds_are_left_alone(api: str, kind: str) -> None:
    assert found(Resource(None, {**SECRET, "apiVersion": api, "kind": kind, "type": TOKEN})) == []


def test_no_secret_is_printed() -> None:
    marked = Resource(None, {**SECRET, "type": ["s3cr3t"]}, secrets=frozenset({("type",)}))
    assert "s3cr3t" not in about(RULE, marked)[0].message

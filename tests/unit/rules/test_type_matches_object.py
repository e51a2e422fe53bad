"""A resource is what its type says."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about

RULE = "type-matches-object"


def found(token: str | None, **fields: Any) -> list[tuple[str, str]]:
    return [(each.path, str(each.verdict)) for each in about(RULE, Resource(token, fields))]


@pytest.mark.parametrize(
    ("token", "api_version", "kind"),
    [
        ("kubernetes:core/v1:Pod", "v1", "Pod"),
        ("kubernetes:core/v1:PodPatch", "v1", "Pod"),
        ("kubernetes:core/v1:PodList", "v1", "PodList"),
        ("kubernetes:apps/v1:Deployment", "apps/v1", "Deployment"),
        ("kubernetes:apps/v1:Deployment", "apps/v1beta1", "Deployment"),
        ("kubernetes:agents.x-k8s.io/v1beta1:Sandbox", "agents.x-k8s.io/v1beta1", "Sandbox"),
        ("kubernetes:agents.x-k8s.io/v1beta1:SandboxPatch", "agents.x-k8s.io/v1beta1", "Sandbox"),
        ("kubernetes:example.com/v1:DiskPatch", "example.com/v1", "DiskPatch"),
        ("kubernetes:apps/v1:Deployment", None, None),
        ("kubernetes:apps/v1:Deployment", UNKNOWN, UNKNOWN),
        ("kubernetes:helm.sh/v3:Release", None, None),
        ("crds:agents.x-k8s.io/v1beta1:Sandbox", "v1", "Pod"),
        ("shop:index:Cart", "v1", "Pod"),
        (None, "v1", "Pod"),
    ],
)
def test_what_its_type_says_passes(token: str | None, api_version: Any, kind: Any) -> None:
    assert found(token, apiVersion=api_version, kind=kind) == []


@pytest.mark.parametrize(
    ("token", "api_version", "kind", "paths"),
    [
        ("kubernetes:core/v1:ConfigMap", "v1", "Pod", ["kind"]),
        ("kubernetes:core/v1:ConfigMap", "apps/v1", "Deployment", ["apiVersion", "kind"]),
        ("kubernetes:core/v1:ConfigMap", None, "Pod", ["kind"]),
        ("kubernetes:core/v1:ConfigMap", UNKNOWN, "Pod", ["kind"]),
        ("kubernetes:core/v1:ConfigMap", "batch/v1", UNKNOWN, ["apiVersion"]),
        ("kubernetes:apps/v1:Deployment", "evil.example.com/v1", "Deployment", ["apiVersion"]),
        ("kubernetes:core/v1:ConfigMapPatch", "v1", "Pod", ["kind"]),
        ("kubernetes:core/v1:Pod", "v1", "PodPatch", ["kind"]),
        ("kubernetes:core/v1:Pod", "v1", 1.0, ["kind"]),
        ("kubernetes:core/v1:Pod", "", ["Pod"], ["apiVersion", "kind"]),
        ("kubernetes:core/v1:Pod", {}, "pod", ["apiVersion", "kind"]),
    ],
)
def test_another_object_is_a_violation(token: str, api_version: Any, kind: Any, paths: list[str]) -> None:
    assert found(token, apiVersion=api_version, kind=kind) == [(path, "violation") for path in paths]


def test_the_message_names_the_type_and_what_stands_there() -> None:
    (finding,) = about(RULE, Resource("kubernetes:core/v1:ConfigMap", {"apiVersion": "v1", "kind": "Pod"}))
    assert finding.message == (
        "type-matches-object (object must be what its type says, kubernetes:core/v1:ConfigMap): kind is"
        ' "Pod". Write instead: the apiVersion and kind of that type, or the type of the object that is meant'
    )


def test_a_secret_kind_is_not_printed() -> None:
    judged = Resource("kubernetes:core/v1:Pod", {"kind": "s3cr3t"}, secrets=frozenset({("kind",)}))
    assert "s3cr3t" not in about(RULE, judged)[0].message


def resources_of_the_sdk() -> Iterator[tuple[str, str, str]]:
    """Type, apiVersion and kind of every class of pulumi_kubernetes."""
    spec = find_spec("pulumi_kubernetes")
    assert spec is not None
    assert spec.submodule_search_locations
    field = r"__props__\.__dict__\[\"{}\"\] = [\"'](.+?)[\"']"
    for file in Path(spec.submodule_search_locations[0]).rglob("*.py"):
        text = file.read_text()
        api_version = re.search(field.format("api_version"), text)
        kind = re.search(field.format("kind"), text)
        token = re.search(r"__init__\(\s*[\"'](kubernetes:[\w./]+:[A-Z]\w+)[\"']", text)
        if api_version and kind and token:
            yield token[1], api_version[1], kind[1]


def test_no_class_of_the_sdk_is_taken_for_another() -> None:
    classes = list(resources_of_the_sdk())
    assert len(classes) > 400
    assert [each for each in classes if found(each[0], apiVersion=each[1], kind=each[2])] == []

"""No pod carries a label of the controller or of the router."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Path, Resource
from tests.unit.rules.objects import about, good_pod_spec, pod, resource, sandbox, sandbox_template

RULE = "no-reserved-labels"
ROUTER = {"app": "sandbox-router"}
PREFIXES = ["agents.x-k8s.io/", "extensions.agents.x-k8s.io/"]
TEMPLATE = ("spec", "template", "spec")


def labelled(
    kind: Any, labels: Any = None, annotations: Any = None, namespace: Any = "demo", **rest: Any
) -> Resource:
    """An object whose pod has this metadata."""
    plain = kind(good_pod_spec())
    metadata = {"labels": labels, "annotations": annotations}
    properties = {**plain.properties, "metadata": {"name": "x", "namespace": namespace}}
    match properties["spec"]:
        case {"podTemplate": template}:
            properties["spec"] = {"podTemplate": {**template, "metadata": metadata}}
        case {"template": template}:
            properties["spec"] = {"template": {**template, "metadata": metadata}}
        case _:
            properties["metadata"] |= metadata
    return Resource(plain.type_token, properties, **rest)


def deployment(spec: Any) -> Resource:
    return resource("kubernetes:apps/v1:Deployment", "apps/v1", "Deployment", TEMPLATE, spec)


def found(judged: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged)]


@pytest.mark.parametrize("kind", [pod, deployment, sandbox, sandbox_template])
@pytest.mark.parametrize(
    "keys", [None, {}, {"app": "a", "agents.example.com/a": "b", "x-agents.x-k8s.io/a": "b"}]
)
def test_other_keys_are_the_users_own(kind: Any, keys: Any) -> None:
    assert found(labelled(kind, keys, keys)) == []


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("value", ["x", UNKNOWN, "", 1.0])
@pytest.mark.parametrize(("kind", "at"), [(pod, "metadata"), (deployment, "spec.template.metadata")])
def test_on_an_ordinary_pod_a_reserved_key_deceives(kind: Any, at: str, prefix: str, value: Any) -> None:
    keys = {f"{prefix}sandbox-template-ref-hash": value}
    assert found(labelled(kind, keys, keys)) == [
        ("violation", f'{at}.labels["{prefix}sandbox-template-ref-hash"]'),
        ("violation", f'{at}.annotations["{prefix}sandbox-template-ref-hash"]'),
    ]


@pytest.mark.parametrize("kind", [sandbox, sandbox_template])
@pytest.mark.parametrize("prefix", PREFIXES)
def test_on_a_sandbox_it_is_only_lost(kind: Any, prefix: str) -> None:
    (finding,) = about(RULE, labelled(kind, {f"{prefix}tier": "a"}))
    assert finding.verdict == "advice"
    assert "drops" in finding.message


@pytest.mark.parametrize("kind", [sandbox, sandbox_template])
@pytest.mark.parametrize("namespace", ["demo", "agent-sandbox-system", None, UNKNOWN])
def test_no_sandbox_is_the_router(kind: Any, namespace: Any) -> None:
    judged = labelled(kind, ROUTER, namespace=namespace)
    assert found(judged) == [("violation", "spec.podTemplate.metadata.labels.app")]


@pytest.mark.parametrize(
    ("namespace", "verdicts"),
    [
        ("demo", ["violation"]),
        ("agent-sandbox-system", []),
        (None, ["undetermined"]),
        (UNKNOWN, ["undetermined"]),
    ],
)
def test_the_router_is_in_the_namespace_of_the_controller(namespace: Any, verdicts: list[str]) -> None:
    assert [verdict for verdict, _ in found(labelled(deployment, ROUTER, namespace=namespace))] == verdicts


def test_the_label_counts_as_a_label_of_the_pod_only() -> None:
    assert found(labelled(deployment, None, ROUTER)) == []
    plain = deployment(good_pod_spec())
    metadata = {"name": "x", "labels": ROUTER}
    assert found(Resource(plain.type_token, {**plain.properties, "metadata": metadata})) == []


@pytest.mark.parametrize("kind", [deployment, sandbox])
@pytest.mark.parametrize(
    ("labels", "annotations", "at"),
    [(UNKNOWN, None, "labels"), (None, UNKNOWN, "annotations"), ({"app": UNKNOWN}, None, "labels.app")],
)
def test_what_is_not_known_yet_is_undetermined_and_said_once(
    kind: Any, labels: Any, annotations: Any, at: str
) -> None:
    ((verdict, path),) = found(labelled(kind, labels, annotations))
    assert verdict == "undetermined"
    assert path.endswith(f"metadata.{at}")


@pytest.mark.parametrize("wrong", ["app", ["app"], True, 1.0])
@pytest.mark.parametrize("field", ["labels", "annotations"])
def test_labels_of_the_wrong_shape_are_told_as_unreadable(field: str, wrong: Any) -> None:
    judged = labelled(sandbox_template, **{field: wrong})
    assert found(judged) == []
    assert [each.path for each in about("pod-readable", judged)] == [f"spec.podTemplate.metadata.{field}"]


def test_no_secret_is_printed() -> None:
    labels: Path = ("spec", "template", "metadata", "labels")
    keys = {"agents.x-k8s.io/s3cr3t": "s3cr3t"}
    findings = about(RULE, labelled(deployment, keys, secrets=frozenset({labels})))
    assert [each.path for each in findings] == ["spec.template.metadata.labels.*"]
    assert "s3cr3t" not in findings[0].message

"""No pod is given an identity towards the API server."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource, judge
from tests.unit.rules.objects import about, good_pod_spec, pod, sandbox_template

RULE = "no-service-account-token"
AUTOMOUNT = "automountServiceAccountToken"


def found(resource: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource)]


def projecting(*sources: Any) -> Resource:
    return pod(good_pod_spec(volumes=[{"name": "token", "projected": {"sources": list(sources)}}]))


def test_the_switch_is_written_out() -> None:
    assert judge(pod(good_pod_spec())) == []
    assert found(pod(good_pod_spec(automountServiceAccountToken=None))) == [
        ("violation", f"spec.{AUTOMOUNT}")
    ]


def test_only_a_template_may_leave_it_out() -> None:
    assert judge(sandbox_template(good_pod_spec(automountServiceAccountToken=None))) == []


@pytest.mark.parametrize("on", [True, "false", 0.0, [], {}])
@pytest.mark.parametrize("kind", [pod, sandbox_template])
def test_anything_but_false_is_on(kind: Any, on: Any) -> None:
    ((verdict, path),) = found(kind(good_pod_spec(automountServiceAccountToken=on)))
    assert (verdict, path.endswith(AUTOMOUNT)) == ("violation", True)


@pytest.mark.parametrize("kind", [pod, sandbox_template])
def test_an_unknown_switch_may_be_on(kind: Any) -> None:
    ((verdict, _),) = found(kind(good_pod_spec(automountServiceAccountToken=UNKNOWN)))
    assert verdict == "undetermined"


@pytest.mark.parametrize("source", ["serviceAccountToken", "clusterTrustBundle", "podCertificate"])
@pytest.mark.parametrize("content", [{}, {"path": "token"}, "token"])
def test_no_volume_projects_an_identity(source: str, content: Any) -> None:
    resource = projecting({"configMap": {"name": "x"}}, {source: content})
    assert found(resource) == [("violation", f"spec.volumes[0].projected.sources[1].{source}")]
    assert about(RULE, resource)[0].who == 'volume "token"'


def test_the_audience_of_a_token_is_told() -> None:
    (finding,) = judge(projecting({"serviceAccountToken": {"path": "t", "audience": "vault"}}))
    assert finding.found == '"vault"'


@pytest.mark.parametrize("harmless", [{"configMap": {}}, {"secret": {}}, {"serviceAccountToken": None}])
def test_other_sources_are_left_alone(harmless: Any) -> None:
    assert judge(projecting(harmless)) == []


@pytest.mark.parametrize(
    ("projected", "at"),
    [
        (UNKNOWN, ""),
        ({"sources": UNKNOWN}, ".sources"),
        ({"sources": [UNKNOWN]}, ".sources[0]"),
        ({"sources": [{"podCertificate": UNKNOWN}]}, ".sources[0].podCertificate"),
    ],
)
def test_what_is_not_known_yet_is_undetermined(projected: Any, at: str) -> None:
    resource = pod(good_pod_spec(volumes=[{"name": "v", "projected": projected}]))
    assert found(resource) == [("undetermined", f"spec.volumes[0].projected{at}")]


@pytest.mark.parametrize("sources", ["token", {"serviceAccountToken": {}}, ["token"], [None]])
def test_sources_of_the_wrong_shape_are_a_fault(sources: Any) -> None:
    resource = pod(good_pod_spec(volumes=[{"name": "v", "projected": {"sources": sources}}]))
    assert [verdict for verdict, _ in found(resource)] == ["violation"]

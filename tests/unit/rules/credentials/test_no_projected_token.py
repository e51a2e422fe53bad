"""No volume hands a pod an identity."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about, good_pod_spec, pod

RULE = "no-projected-token"


def found(resource: Resource) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, resource)]


def projecting(*sources: Any) -> Resource:
    return pod(good_pod_spec(volumes=[{"name": "token", "projected": {"sources": list(sources)}}]))


@pytest.mark.parametrize("source", ["serviceAccountToken", "clusterTrustBundle", "podCertificate"])
@pytest.mark.parametrize("content", [{}, {"path": "token"}, "token"])
def test_no_volume_projects_an_identity(source: str, content: Any) -> None:
    resource = projecting({"configMap": {"name": "x"}}, {source: content})
    assert found(resource) == [("violation", f"spec.volumes[0].projected.sources[1].{source}")]
    assert about(RULE, resource)[0].who == 'volume "token"'


def test_the_audience_of_a_token_is_told() -> None:
    (finding,) = about(RULE, projecting({"serviceAccountToken": {"path": "t", "audience": "vault"}}))
    assert finding.found == '"vault"'
    assert "gke-agent-sandbox/allow.no-projected-token" in finding.fix


@pytest.mark.parametrize("harmless", [{"configMap": {}}, {"secret": {}}, {"serviceAccountToken": None}])
def test_other_sources_are_left_alone(harmless: Any) -> None:
    assert found(projecting(harmless)) == []


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

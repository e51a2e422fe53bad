"""No two sandboxes share a volume."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Member, Path, Resource, judge_stack, read
from tests.unit.rules.objects import about, good_pod_spec, only, pod, resource, sandbox, sandbox_template

RULE = "no-shared-volumes"
SPEC = "spec.podTemplate.spec"


def mounting(*claims: Any) -> dict[str, Any]:
    volumes = [{"name": f"v{at}", "persistentVolumeClaim": claim} for at, claim in enumerate(claims)]
    return good_pod_spec(volumes=volumes)


def found(judged: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(RULE, judged, **parameters)]


@pytest.mark.parametrize(
    "claim", [{"claimName": "data"}, {"claimName": "data", "readOnly": True}, {}, {"claimName": 1}]
)
def test_a_template_mounts_no_claim_by_name(claim: Any) -> None:
    path = f"{SPEC}.volumes[0].persistentVolumeClaim.claimName"
    assert found(sandbox_template(mounting(claim))) == [("violation", path)]


@pytest.mark.parametrize(
    "volume",
    [
        {"emptyDir": {}},
        {"ephemeral": {"volumeClaimTemplate": {"spec": {}}}},
        {"csi": {"driver": "gcsfuse.csi.storage.gke.io"}},
        {"persistentVolumeClaim": None},
    ],
)
def test_other_volumes_are_left_alone(volume: Any) -> None:
    assert found(sandbox_template(good_pod_spec(volumes=[{"name": "v", **volume}]))) == []


@pytest.mark.parametrize("kind", [sandbox, sandbox_template])
@pytest.mark.parametrize(("claim", "at"), [(UNKNOWN, ""), ({"claimName": UNKNOWN}, ".claimName")])
def test_a_claim_that_is_not_known_yet_is_undetermined(kind: Any, claim: Any, at: str) -> None:
    path = f"{SPEC}.volumes[0].persistentVolumeClaim{at}"
    assert found(kind(mounting(claim))) == [("undetermined", path)]


def test_a_single_sandbox_may_mount_a_claim() -> None:
    assert found(sandbox(mounting({"claimName": "data"}))) == []


def test_other_kinds_are_meant_only_where_that_is_said() -> None:
    spec = mounting({"claimName": "data"})
    deployment = resource(
        "kubernetes:apps/v1:Deployment", "apps/v1", "Deployment", ("spec", "template", "spec"), spec
    )
    assert found(deployment) == []
    assert [verdict for verdict, _ in found(deployment, applies_to="all")] == ["violation"]
    assert found(pod(spec), applies_to="all") == []


def member(
    name: str, namespace: Any, *claims: Any, kind: Any = sandbox, secrets: Any = frozenset[Path]()
) -> Member:
    plain = kind(mounting(*claims))
    metadata = {"name": name} if namespace is None else {"name": name, "namespace": namespace}
    properties = {**plain.properties, "metadata": metadata}
    return Member(read(Resource(plain.type_token, properties, secrets=secrets, urn=name), date(2027, 1, 1)))


DATA = {"claimName": "data"}


def told(*members: Member, **parameters: Any) -> list[tuple[str, str, str]]:
    findings = judge_stack(members, only(RULE, **parameters))
    return [(each.urn, str(each.finding.verdict), each.finding.path) for each in findings]


def test_two_sandboxes_of_a_namespace_share_no_claim() -> None:
    members = (
        member("a", "x", DATA),
        member("b", "x", DATA),
        member("c", "y", DATA),
        member("d", "x", {"claimName": "e"}),
    )
    path = f"{SPEC}.volumes[0].persistentVolumeClaim.claimName"
    assert told(*members) == [("a", "violation", path), ("b", "violation", path)]
    first, _ = judge_stack(members, only(RULE))
    assert 'Sandbox "b" does' in first.finding.message
    assert first.finding.who == 'volume "v0"'


def test_what_goes_to_another_cluster_shares_nothing() -> None:
    here, there = member("a", "x", DATA), member("b", "x", DATA)
    assert told(here, replace(there, provider="another")) == []
    assert len(told(replace(here, provider="same"), replace(there, provider="same"))) == 2
    # The same object in two files is meant for two clusters.
    again = replace(here.reading.resource, urn="elsewhere")
    assert told(here, Member(read(again, date(2027, 1, 1)))) == []


def test_a_sandbox_and_a_template_share_none_either() -> None:
    members = member("a", "x", DATA), member("b", "x", DATA, kind=sandbox_template)
    assert [urn for urn, _, _ in told(*members)] == ["a", "b"]


def test_one_pod_may_mount_its_claim_twice() -> None:
    assert told(member("a", "x", DATA, DATA)) == []


def test_pods_of_other_kinds_count_only_where_that_is_said() -> None:
    members = member("a", "x", DATA, kind=pod), member("b", "x", DATA)
    assert told(*members) == []
    assert len(told(*members, applies_to="all")) == 2


@pytest.mark.parametrize("namespace", [None, UNKNOWN])
def test_a_namespace_that_is_not_told_may_be_any(namespace: Any) -> None:
    members = member("a", namespace, DATA), member("b", "x", DATA)
    assert told(*members) == [("a", "undetermined", "metadata.namespace")]
    assert len(told(member("a", namespace, DATA), member("b", namespace, DATA))) == 2
    assert told(member("a", namespace, DATA), member("b", "x", {"claimName": "other"})) == []


@pytest.mark.parametrize("claim", [UNKNOWN, {"claimName": UNKNOWN}, {}, {"claimName": ["data"]}])
def test_only_known_claims_are_compared(claim: Any) -> None:
    assert told(member("a", "x", claim), member("b", "x", claim)) == []


def test_no_secret_is_printed() -> None:
    names: Any = frozenset({("metadata", "name"), ("spec",)})
    claim = {"claimName": "s3cr3t-claim"}
    members = member("s3cr3t-a", "x", claim, secrets=names), member("s3cr3t-b", "x", claim, secrets=names)
    findings = judge_stack(members, only(RULE))
    assert len(findings) == 2
    assert "s3cr3t" not in " ".join(each.finding.message for each in findings)


def test_an_object_that_is_read_as_two_kinds_is_one_pod() -> None:
    plain = sandbox(mounting(DATA))
    both = Resource(
        "kubernetes:extensions.agents.x-k8s.io/v1beta1:SandboxTemplate", plain.properties, urn="a"
    )
    assert told(Member(read(both, date(2027, 1, 1)))) == []

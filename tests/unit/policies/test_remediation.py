"""What the pack mends before a deployment."""

from typing import Any

import pytest
from google.protobuf.struct_pb2 import Struct
from hypothesis import given
from hypothesis import strategies as st
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.pulumi_values import SIGNATURE
from gke_agent_sandbox.rules import CATALOGUE, EXEMPTION_PREFIX, UNKNOWN, Group, Resource
from gke_agent_sandbox_policies import analyzer, remediation
from gke_agent_sandbox_policies.decode import decode
from tests.unit.policies.wire import entry, few, output, request, secret
from tests.unit.rules.objects import IMAGE, good_pod_spec, pod, resource
from tests.unit.rules.test_properties import at, places, replaced, resources

CONTEXT: Any = None
BARE = {"containers": [{"name": "app", "image": IMAGE}]}
EVERYTHING = dict.fromkeys(map(str, Group), "remediate")
MENDING = {rule.id for rule in CATALOGUE if rule.mends}


def pack(general: analyzer_pb2.PolicyConfig) -> analyzer.Analyzer:
    service = analyzer.Analyzer()
    service.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig={"configuration": general}), CONTEXT)
    return service


def mending() -> analyzer.Analyzer:
    """The pack with every rule at the level `remediate`."""
    return pack(entry("advisory", levels=EVERYTHING))


def remediated(service: analyzer.Analyzer, asked: analyzer_pb2.AnalyzeRequest) -> Struct:
    """The properties as the engine has them after it asked the pack to mend them."""
    remediations = service.Remediate(asked, CONTEXT).remediations
    return remediations[-1].properties if remediations else asked.properties


def again(asked: analyzer_pb2.AnalyzeRequest, properties: Struct) -> analyzer_pb2.AnalyzeRequest:
    return analyzer_pb2.AnalyzeRequest(urn=asked.urn, type=asked.type, name=asked.name, properties=properties)


def is_addition(before: Any, after: Any) -> bool:
    """Whether nothing that was there is gone or another, marks included."""
    if before is None:
        return True
    if isinstance(before, Struct):
        marked = SIGNATURE in before.fields
        same_keys = not marked or before.fields.keys() == after.fields.keys()
        return same_keys and all(
            key in after.fields and is_addition(value, after.fields[key])
            for key, value in before.fields.items()
        )
    match before.WhichOneof("kind"):
        case "null_value" | None:
            return True
        case "struct_value":
            return after.HasField("struct_value") and is_addition(before.struct_value, after.struct_value)
        case "list_value":
            pairs = zip(before.list_value.values, after.list_value.values, strict=False)
            longer = len(after.list_value.values) >= len(before.list_value.values)
            return longer and all(is_addition(*pair) for pair in pairs)
        case _:
            return bool(before.SerializeToString() == after.SerializeToString())


@pytest.mark.parametrize(
    ("token", "api_version", "kind", "path"),
    [
        ("kubernetes:core/v1:Pod", "v1", "Pod", ("spec",)),
        ("kubernetes:apps/v1:Deployment", "apps/v1", "Deployment", ("spec", "template", "spec")),
        (
            "kubernetes:agents.x-k8s.io/v1beta1:Sandbox",
            "agents.x-k8s.io/v1beta1",
            "Sandbox",
            ("spec", "podTemplate", "spec"),
        ),
    ],
)
def test_a_bare_pod_is_mended_as_far_as_rules_can(token: str, api_version: str, kind: str, path: Any) -> None:
    service = mending()
    asked = request(resource(token, api_version, kind, path, BARE))
    before = service.Analyze(asked, CONTEXT).diagnostics
    after = service.Analyze(again(asked, remediated(service, asked)), CONTEXT).diagnostics
    mended = {each.policyName for each in before} - {each.policyName for each in after}
    assert mended
    assert mended <= MENDING
    assert "token-automount-off" in mended
    assert all(each.enforcementLevel == analyzer_pb2.MANDATORY for each in after)


def test_one_remediation_for_each_rule_holds_what_those_before_it_added() -> None:
    asked = request(pod(BARE))
    remediations = mending().Remediate(asked, CONTEXT).remediations
    names = [each.policyName for each in remediations]
    assert len(names) == len(set(names)) > 1
    assert set(names) <= MENDING
    properties = asked.properties
    for each in remediations:
        # One with a diagnostic would be shown and not applied.
        assert (each.diagnostic, each.policyPackName) == ("", "gke-agent-sandbox")
        assert each.description
        assert is_addition(properties, each.properties)
        assert properties != each.properties
        properties = each.properties


def test_nothing_is_mended_at_another_level_or_where_it_is_exempt() -> None:
    token = "token-automount-off"
    asked = request(pod(BARE))
    assert not pack(few()).Remediate(asked, CONTEXT).remediations
    assert not pack(few("advisory")).Remediate(asked, CONTEXT).remediations
    levels = {**EVERYTHING, token: "disabled"}
    remediations = pack(entry("advisory", levels=levels)).Remediate(asked, CONTEXT).remediations
    assert token not in {each.policyName for each in remediations}
    annotations = {f"{EXEMPTION_PREFIX}{token}": "permanent: speaks to the API server"}
    exempt = Resource(
        "kubernetes:core/v1:Pod",
        {**pod(BARE).properties, "metadata": {"name": "x", "annotations": annotations}},
    )
    properties = decode(remediated(mending(), request(exempt))).properties
    assert "automountServiceAccountToken" not in str(properties)


def test_what_is_said_or_not_known_is_not_mended() -> None:
    said = good_pod_spec(automountServiceAccountToken=True)
    assert not mending().Remediate(request(pod(said)), CONTEXT).remediations
    unsure = good_pod_spec(automountServiceAccountToken=UNKNOWN)
    assert not mending().Remediate(request(pod(unsure)), CONTEXT).remediations
    assert not mending().Remediate(request(pod(UNKNOWN)), CONTEXT).remediations


def test_keys_of_the_engine_and_marks_stay() -> None:
    properties = {"__meta": "x", **pod(secret({**BARE, "hostname": output(value="h")})).properties}
    asked = request(Resource("kubernetes:core/v1:Pod", properties))
    after = remediated(mending(), asked)
    assert is_addition(asked.properties, after)
    assert (
        after.fields["spec"].struct_value.fields["value"].struct_value.fields["automountServiceAccountToken"]
    )
    assert decode(after).secrets == {("spec",)}


def test_a_failure_mends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(remediation, "judge_rule", fails)
    assert not mending().Remediate(request(pod(BARE)), CONTEXT).remediations


def as_output(value: Any) -> Any:
    return output(value=value)


@st.composite
def marked(draw: Any, marks: Any = (secret, as_output)) -> Resource:
    """A resource in which some values are marked as secrets or outputs."""
    plain = draw(resources)
    properties = plain.properties
    paths = list(places(properties))
    chosen = draw(st.sets(st.sampled_from(paths), max_size=4)) if paths else set()
    for path in sorted(chosen, key=len, reverse=True):
        mark = draw(st.sampled_from(marks))
        properties = replaced(properties, path, mark(at(properties, path)))
    return Resource(plain.type_token, properties)


@given(resources | marked())
def test_of_any_resource_what_is_mended_is_only_added_to_and_stays_mended(judged: Resource) -> None:
    service = mending()
    asked = request(judged)
    after = remediated(service, asked)
    assert is_addition(asked.properties, after)
    assert decode(asked.properties).secrets == decode(after).secrets
    assert not service.Remediate(again(asked, after), CONTEXT).remediations


@given(resources | marked())
def test_of_a_resource_that_can_be_read_nothing_is_left_that_could_be_mended(judged: Resource) -> None:
    service = mending()
    asked = request(judged)
    after = remediation.read_inputs(asked, remediated(service, asked))
    if not after.unreadable:
        for rule in service.configuration.rules:
            for finding in remediation.judge_rule(rule, after, service.configuration):
                assert not finding.edits

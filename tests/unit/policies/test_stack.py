"""What is judged once all resources of a stack are known."""

from typing import Any

import pytest
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import (
    UNKNOWN,
    Finding,
    Member,
    Resource,
    StackFinding,
    Verdict,
    of_profile,
)
from gke_agent_sandbox.rules.profiles import BASELINE, GKE
from gke_agent_sandbox_policies import analyzer
from tests.unit.policies.wire import entry, few, in_stack, request
from tests.unit.rules.objects import good_pod_spec, pod

CONTEXT: Any = None
GROUP = "urn:pulumi:dev::shop::kubernetes:yaml/v2:ConfigGroup::group"


def a_pod(name: str, spec: Any = None, parent: str = "") -> analyzer_pb2.AnalyzeRequest:
    plain = pod(spec or good_pod_spec())
    urn = f"urn:pulumi:dev::shop::kubernetes:core/v1:Pod::{name}"
    return request(Resource(plain.type_token, plain.properties, name, urn=urn), parent)


def a_group() -> analyzer_pb2.AnalyzeRequest:
    return request(Resource("kubernetes:yaml/v2:ConfigGroup", {}, "group", urn=GROUP))


def stack(service: analyzer.Analyzer, *resources: analyzer_pb2.AnalyzerResource) -> list[tuple[str, str]]:
    """Policy and URN of what the engine is told of a stack."""
    asked = analyzer_pb2.AnalyzeStackRequest(resources=resources)
    return [(each.policyName, each.urn) for each in service.AnalyzeStack(asked, CONTEXT).diagnostics]


@pytest.fixture
def members(monkeypatch: pytest.MonkeyPatch) -> list[Member]:
    """What the rules are given of a stack."""
    seen: list[Member] = []

    def judge_stack(given: list[Member], _configuration: Any) -> list[StackFinding]:
        seen.extend(given)
        return []

    monkeypatch.setattr(analyzer, "judge_stack", judge_stack)
    return seen


def test_the_rules_are_given_the_inputs_of_what_is_in_the_stack(members: list[Member]) -> None:
    service = analyzer.Analyzer()
    kept, gone = a_pod("kept", good_pod_spec(hostname="in"), parent=GROUP), a_pod("gone")
    for each in (kept, gone):
        service.Analyze(each, CONTEXT)
    stack(service, in_stack(kept, spec=good_pod_spec(hostname="out")))
    (member,) = members
    assert (member.urn, member.parent) == (kept.urn, GROUP)
    assert member.reading.pods[0].itself.value["hostname"] == "in"


def test_a_resource_is_what_it_was_the_last_time(members: list[Member]) -> None:
    service = analyzer.Analyzer()
    for hostname in ("first", "second"):
        service.Analyze(a_pod("x", good_pod_spec(hostname=hostname)), CONTEXT)
    stack(service, in_stack(a_pod("x")))
    assert [each.reading.pods[0].itself.value["hostname"] for each in members] == ["second"]


def test_what_is_only_read_is_given_with_its_outputs(members: list[Member]) -> None:
    read = a_pod("read", parent=GROUP)
    stack(analyzer.Analyzer(), in_stack(read, **pod(good_pod_spec(hostname="out")).properties))
    (member,) = members
    assert (member.urn, member.parent) == (read.urn, GROUP)
    assert member.reading.pods[0].itself.value["hostname"] == "out"


def test_of_an_object_without_outputs_nothing_is_known(members: list[Member]) -> None:
    stack(analyzer.Analyzer(), in_stack(a_pod("read")), in_stack(request(Resource("shop:index:Cart", {}))))
    unseen, component = members
    (found,) = unseen.reading.objects
    assert found.value == {"metadata": UNKNOWN, "spec": UNKNOWN}
    assert found.name is None
    assert [each.verdict for each in unseen.reading.unreadable] == [Verdict.UNDETERMINED]
    assert component.reading.resource.properties == {}


def test_a_group_that_shows_no_objects_is_told_only_where_it_has_none() -> None:
    service = analyzer.Analyzer()
    child = a_pod("child", parent=GROUP)
    for each in (a_group(), child):
        service.Analyze(each, CONTEXT)
    assert stack(service, in_stack(a_group()), in_stack(child)) == []
    assert stack(service, in_stack(a_group())) == [("contents-visible", GROUP)]


def test_levels_are_those_of_findings_on_one_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge_stack(*_: Any) -> list[StackFinding]:
        verdicts = (Verdict.VIOLATION, Verdict.UNDETERMINED, Verdict.EXEMPT)
        return [
            StackFinding("u", Finding("run-as-non-root", verdict, "a", "b", "c", "d", "e"))
            for verdict in verdicts
        ]

    monkeypatch.setattr(analyzer, "judge_stack", judge_stack)
    service = analyzer.Analyzer()
    service.Configure(
        analyzer_pb2.ConfigureAnalyzerRequest(
            policyConfig={"configuration": entry("mandatory", undetermined="advisory")}
        ),
        CONTEXT,
    )
    told = service.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest(), CONTEXT).diagnostics
    assert [each.enforcementLevel for each in told] == [
        analyzer_pb2.MANDATORY,
        analyzer_pb2.ADVISORY,
        analyzer_pb2.ADVISORY,
    ]


def test_what_blocks_less_than_by_default_is_said_once() -> None:
    service = analyzer.Analyzer()
    assert stack(service) == []
    service.configuration = of_profile(GKE)
    assert stack(service) == []
    service.configuration = of_profile(BASELINE)
    (told,) = service.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest(), CONTEXT).diagnostics
    assert (told.policyName, told.enforcementLevel, told.urn) == ("configuration", analyzer_pb2.ADVISORY, "")
    assert "the profile baseline" in told.message
    assert "disabled: " in told.message
    assert "run-as-non-root" in told.message
    assert "pod-readable" not in told.message
    service.Configure(
        analyzer_pb2.ConfigureAnalyzerRequest(policyConfig={"configuration": few("advisory")}), CONTEXT
    )
    assert "advisory: pod-readable, " in str(
        service.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest(), CONTEXT).diagnostics
    )

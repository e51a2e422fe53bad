"""The pack through its own service, as the engine calls it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from hypothesis import given
from hypothesis import strategies as st
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import CATALOGUE, PROFILES, UNKNOWN, Resource, judge
from gke_agent_sandbox_policies import analyzer
from gke_agent_sandbox_policies.described import default_level
from tests.unit.policies.wire import LEVELS, URN, entry, few, request, secret
from tests.unit.rules.case_files import case
from tests.unit.rules.objects import IMAGE, good_container, good_context, good_pod_spec, pod, resource

CANARY = "s3cr3t-canary-0001"
BAD = {"automountServiceAccountToken": False, "containers": [{"name": "app", "image": IMAGE}]}


def configure(engine: Any, **entries: analyzer_pb2.PolicyConfig) -> None:
    """Configure as the engine does: each rule by name, and whatever else the user wrote."""
    known = {rule.id: entry(str(default_level(rule))) for rule in CATALOGUE}
    given = {name.replace("_", "-"): each for name, each in {"configuration": few(), **entries}.items()}
    engine.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig={**known, **given}))


def told(engine: Any, spec: Any) -> list[tuple[str, Any]]:
    """Policy and level of what the engine is told of a pod."""
    found = engine.Analyze(request(pod(spec))).diagnostics
    return [(each.policyName, each.enforcementLevel) for each in found]


def test_the_pack_describes_its_rules(engine: Any) -> None:
    info = engine.GetAnalyzerInfo(Empty())
    assert info.name == "gke-agent-sandbox"
    assert info.supportsConfig
    *rules, general = info.policies
    assert [policy.name for policy in rules] == [rule.id for rule in CATALOGUE]
    for policy, rule in zip(rules, CATALOGUE, strict=True):
        assert policy.enforcementLevel == LEVELS[default_level(rule)]
        assert policy.policy_type == analyzer_pb2.POLICY_TYPE_RESOURCE
        assert policy.severity != analyzer_pb2.POLICY_SEVERITY_UNSPECIFIED
        assert policy.framework.name == (rule.references[0].standard if rule.references else "")
        assert set(policy.configSchema.properties) == {
            "undetermined",
            *(each.name for each in rule.parameters),
        }
    assert (general.name, general.policy_type) == ("configuration", analyzer_pb2.POLICY_TYPE_STACK)
    assert list(general.configSchema.properties["profile"]["enum"]) == list(PROFILES)
    assert set(general.configSchema.properties) >= {"levels", "exemptions", "undetermined", "profile"}
    assert engine.GetPluginInfo(Empty()).version == info.version


def test_no_schema_has_a_default_which_the_engine_would_write_over_what_is_said_for_all(engine: Any) -> None:
    for policy in engine.GetAnalyzerInfo(Empty()).policies:
        for property in policy.configSchema.properties.values():
            assert "default" not in property


def test_the_engine_is_answered_in_whatever_else_it_asks(engine: Any) -> None:
    engine.Handshake(analyzer_pb2.AnalyzerHandshakeRequest(engine_address="127.0.0.1:1"))
    engine.ConfigureStack(analyzer_pb2.AnalyzerStackConfigureRequest(stack="dev", config={"a:b": "c"}))
    engine.Cancel(Empty())
    assert engine.Analyze(request(pod(BAD))).diagnostics


def test_a_fault_is_reported_with_all_that_the_engine_shows(engine: Any) -> None:
    configure(engine)
    first, second = engine.Analyze(request(pod(BAD))).diagnostics
    assert (first.policyName, second.policyName) == ("run-as-non-root", "drop-all-capabilities")
    assert first.policyPackName == "gke-agent-sandbox"
    assert first.urn == URN
    assert first.enforcementLevel == analyzer_pb2.MANDATORY
    assert first.severity == analyzer_pb2.POLICY_SEVERITY_HIGH
    assert 'container "app" must set securityContext.runAsNonRoot=true' in first.message


def test_without_a_configuration_every_rule_of_the_profile_sandbox_judges(engine: Any) -> None:
    assert not engine.Analyze(request(pod(good_pod_spec()))).diagnostics
    messages = [each.message for each in engine.Analyze(request(pod(BAD))).diagnostics]
    assert messages == [each.message for each in judge(pod(BAD))]
    assert len(messages) > len(told_by_few(engine))


def told_by_few(engine: Any) -> list[tuple[str, Any]]:
    configure(engine)
    return told(engine, BAD)


def test_numbers_that_arrive_as_floats_are_users(engine: Any) -> None:
    spec = good_pod_spec(containers=[good_container(securityContext=good_context(runAsUser=0))])
    (diagnostic,) = engine.Analyze(request(pod(spec))).diagnostics
    assert "runAsUser is 0." in diagnostic.message
    spec["containers"][0]["securityContext"]["runAsUser"] = 1000
    assert not engine.Analyze(request(pod(spec))).diagnostics


def test_levels_of_rules_are_also_those_that_the_engine_gives(engine: Any) -> None:
    """They count where `configuration` says nothing of the rule itself."""
    off = dict.fromkeys(PROFILES["sandbox"].groups, "disabled")
    configure(
        engine,
        configuration=entry("advisory", levels={**off, "visibility": "mandatory"}),
        run_as_non_root=entry("advisory"),
        token_automount_off=entry("remediate", undetermined="advisory"),
    )
    unsure = {**BAD, "automountServiceAccountToken": UNKNOWN}
    assert told(engine, unsure) == [
        ("run-as-non-root", analyzer_pb2.ADVISORY),
        ("token-automount-off", analyzer_pb2.ADVISORY),
    ]
    assert told(engine, good_pod_spec(automountServiceAccountToken=True)) == [
        ("token-automount-off", analyzer_pb2.MANDATORY)
    ]


def test_a_level_for_all_is_one_for_what_the_profile_has_on(engine: Any) -> None:
    """The engine writes it on every rule, so a rule that bears it was not named."""
    everywhere = {rule.id.replace("-", "_"): entry("advisory") for rule in CATALOGUE}
    configure(engine, **{**everywhere, "configuration": few(), "all": entry("advisory")})
    assert {level for _, level in told(engine, BAD)} == {analyzer_pb2.MANDATORY}
    configure(
        engine,
        **{**everywhere, "all": entry("advisory"), "configuration": entry("advisory", profile="baseline")},
    )
    assert told(engine, BAD) == []
    assert told(engine, good_pod_spec(hostPID=True)) == [("no-host-namespaces", analyzer_pb2.ADVISORY)]


def test_what_does_not_exist_is_refused_and_changes_nothing(engine: Any) -> None:
    configure(engine, configuration=few(levels={"run-as-non-root": "disabled"}))
    with pytest.raises(grpc.RpcError) as refused:
        configure(engine, run_as_nonroot=entry("disabled"), all=entry("disabled", unsure="x"))
    error: Any = refused.value
    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "run-as-nonroot: there is no such rule" in error.details()
    assert "Write instead: run-as-non-root" in error.details()
    assert "all: takes a level alone" in error.details()
    assert [name for name, _ in told(engine, BAD)] == ["drop-all-capabilities"]


def test_a_secret_environment_variable_hides_no_fault_and_is_not_printed(engine: Any) -> None:
    configure(engine)
    container = {
        "name": "app",
        "env": [{"name": "KEY", "value": CANARY}],
        "securityContext": {"runAsUser": 0},
    }
    for containers in (secret([container]), [secret(container)], secret([secret(container)])):
        diagnostics = engine.Analyze(request(pod({**BAD, "containers": containers}))).diagnostics
        assert [each.policyName for each in diagnostics] == [
            "run-as-non-root",
            "run-as-non-root",
            "drop-all-capabilities",
        ]
        assert CANARY not in str(diagnostics)


def test_what_the_service_says_is_what_the_rules_say(engine: Any) -> None:
    for number in ("03", "04", "12", "37"):
        for each in case(number):
            diagnostics = engine.Analyze(request(each)).diagnostics
            assert [each.message for each in diagnostics] == [each.message for each in judge(each)]
            assert diagnostics


def test_a_failure_of_the_pack_is_a_mandatory_finding_without_a_value(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError(CANARY)

    monkeypatch.setattr(analyzer, "judge_reading", fails)
    monkeypatch.setattr(analyzer, "judge_stack", fails)
    configure(engine, configuration=few(levels={"pod-readable": "disabled"}))
    for diagnostics in (
        engine.Analyze(request(pod(BAD))).diagnostics,
        engine.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest()).diagnostics[:1],
    ):
        (diagnostic,) = diagnostics
        assert diagnostic.enforcementLevel == analyzer_pb2.MANDATORY
        assert "ValueError" in diagnostic.message
        assert CANARY not in diagnostic.message


def test_many_threads_at_once_get_their_own_answers(engine: Any) -> None:
    configure(engine)
    good, bad = request(pod(good_pod_spec())), request(pod(BAD))
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda each: len(engine.Analyze(each).diagnostics), [good, bad] * 100))
    assert counts == [0, 2] * 100


def test_an_object_as_deep_as_the_schema_of_a_sandbox_is_read(engine: Any) -> None:
    """The Sandbox CRD nests 29 objects; each is three messages of the protocol."""
    deep: Any = {"containers": [{"name": "a", "image": IMAGE}]}
    for _ in range(29):
        deep = {"properties": deep}
    cluster = resource("kubernetes:ray.io/v1:RayCluster", "ray.io/v1", "RayCluster", ("spec",), deep)
    assert engine.Analyze(request(cluster)).diagnostics


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from([UNKNOWN, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["spec", "containers", "securityContext", "value"]), inner, max_size=3
        )
        | st.builds(secret, inner)
    ),
    max_leaves=10,
)


@given(anything, st.sampled_from(["Pod", "ConfigMap", "PodList"]))
def test_no_resource_makes_the_pack_fail(spec: Any, kind: str) -> None:
    servicer = analyzer.Analyzer()
    context: Any = None
    properties = {"apiVersion": "v1", "kind": kind, "metadata": spec, "spec": spec, "items": [spec]}
    asked = request(Resource(f"kubernetes:core/v1:{kind}", properties))
    for diagnostic in servicer.Analyze(asked, context).diagnostics:
        assert "the policy pack failed" not in diagnostic.message

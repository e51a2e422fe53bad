"""The pack through its own service, as the engine calls it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from google.protobuf.empty_pb2 import Empty
from google.protobuf.struct_pb2 import Struct
from hypothesis import given
from hypothesis import strategies as st
from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc

from gke_agent_sandbox.rules import CATALOGUE, UNKNOWN, judge
from gke_agent_sandbox_policies import analyzer
from gke_agent_sandbox_policies.executable import start
from tests.unit.policies.wire import on_the_wire, secret
from tests.unit.rules.case_files import case
from tests.unit.rules.objects import IMAGE, good_container, good_pod_spec

URN = "urn:pulumi:dev::shop::kubernetes:core/v1:Pod::x"
CANARY = "s3cr3t-canary-0001"
BAD = {"automountServiceAccountToken": False, "containers": [{"name": "app", "image": IMAGE}]}


@pytest.fixture
def engine() -> Iterator[Any]:
    """A client as the engine is one, of a service of its own."""
    server, port = start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield analyzer_pb2_grpc.AnalyzerStub(channel)
    server.stop(grace=None)


def request(spec: Any, kind: str = "Pod") -> analyzer_pb2.AnalyzeRequest:
    properties = {"apiVersion": "v1", "kind": kind, "metadata": {"name": "x"}, "spec": spec}
    return analyzer_pb2.AnalyzeRequest(
        urn=URN, type=f"kubernetes:core/v1:{kind}", name="x", properties=on_the_wire(properties)
    )


def configure(engine: Any, **levels: Any) -> None:
    """Configure as the engine does: each rule by name, and whatever else the user wrote."""
    known = {
        rule.id: analyzer_pb2.PolicyConfig(enforcementLevel=analyzer_pb2.MANDATORY) for rule in CATALOGUE
    }
    given = {name.replace("_", "-"): level for name, level in levels.items()}
    engine.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig={**known, **given}))


def entry(level: Any, **properties: Any) -> analyzer_pb2.PolicyConfig:
    struct = Struct()
    struct.update(properties)
    return analyzer_pb2.PolicyConfig(enforcementLevel=level, properties=struct)


def test_the_pack_describes_its_rules(engine: Any) -> None:
    info = engine.GetAnalyzerInfo(Empty())
    assert info.name == "gke-agent-sandbox"
    assert info.supportsConfig
    assert [policy.name for policy in info.policies] == [rule.id for rule in CATALOGUE]
    for policy in info.policies:
        assert policy.enforcementLevel == analyzer_pb2.MANDATORY
        assert policy.policy_type == analyzer_pb2.POLICY_TYPE_RESOURCE
        assert policy.severity != analyzer_pb2.POLICY_SEVERITY_UNSPECIFIED
        assert "default" not in policy.configSchema.properties["undetermined"]
    assert info.policies[1].framework.name == "Pod Security Standards"
    assert engine.GetPluginInfo(Empty()).version == info.version


def test_the_engine_is_answered_in_whatever_else_it_asks(engine: Any) -> None:
    engine.Handshake(analyzer_pb2.AnalyzerHandshakeRequest(engine_address="127.0.0.1:1"))
    engine.ConfigureStack(analyzer_pb2.AnalyzerStackConfigureRequest(stack="dev", config={"a:b": "c"}))
    assert not engine.Remediate(request(BAD)).remediations
    assert not engine.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest()).diagnostics
    engine.Cancel(Empty())
    assert engine.Analyze(request(BAD)).diagnostics


def test_a_fault_is_reported_with_all_that_the_engine_shows(engine: Any) -> None:
    first, second = engine.Analyze(request(BAD)).diagnostics
    assert (first.policyName, second.policyName) == ("run-as-non-root", "drop-all-capabilities")
    assert first.policyPackName == "gke-agent-sandbox"
    assert first.urn == URN
    assert first.enforcementLevel == analyzer_pb2.MANDATORY
    assert first.severity == analyzer_pb2.POLICY_SEVERITY_HIGH
    assert 'container "app" must set securityContext.runAsNonRoot=true' in first.message
    assert not engine.Analyze(request(good_pod_spec())).diagnostics


def test_numbers_that_arrive_as_floats_are_users(engine: Any) -> None:
    context = {"runAsNonRoot": True, "runAsUser": 0, "capabilities": {"drop": ["ALL"]}}
    spec = good_pod_spec(containers=[good_container(securityContext=context)])
    (diagnostic,) = engine.Analyze(request(spec)).diagnostics
    assert "runAsUser is 0." in diagnostic.message
    spec["containers"][0]["securityContext"]["runAsUser"] = 1000
    assert not engine.Analyze(request(spec)).diagnostics


def test_levels_are_those_of_the_configuration(engine: Any) -> None:
    unsure = {**BAD, "automountServiceAccountToken": UNKNOWN}
    configure(
        engine,
        run_as_non_root=entry(analyzer_pb2.ADVISORY),
        drop_all_capabilities=entry(analyzer_pb2.DISABLED),
        no_service_account_token=entry(analyzer_pb2.REMEDIATE, undetermined="advisory"),
    )
    found = {each.policyName: each.enforcementLevel for each in engine.Analyze(request(unsure)).diagnostics}
    assert found == {
        "run-as-non-root": analyzer_pb2.ADVISORY,
        "no-service-account-token": analyzer_pb2.ADVISORY,
    }
    (certain,) = engine.Analyze(request(good_pod_spec(automountServiceAccountToken=True))).diagnostics
    assert certain.enforcementLevel == analyzer_pb2.MANDATORY


def test_a_rule_that_does_not_exist_is_refused_and_changes_nothing(engine: Any) -> None:
    configure(engine, run_as_non_root=entry(analyzer_pb2.DISABLED))
    with pytest.raises(grpc.RpcError) as refused:
        configure(
            engine, run_as_nonroot=entry(analyzer_pb2.DISABLED), all=entry(analyzer_pb2.DISABLED, unsure="x")
        )
    error: Any = refused.value
    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
    assert "run-as-nonroot: there is no such rule" in error.details()
    assert "Write instead: run-as-non-root" in error.details()
    assert "all.unsure: there is no such property" in error.details()
    assert [each.policyName for each in engine.Analyze(request(BAD)).diagnostics] == ["drop-all-capabilities"]


def test_a_secret_environment_variable_hides_no_fault_and_is_not_printed(engine: Any) -> None:
    container = {
        "name": "app",
        "env": [{"name": "KEY", "value": CANARY}],
        "securityContext": {"runAsUser": 0},
    }
    for containers in (secret([container]), [secret(container)], secret([secret(container)])):
        diagnostics = engine.Analyze(request({**BAD, "containers": containers})).diagnostics
        assert [each.policyName for each in diagnostics] == [
            "run-as-non-root",
            "run-as-non-root",
            "drop-all-capabilities",
        ]
        assert CANARY not in str(diagnostics)


def test_what_the_service_says_is_what_the_rules_say(engine: Any) -> None:
    for number in ("03", "04", "12", "37"):
        for resource in case(number):
            told = engine.Analyze(
                analyzer_pb2.AnalyzeRequest(
                    urn=URN, type=resource.type_token or "", properties=on_the_wire(dict(resource.properties))
                )
            )
            assert [each.message for each in told.diagnostics] == [each.message for each in judge(resource)]
            assert told.diagnostics


def test_a_failure_of_the_pack_is_a_mandatory_finding_without_a_value(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError(CANARY)

    monkeypatch.setattr(analyzer, "judge", fails)
    configure(engine, pod_readable=entry(analyzer_pb2.DISABLED))
    (diagnostic,) = engine.Analyze(request(BAD)).diagnostics
    assert diagnostic.enforcementLevel == analyzer_pb2.MANDATORY
    assert "ValueError" in diagnostic.message
    assert CANARY not in diagnostic.message


def test_many_threads_at_once_get_their_own_answers(engine: Any) -> None:
    good, bad = request(good_pod_spec()), request(BAD)
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda each: len(engine.Analyze(each).diagnostics), [good, bad] * 100))
    assert counts == [0, 2] * 100


def test_an_object_as_deep_as_the_schema_of_a_sandbox_is_read(engine: Any) -> None:
    """The Sandbox CRD nests 29 objects; each is three messages of the protocol."""
    deep: Any = {"containers": [{"name": "a", "image": IMAGE}]}
    for _ in range(29):
        deep = {"properties": deep}
    properties = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "spec": deep}
    told = engine.Analyze(
        analyzer_pb2.AnalyzeRequest(
            urn=URN, type="kubernetes:ray.io/v1:RayCluster", properties=on_the_wire(properties)
        )
    )
    assert told.diagnostics


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


@given(anything)
def test_no_resource_makes_the_pack_fail(spec: Any) -> None:
    servicer = analyzer.Analyzer()
    context: Any = None
    for diagnostic in servicer.Analyze(request(spec), context).diagnostics:
        assert "the policy pack failed" not in diagnostic.message

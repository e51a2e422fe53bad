"""The rules as policies of pulumi_policy, through its own service."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf.empty_pb2 import Empty
from hypothesis import assume, given
from hypothesis import strategies as st
from pulumi.runtime.proto import analyzer_pb2
from pulumi_policy import ResourceValidationPolicy, StackValidationPolicy

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import (
    CATALOGUE,
    DEFAULT,
    EXEMPTION_PREFIX,
    UNKNOWN,
    Entry,
    Resource,
    configured,
    of_profile,
)
from gke_agent_sandbox.rules.profiles import BASELINE
from gke_agent_sandbox_policies.composed import NOT_BLOCKING, policies, resource_policy, visit
from gke_agent_sandbox_policies.decode import decode
from tests.unit.policies.packs import CONTEXT, analyzed, is_finite, pack, served
from tests.unit.policies.packs import composed as service
from tests.unit.policies.test_remediation import is_addition, marked
from tests.unit.policies.wire import entry, in_stack, request, secret
from tests.unit.rules.objects import (
    IMAGE,
    good_container,
    good_context,
    good_pod_spec,
    only,
    pod,
    sandbox_template,
)
from tests.unit.rules.pod_security.generated_pods import generated_pod
from tests.unit.rules.pod_security.kinds import KINDS, carried
from tests.unit.rules.test_properties import at, places, replaced, resources

CANARY = "s3cr3t-canary-0001"
TOKEN = "token-automount-off"
BARE = {"containers": [{"name": "app", "image": IMAGE}]}
FEW = ("pod-readable", "exemption-valid", "run-as-non-root", "drop-all-capabilities", TOKEN)


def all_secret(judged: Resource) -> Resource:
    """A resource of which every property is marked secret: as policies of pulumi_policy must take it."""
    return Resource(judged.type_token, {key: secret(value) for key, value in judged.properties.items()})


CORPUS = [
    pod(BARE),
    pod(good_pod_spec()),
    pod(good_pod_spec(hostNetwork=True, hostPID=UNKNOWN)),
    pod(good_pod_spec(automountServiceAccountToken=UNKNOWN)),
    pod(good_pod_spec(containers=UNKNOWN)),
    pod(good_pod_spec(containers=[UNKNOWN, good_container()], initContainers="x")),
    pod(good_pod_spec(containers=[good_container(image=UNKNOWN, securityContext={"privileged": True})])),
    pod(good_pod_spec(volumes=[{"name": "v", "hostPath": {"path": "/"}}, {"name": "w"}])),
    pod(good_pod_spec(containers=[good_container(securityContext=good_context(runAsUser=0))])),
    pod(UNKNOWN),
    pod(None),
    Resource("kubernetes:core/v1:ConfigMap", {"apiVersion": "v1", "kind": "Pod", "spec": BARE}),
    Resource("kubernetes:helm.sh/v3:Release", {"chart": "nginx"}),
    Resource("kubernetes:yaml/v2:ConfigGroup", {}),
    Resource("gcp:storage/bucket:Bucket", {"name": "x", "labels": {"a": UNKNOWN}}),
]


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    return service(), pack()


@pytest.mark.parametrize("judged", CORPUS)
def test_a_composed_pack_says_what_the_pack_says_of_a_secret_resource(judged: Resource, both: Any) -> None:
    ours, theirs = both
    assert analyzed(ours, request(judged)) == analyzed(theirs, request(all_secret(judged)))


@pytest.mark.parametrize("judged", CORPUS)
def test_what_is_not_secret_has_the_same_verdicts(judged: Resource, both: Any) -> None:
    """Only values, names and keys are not printed; what is said, of which rule and how sure, is the same."""
    ours, theirs = ([text.split(" (")[0] for text, _ in analyzed(each, request(judged))] for each in both)
    assert sorted(ours) == sorted(theirs)


@pytest.mark.parametrize("seed", range(20))
def test_of_pods_over_all_fields_of_the_standards_both_say_the_same(seed: int, both: Any) -> None:
    ours, theirs = both
    random = Random(seed)
    for kind in KINDS:
        judged = carried(kind, generated_pod(random))
        hidden = random.choice([path for path in places(judged.properties) if len(path) > 1])
        unsure = Resource(judged.type_token, replaced(judged.properties, hidden, UNKNOWN))
        for each in (judged, unsure):
            assert analyzed(ours, request(each)) == analyzed(theirs, request(all_secret(each)))


@given(resources)
def test_of_any_resource_both_say_the_same(judged: Resource) -> None:
    assume(is_finite(judged.properties))
    assert analyzed(service(), request(judged)) == analyzed(pack(), request(all_secret(judged)))


@given(st.data(), resources)
def test_marks_of_secrets_change_nothing_that_is_said(data: Any, judged: Resource) -> None:
    assume(is_finite(judged.properties))
    every = [path for path in places(judged.properties) if len(path) > 1]
    assume(every)
    path = data.draw(st.sampled_from(every))
    within = replaced(judged.properties, path, secret(at(judged.properties, path)))
    assert analyzed(service(), request(Resource(judged.type_token, within))) == analyzed(
        service(), request(judged)
    )


def test_every_rule_is_described_and_has_its_level_and_schema() -> None:
    info = service(of_profile(BASELINE)).GetAnalyzerInfo(Empty(), CONTEXT)
    described = {each.name: each for each in info.policies}
    assert len(described) == len(info.policies)
    for rule in CATALOGUE:
        policy = described[rule.id]
        off = rule.group not in BASELINE.groups
        assert policy.enforcementLevel == (analyzer_pb2.DISABLED if off else analyzer_pb2.MANDATORY)
        assert (policy.displayName, policy.description, policy.url) == (
            rule.title,
            rule.description,
            rule.url,
        )
        assert policy.framework.name == (rule.references[0].standard if rule.references else "")
        assert set(policy.configSchema.properties) == {
            "undetermined",
            *(each.name for each in rule.parameters),
        }
        assert (f"{rule.id}-in-stack" in described) is (rule.judge_stack is not None)


def test_what_is_exempt_is_told_as_an_advice_without_its_reason() -> None:
    def exempt(text: str) -> Any:
        plain = pod(good_pod_spec(automountServiceAccountToken=True, hostPID=True))
        annotations = {f"{EXEMPTION_PREFIX}{TOKEN}": text, "other": CANARY}
        metadata = {"name": "x", "annotations": annotations}
        return request(Resource(plain.type_token, {**plain.properties, "metadata": metadata}))

    found = service().Analyze(exempt(f"permanent: {CANARY}"), CONTEXT).diagnostics
    assert [(each.policyName, each.enforcementLevel) for each in found] == [
        ("no-host-namespaces", analyzer_pb2.MANDATORY),
        (NOT_BLOCKING, analyzer_pb2.ADVISORY),
    ]
    assert found[1].message.endswith(
        f"{TOKEN} exempt permanently (pod must set automountServiceAccountToken=false):"
        " spec.automountServiceAccountToken is true"
    )
    assert CANARY not in str(found)
    over = service().Analyze(exempt(f"2001-01-01: {CANARY}"), CONTEXT).diagnostics
    assert {each.policyName for each in over} == {TOKEN, "exemption-valid", "no-host-namespaces"}
    assert CANARY not in str(over)


def test_an_exemption_of_the_configuration_counts() -> None:
    exemption = {"rules": [TOKEN], "name": "x", "reason": "why", "until": "9999-01-01"}
    configuration = configured({"configuration": Entry(None, {"exemptions": [exemption]})})
    asked = request(pod(good_pod_spec(automountServiceAccountToken=True)))
    found = service(configuration).Analyze(asked, CONTEXT).diagnostics
    assert [each.policyName for each in found] == [NOT_BLOCKING]


def test_undetermined_findings_are_advice_where_either_configuration_says_so() -> None:
    asked = request(pod(good_pod_spec(automountServiceAccountToken=UNKNOWN)))
    blocks = service()
    assert [each.policyName for each in blocks.Analyze(asked, CONTEXT).diagnostics] == [TOKEN]
    blocks.Configure(
        analyzer_pb2.ConfigureAnalyzerRequest(
            policyConfig={TOKEN: entry("mandatory", undetermined="advisory")}
        ),
        CONTEXT,
    )
    ours = service(configured({"configuration": Entry(None, {"undetermined": "advisory"})}))
    for each in (blocks, ours):
        (found,) = each.Analyze(asked, CONTEXT).diagnostics
        assert (found.policyName, found.enforcementLevel) == (NOT_BLOCKING, analyzer_pb2.ADVISORY)


def a_template() -> analyzer_pb2.AnalyzeRequest:
    """A SandboxTemplate that leaves out what its controller sets."""
    spec = good_pod_spec()
    del spec["automountServiceAccountToken"]
    return request(sandbox_template(spec))


def test_parameters_come_from_either_configuration() -> None:
    asked = a_template()
    one = service(only(TOKEN))
    assert [each.policyName for each in one.Analyze(asked, CONTEXT).diagnostics] == [NOT_BLOCKING]
    one.Configure(
        analyzer_pb2.ConfigureAnalyzerRequest(policyConfig={TOKEN: entry("mandatory", written_out=True)}),
        CONTEXT,
    )
    other = service(only(TOKEN, written_out=True))
    for each in (one, other):
        assert [each.policyName for each in each.Analyze(asked, CONTEXT).diagnostics] == [TOKEN]


def test_a_property_that_does_not_exist_is_refused_and_not_passed_over() -> None:
    one = service()
    wrong = {TOKEN: entry("mandatory", writen_out=True)}
    one.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig=wrong), CONTEXT)
    with pytest.raises(ProblemsError, match="writen_out: there is no such property"):
        one.Analyze(request(pod(BARE)), CONTEXT)


def test_a_failure_is_told_and_the_other_policies_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_rule = resource_policy.judge_rule

    def fails(rule: Any, *rest: Any) -> Any:
        if rule.id == TOKEN:
            raise ValueError(CANARY)
        return judge_rule(rule, *rest)

    monkeypatch.setattr(resource_policy, "judge_rule", fails)
    spec = good_pod_spec(automountServiceAccountToken=True, hostPID=True)
    found = service().Analyze(request(pod(spec)), CONTEXT).diagnostics
    assert [each.policyName for each in found] == ["no-host-namespaces", TOKEN]
    assert "the policy pack failed on it with ValueError" in found[1].message
    assert CANARY not in str(found)


def test_a_resource_is_read_once_for_all_policies(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    proxied = visit.proxied

    def counted(token: str, properties: Any, name: str, urn: str) -> Resource:
        reads.append(properties["spec"]["hostname"])
        return proxied(token, properties, name, urn)

    monkeypatch.setattr(visit, "proxied", counted)
    one = service()
    for hostname in ("a", "b"):
        one.Analyze(request(pod(good_pod_spec(hostname=hostname))), CONTEXT)
    assert reads == ["a", "b"]


def test_another_resource_is_another_visit_whoever_asks() -> None:
    """As where the policies that are on are not the same for all resources."""
    visits = visit.Visits()

    def args(urn: str) -> Any:
        asked = Resource("kubernetes:core/v1:Pod", pod(BARE).properties, urn=urn)
        return SimpleNamespace(
            resource_type=asked.type_token,
            props=asked.properties,
            name="x",
            urn=urn,
            opts=SimpleNamespace(parent=None),
            provider=None,
        )

    first = visits.of("a", args("urn:1"))
    assert visits.of("b", args("urn:1")) is first
    assert visits.of("c", args("urn:2")).reading.resource.urn == "urn:2"
    assert set(visits.members) == {"urn:1", "urn:2"}


def test_the_order_of_the_policies_and_those_of_others_do_not_matter() -> None:
    own = ResourceValidationPolicy("own", "x", lambda args, report: report("own", None))
    asked = request(pod(BARE))
    expected = analyzed(service(), asked)
    assert analyzed(service(DEFAULT, own), asked) == sorted([*expected, ("own", analyzer_pb2.ADVISORY)])
    blocking = [each for each in policies() if NOT_BLOCKING not in each.name]
    turned = served(blocking[::-1])
    for _ in range(2):
        assert analyzed(turned, asked) == [
            each for each in expected if each[1] == analyzer_pb2.MANDATORY or "image-pinned" in each[0]
        ]


def test_many_threads_at_once_get_their_own_answers() -> None:
    one = service()
    specs = [good_pod_spec(), good_pod_spec(hostPID=True), BARE]
    expected = [analyzed(service(), request(pod(spec))) for spec in specs]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda spec: analyzed(one, request(pod(spec))), specs * 10))
    assert answers == expected * 10


def at_remediate(one: Any) -> Any:
    levels = {rule.id: entry("remediate") for rule in CATALOGUE}
    one.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig=levels), CONTEXT)
    return one


def mended(one: Any, asked: analyzer_pb2.AnalyzeRequest) -> Any:
    remediations = [each for each in one.Remediate(asked, CONTEXT).remediations if not each.diagnostic]
    return remediations[-1].properties if remediations else asked.properties


@pytest.mark.parametrize(
    "spec",
    [
        BARE,
        {**BARE, "hostname": UNKNOWN},
        secret({**BARE, "hostname": UNKNOWN}),
        {"containers": secret([{"name": "app", "image": UNKNOWN, "env": [{"name": "A", "value": CANARY}]}])},
        UNKNOWN,
        "x",
    ],
)
def test_both_mend_the_same(spec: Any) -> None:
    asked = request(Resource("kubernetes:core/v1:Pod", {"__meta": "x", **pod(spec).properties}))
    everything = {"levels": {rule.id: "remediate" for rule in CATALOGUE}}
    after = mended(at_remediate(service()), asked)
    assert after == mended(pack(configured({"configuration": Entry(None, everything)})), asked)
    assert is_addition(asked.properties, after)
    assert (after != asked.properties) is (spec not in (UNKNOWN, "x"))


@given(marked((secret,)))
def test_of_any_resource_what_is_mended_is_only_added_to(judged: Resource) -> None:
    assume(is_finite(judged.properties))
    asked = request(judged)
    after = mended(at_remediate(service()), asked)
    assert is_addition(asked.properties, after)
    assert decode(after).secrets == decode(asked.properties).secrets


def test_what_is_mended_depends_on_the_parameters_of_the_policy() -> None:
    one = service(only(TOKEN))
    for written_out in (False, True):
        levels = {TOKEN: entry("remediate", written_out=written_out)}
        one.Configure(analyzer_pb2.ConfigureAnalyzerRequest(policyConfig=levels), CONTEXT)
        properties = decode(mended(one, a_template())).properties
        assert ("automountServiceAccountToken" in str(properties)) is written_out


GROUP = "urn:pulumi:dev::shop::kubernetes:yaml/v2:ConfigGroup::group"


def a_group() -> analyzer_pb2.AnalyzeRequest:
    return request(Resource("kubernetes:yaml/v2:ConfigGroup", {}, "group", urn=GROUP))


def test_a_stack_is_judged_by_its_inputs_as_in_the_pack() -> None:
    child = request(pod(good_pod_spec()), parent=GROUP)
    for one in (service(), pack()):
        for each in (a_group(), child):
            one.Analyze(each, CONTEXT)
        whole = analyzer_pb2.AnalyzeStackRequest(resources=[in_stack(a_group()), in_stack(child)])
        assert one.AnalyzeStack(whole, CONTEXT).diagnostics == []
        alone = analyzer_pb2.AnalyzeStackRequest(resources=[in_stack(a_group())])
        (found,) = one.AnalyzeStack(alone, CONTEXT).diagnostics
        assert found.policyName.removesuffix("-in-stack") == "contents-visible"
        assert (found.urn, found.enforcementLevel) == (GROUP, analyzer_pb2.MANDATORY)


def test_what_blocks_nothing_in_a_stack_is_told_as_an_advice() -> None:
    one = service(configured({"configuration": Entry(None, {"undetermined": "advisory"})}))
    alone = analyzer_pb2.AnalyzeStackRequest(resources=[in_stack(a_group())])
    for _ in range(2):
        (found,) = one.AnalyzeStack(alone, CONTEXT).diagnostics
        assert (found.policyName, found.enforcementLevel) == ("not-blocking-in-stack", analyzer_pb2.ADVISORY)


def test_policies_are_of_the_kind_that_they_judge() -> None:
    kinds = {each.name: type(each) for each in policies()}
    for name, kind in kinds.items():
        assert kind is (StackValidationPolicy if name.endswith("-in-stack") else ResourceValidationPolicy)

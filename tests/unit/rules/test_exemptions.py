"""Faults that an object says are meant."""

from datetime import date
from typing import Any

import pytest

from gke_agent_sandbox.rules import EXEMPTION_PREFIX, UNKNOWN, Finding, Path, Resource, judge
from tests.unit.rules.objects import FEW, good_container, good_context, good_pod_spec, only, pod

TODAY = date(2027, 6, 30)
RULE = "token-automount-off"
PERMANENT = "permanent: calls the API server"


def with_token(annotations: Any, **changes: Any) -> Resource:
    plain = pod(good_pod_spec(automountServiceAccountToken=True, **changes))
    metadata = {"name": "x", "annotations": annotations}
    return Resource(plain.type_token, {**plain.properties, "metadata": metadata})


def judged(text: Any, rule: str = RULE, **changes: Any) -> list[Finding]:
    return judge(with_token({f"{EXEMPTION_PREFIX}{rule}": text}, **changes), FEW, TODAY)


@pytest.mark.parametrize(
    ("text", "exemption"),
    [
        (PERMANENT, "permanently: calls the API server"),
        ("2027-06-30: until the token of its own", "until 2027-06-30: until the token of its own"),
    ],
)
def test_an_exemption_is_told_with_its_reason_and_end(text: str, exemption: str) -> None:
    (finding,) = judged(text)
    assert (finding.rule, finding.verdict, finding.exemption) == (RULE, "exempt", exemption)
    assert finding.message == (
        f"{RULE} exempt {exemption} (pod must set automountServiceAccountToken=false):"
        " spec.automountServiceAccountToken is true"
    )


def test_an_exemption_is_from_its_own_rule_only() -> None:
    root = good_container(securityContext=good_context(runAsUser=0))
    found = {(each.rule, str(each.verdict)) for each in judged(PERMANENT, containers=[root])}
    assert found == {("run-as-non-root", "violation"), (RULE, "exempt")}


@pytest.mark.parametrize(
    "text",
    ["2027-06-29: over", "", "permanent", "permanent:", "because", "2027-02-30: no such day", "2027-06-30"],
)
def test_an_exemption_that_is_over_or_malformed_exempts_from_nothing(text: str) -> None:
    found = {(each.rule, str(each.verdict)) for each in judged(text)}
    assert found == {("exemption-valid", "violation"), (RULE, "violation")}


@pytest.mark.parametrize("rule", ["no-service-acount-token", "pod-readable", ""])
def test_an_exemption_from_what_does_not_exist_is_a_fault(rule: str) -> None:
    found = {(each.rule, str(each.verdict)) for each in judged(PERMANENT, rule)}
    assert found == {("exemption-valid", "violation"), (RULE, "violation")}


@pytest.mark.parametrize("annotations", [UNKNOWN, None, "x", [], {f"{EXEMPTION_PREFIX}{RULE}": UNKNOWN}])
def test_what_is_not_known_exempts_from_nothing(annotations: Any) -> None:
    found = judge(with_token(annotations), FEW, TODAY)
    assert [each.verdict for each in found if each.rule == RULE] == ["violation"]


def test_a_secret_exempts_from_nothing_and_is_not_printed() -> None:
    annotations: Path = ("metadata", "annotations")
    open_one = with_token({f"{EXEMPTION_PREFIX}{RULE}": "permanent: s3cr3t-canary"})
    secret = Resource(open_one.type_token, open_one.properties, secrets=frozenset({annotations}))
    (finding,) = judge(secret, FEW, TODAY)
    assert finding.verdict == "violation"
    assert "s3cr3t-canary" not in finding.message


def test_each_entry_of_a_list_speaks_for_itself() -> None:
    exempt = with_token({f"{EXEMPTION_PREFIX}{RULE}": PERMANENT}).properties
    entries = Resource(
        None, {"apiVersion": "v1", "kind": "List", "items": [exempt, with_token({}).properties]}
    )
    found = [(str(each.verdict), each.path) for each in judge(entries, FEW, TODAY)]
    assert found == [
        ("exempt", "items[0].spec.automountServiceAccountToken"),
        ("violation", "items[1].spec.automountServiceAccountToken"),
    ]


@pytest.mark.parametrize(
    ("text", "verdict"), [("2001-01-01: long ago", "violation"), ("9999-01-01: a long time", "exempt")]
)
def test_the_clock_decides_unless_a_day_is_given(text: str, verdict: str) -> None:
    assert judge(with_token({f"{EXEMPTION_PREFIX}{RULE}": text}), FEW)[0].verdict == verdict


@pytest.mark.parametrize(
    ("parameters", "text", "verdict"),
    [
        ({"permanent": False}, PERMANENT, "violation"),
        ({"permanent": False}, "2027-06-30: until then", "exempt"),
        ({"by_objects": False}, PERMANENT, "violation"),
        ({"by_objects": False}, "2027-06-30: until then", "violation"),
    ],
)
def test_a_configuration_may_forbid_what_objects_allow_themselves(
    parameters: dict[str, bool], text: str, verdict: str
) -> None:
    strict = only(RULE, "exemption-valid", **parameters)
    found = judge(with_token({f"{EXEMPTION_PREFIX}{RULE}": text}), strict, TODAY)
    assert (RULE, verdict) in {(each.rule, str(each.verdict)) for each in found}
    assert ("exemption-valid" in {each.rule for each in found}) == (verdict == "violation")

"""The cases from the field that the rules for pods are for, with what each of them expects."""

from typing import NamedTuple

import pytest

from gke_agent_sandbox.rules import DEFAULT, Finding, Level, Resource, Verdict, configured, judge
from gke_agent_sandbox.rules import Entry as ConfigurationEntry
from tests.unit.rules.case_files import case, expectations, numbers

RULES = {
    "drop-all-capabilities": "drop-all-capabilities",
    "gvisor-runtime": "gvisor-runtime",
    "gvisor-scheduling": "gvisor-scheduling",
    "image-pinned": "image-pinned",
    "image-reference-valid": "image-reference-valid",
    "no-added-capabilities": "no-added-capabilities",
    "no-containers-found": "pod-readable",
    "no-host-namespaces": "no-host-namespaces",
    "no-host-path": "no-host-path",
    "no-host-port": "no-host-port",
    "no-privilege-escalation": "no-privilege-escalation",
    "no-privileged": "no-privileged",
    "no-projected-sa-token": "no-projected-token",
    "plaintext-secret": "no-plaintext-secret",
    "policy-sees-truth": "pod-readable",
    "reserved-label": "no-reserved-labels",
    "resource-limits": "resource-limits",
    "run-as-non-root": "run-as-non-root",
    "secret-in-env": "secret-in-env",
    "token-automount-off": "token-automount-off",
}
"""The rule that answers for a control of the cases."""

VIOLATION, ADVISORY, OK = "violation", "advisory", "ok"
VERDICTS = {VIOLATION: VIOLATION, "refuse": VIOLATION, ADVISORY: ADVISORY, "warn": ADVISORY, OK: OK}
"""What the verdicts of the cases are to a rule: it blocks, it is told and does not block, it is silent."""


class Row(NamedTuple):
    """What is expected of a control: on which resource, about what of it, and at which path."""

    control: str
    verdict: str
    resource: str
    who: str
    path: str = ""


INIT = 'init container "fix-perms"'
ROUTE, AGENT = 'init container "route-setup"', 'container "agent"'
ENV = "spec.podTemplate.spec.containers[0].env"
EXPECTED = {
    "01": [
        *(
            Row(control, VIOLATION, "ws-root-init", INIT)
            for control in (
                "run-as-non-root",
                "drop-all-capabilities",
                "no-added-capabilities",
                "resource-limits",
            )
        ),
        Row("token-automount-off", VIOLATION, "ws-root-init", "pod"),
        Row("run-as-non-root", OK, "ws-root-init", 'container "app"'),
    ],
    "03": [
        Row("gvisor-runtime", VIOLATION, "vm-agent", "pod", "spec.podTemplate.spec.runtimeClassName"),
        Row("no-privileged", VIOLATION, "vm-agent", AGENT),
        Row("run-as-non-root", VIOLATION, "vm-agent", AGENT),
        Row("no-added-capabilities", VIOLATION, "vm-agent", ROUTE),
        Row("drop-all-capabilities", VIOLATION, "vm-agent", ROUTE),
        Row("drop-all-capabilities", VIOLATION, "vm-agent", AGENT),
        Row(
            "no-projected-sa-token",
            VIOLATION,
            "vm-agent",
            'volume "identity"',
            "spec.podTemplate.spec.volumes[0].projected.sources[0].serviceAccountToken.audience",
        ),
        Row("resource-limits", VIOLATION, "vm-agent", ROUTE),
        Row("token-automount-off", OK, "vm-agent", "pod"),
    ],
    "04": [
        Row("no-containers-found", VIOLATION, name, "SandboxTemplate", "spec.podTemplate")
        for name in ("key-a", "key-b")
    ],
    "09": [
        Row("gvisor-runtime", OK, "looks-secure", "pod"),
        Row("gvisor-scheduling", VIOLATION, "looks-secure", "pod"),
        Row("run-as-non-root", OK, "looks-secure", 'container "runtime"'),
        Row("drop-all-capabilities", VIOLATION, "looks-secure", 'container "runtime"'),
        Row("no-privilege-escalation", VIOLATION, "looks-secure", 'container "runtime"'),
        Row("resource-limits", VIOLATION, "looks-secure", 'container "runtime"'),
        Row("token-automount-off", OK, "looks-secure", "pod"),
    ],
    "11": [
        Row("no-host-namespaces", VIOLATION, "host-reach", "pod", "spec.podTemplate.spec.hostNetwork"),
        Row("no-host-namespaces", VIOLATION, "host-reach", "pod", "spec.podTemplate.spec.hostPID"),
        Row(
            "no-host-port",
            VIOLATION,
            "host-reach",
            'container "vm"',
            "spec.podTemplate.spec.containers[0].ports[0].hostPort",
        ),
        Row("no-host-path", VIOLATION, "host-reach", 'volume "kvm"'),
        Row("no-privileged", VIOLATION, "host-reach", 'container "vm"'),
    ],
    "12": [
        Row("token-automount-off", VIOLATION, "direct", "pod"),
        Row("token-automount-off", ADVISORY, "via-template", "pod"),
        Row("token-automount-off", VIOLATION, "token-on", "pod"),
        *(
            Row(control, VIOLATION, name, 'container "main"')
            for control in ("run-as-non-root", "drop-all-capabilities", "resource-limits")
            for name in ("direct", "via-template", "token-on")
        ),
        *(Row("gvisor-scheduling", OK, name, "pod") for name in ("direct", "via-template", "token-on")),
    ],
    "13": [
        Row("plaintext-secret", VIOLATION, "many-keys", AGENT, f"{ENV}[5].value"),
        Row("secret-in-env", ADVISORY, "many-keys", AGENT, ENV),
        Row("plaintext-secret", OK, "many-keys", AGENT, f"{ENV}[6].value"),
        Row("plaintext-secret", OK, "many-keys", AGENT, f"{ENV}[7].value"),
        Row("gvisor-scheduling", VIOLATION, "many-keys", "pod"),
        Row("run-as-non-root", OK, "many-keys", AGENT),
        Row("drop-all-capabilities", OK, "many-keys", AGENT),
    ],
    "15": [
        *(
            Row("image-reference-valid", VIOLATION, name, 'container "a"')
            for name in ("ph-env", "ph-word", "ph-angle", "ph-scratch")
        ),
        Row("image-pinned", ADVISORY, "ok-latest", 'container "a"'),
    ],
    "37": [Row("policy-sees-truth", VIOLATION, "snake", "SandboxTemplate")],
    "39": [
        Row("plaintext-secret", VIOLATION, "leak", 'container "a"', f"{ENV}[0].value"),
        Row("plaintext-secret", OK, "leak", 'container "b"'),
    ],
    "45": [Row("reserved-label", ADVISORY, "sandbox", "pod")],
}


def findings(number: str) -> dict[str, list[Finding]]:
    return {each.name: judge(each) for each in case(number)}


def verdict(found: Finding) -> str:
    blocks = found.verdict is Verdict.VIOLATION and DEFAULT.level_of(found) is Level.MANDATORY
    return VIOLATION if blocks else ADVISORY


@pytest.mark.parametrize("number", EXPECTED)
def test_a_case(number: str) -> None:
    found = findings(number)
    for row in EXPECTED[number]:
        told = [
            verdict(each)
            for each in found[row.resource]
            if (each.rule, each.who) == (RULES[row.control], row.who) and row.path in (each.path, "")
        ]
        assert set(told) == ({row.verdict} - {OK}), row


@pytest.mark.parametrize("number", EXPECTED)
def test_a_case_is_taken_as_a_whole(number: str) -> None:
    asked = {
        (each["control"], VERDICTS[each["verdict"]])
        for each in expectations(number)
        if each["control"] in RULES
    }
    assert {(row.control, row.verdict) for row in EXPECTED[number]} == asked


def test_every_case_about_a_pod_is_here() -> None:
    at_hand = numbers()
    if not at_hand:
        pytest.skip("the cases are not at hand")
    about_pods = {
        each for each in at_hand if any(wanted["control"] in RULES for wanted in expectations(each))
    }
    assert about_pods == set(EXPECTED)


def only(number: str, rule: str) -> Finding:
    """The one finding of a rule on a case."""
    (found,) = [each for told in findings(number).values() for each in told if each.rule == rule]
    return found


def test_01_names_the_one_container_and_the_usual_way_out() -> None:
    told = [each for each in findings("01")["ws-root-init"] if each.rule == "run-as-non-root"]
    assert {each.who for each in told} == {INIT}
    assert "fsGroup" in " ".join(each.message for each in told)


def test_03_tells_the_audience_and_how_to_exempt_and_a_kata_user_needs_a_setting() -> None:
    message = only("03", "no-projected-token").message
    assert "control-plane.demo" in message
    assert "gke-agent-sandbox/allow.no-projected-token" in message
    (template,) = case("03")
    kata = {"runtime_classes": ["gvisor", "kata-clh"]}
    allowed = configured({"gvisor-runtime": ConfigurationEntry(None, kata)})
    assert "gvisor-runtime" not in {each.rule for each in judge(template, allowed)}
    assert "gvisor-scheduling" not in {each.rule for each in judge(template, allowed)}


def test_04_tells_where_the_containers_are() -> None:
    for name, key in (("key-a", "podTemplateSpec"), ("key-b", "template")):
        (found,) = findings("04")[name]
        assert f"containers at spec.{key}.spec" in found.fix


def test_13_names_variables_and_prints_no_value() -> None:
    found = findings("13")["many-keys"]
    assert "not-a-real-value" not in " ".join(each.message for each in found)
    assert '"GATEWAY_TOKEN"' in only("13", "no-plaintext-secret").message
    line = only("13", "secret-in-env").message
    assert all(
        f'"{name}"' in line for name in ("MODEL_KEY", "CHAT_TOKEN", "METRICS_KEY", "GIT_TOKEN", "PAGER_KEY")
    )


def test_37_users_keys_are_their_own() -> None:
    assert "pod-readable" not in {each.rule for each in findings("37")["data"]}
    assert "token-automount-off" not in {each.rule for each in findings("37")["data"]}


def test_39_the_canary_is_in_no_message() -> None:
    resources: list[Resource] = case("39")
    assert any(each.secrets for each in resources)
    assert "canary" not in " ".join(each.message for each in resources for each in judge(each))


def test_44_the_router_in_its_namespace_may_carry_its_label() -> None:
    assert "no-reserved-labels" not in {each.rule for told in findings("44").values() for each in told}

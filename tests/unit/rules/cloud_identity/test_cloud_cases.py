"""The cases from the field that these rules are for, with what each of them expects."""

from gke_agent_sandbox.rules import DEFAULT, Finding, Level, Member, Verdict, judge, judge_stack, read
from gke_agent_sandbox.rules.clock import current_day
from tests.unit.rules.case_files import case, expectations

CONTROLS = {
    "node-metadata-mode": "node-metadata-mode",
    "node-sa-least-privilege": "node-service-account",
    "workload-pool-set": "workload-pool-set",
    "metadata-egress-blocked": "metadata-egress",
    "wi-egress": "workload-identity-egress",
}
"""The rule that answers for a control of the cases."""


def verdict(found: Finding) -> str:
    blocks = found.verdict is Verdict.VIOLATION and DEFAULT.level_of(found) is Level.MANDATORY
    return "violation" if blocks else "advisory"


def told(number: str) -> dict[tuple[str, str], list[tuple[str, str]]]:
    """What is told, with its path, by the rule and the name of the resource."""
    resources = case(number)
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for each in resources:
        for finding in judge(each):
            found.setdefault((finding.rule, each.name), []).append((verdict(finding), finding.path))
    members = [Member(read(each, current_day())) for each in resources]
    for each in judge_stack(members):
        name = next(
            member.reading.resource.name
            for member in members
            if member.reading.pods and member.reading.pods[0].owner == each.finding.owner
        )
        found.setdefault((each.finding.rule, name), []).append((verdict(each.finding), each.finding.path))
    return found


def asked(number: str) -> set[tuple[str, str, str]]:
    """What a case expects of these rules: control, verdict and resource."""
    return {
        (each["control"], each["verdict"], each["at"].partition("/")[2].partition(" ")[0])
        for each in expectations(number)
        if each["control"] in CONTROLS
    }


def test_26_a_pool_that_is_open() -> None:
    found = told("26")
    assert asked("26") == {
        ("node-metadata-mode", "violation", "sandbox-open"),
        ("node-metadata-mode", "violation", "sandbox-legacy"),
        ("node-sa-least-privilege", "violation", "sandbox-open"),
        ("workload-pool-set", "violation", "open"),
        ("node-metadata-mode", "ok", "sandbox-good"),
    }
    assert found == {
        ("node-metadata-mode", "sandbox-open"): [("violation", "nodeConfig.workloadMetadataConfig")],
        ("node-metadata-mode", "sandbox-legacy"): [("violation", "nodeConfig.workloadMetadataConfig.mode")],
        ("node-service-account", "sandbox-open"): [("violation", "nodeConfig.serviceAccount")],
        ("workload-pool-set", "open"): [("violation", "workloadIdentityConfig")],
    }


def test_47_the_resolver_is_not_the_metadata_server() -> None:
    assert asked("47") == {("metadata-egress-blocked", "ok", "both")}
    assert {rule for rule, _ in told("47")} == set()


def test_49_an_identity_and_the_way_to_it() -> None:
    found = told("49")
    assert asked("49") == {
        ("wi-egress", "warn", "needs-wi"),
        ("wi-egress", "ok", "narrow"),
        ("metadata-egress-blocked", "violation", "broad"),
        ("metadata-egress-blocked", "advisory", "narrow"),
    }
    path = "spec.egress[{}].to[0].ipBlock.cidr"
    assert found["metadata-egress", "narrow"] == [("advisory", path.format(0)), ("advisory", path.format(1))]
    assert found["metadata-egress", "broad"] == [("violation", path.format(0))]
    assert found["workload-identity-egress", "needs-wi"] == [
        ("advisory", "spec.podTemplate.spec.serviceAccountName")
    ]


def test_11_a_pod_on_the_network_of_its_node() -> None:
    """It reaches the machine's own metadata server, past any policy; the rule for the network says it."""
    assert asked("11") == {("metadata-egress-blocked", "violation", "")}
    paths = [path for _, path in told("11")["no-host-namespaces", "host-reach"]]
    assert "spec.podTemplate.spec.hostNetwork" in paths

"""The cases from the field that the rules are for."""

from gke_agent_sandbox.rules import judge
from tests.unit.rules.case_files import case


def found(number: str) -> dict[str, set[tuple[str, str]]]:
    """Per resource of a case: rule and what it is about."""
    return {each.name: {(finding.rule, finding.who) for finding in judge(each)} for each in case(number)}


def test_01_root_init_container_beside_a_hardened_one() -> None:
    init = 'init container "fix-perms"'
    assert found("01")["ws-root-init"] == {
        ("run-as-non-root", init),
        ("drop-all-capabilities", init),
        ("no-service-account-token", "pod"),
    }


def test_03_added_capability_and_projected_token() -> None:
    (template,) = case("03")
    findings = judge(template)
    assert {(each.rule, each.who) for each in findings} == {
        ("run-as-non-root", 'container "agent"'),
        ("run-as-non-root", 'init container "route-setup"'),
        ("drop-all-capabilities", 'container "agent"'),
        ("drop-all-capabilities", 'init container "route-setup"'),
        ("no-service-account-token", 'volume "identity"'),
    }
    told = " ".join(each.message for each in findings)
    assert "runAsUser is 0" in told
    assert "NET_ADMIN" in told
    assert "control-plane.demo" in told


def test_04_containers_under_a_key_that_the_api_does_not_know() -> None:
    for template in case("04"):
        (finding,) = judge(template)
        assert (finding.rule, finding.verdict) == ("pod-readable", "violation")
        assert finding.path == "spec.podTemplate"


def test_09_what_a_pod_context_covers_and_what_not() -> None:
    assert found("09") == {"looks-secure": {("drop-all-capabilities", 'container "runtime"')}}


def test_12_one_pod_three_owners() -> None:
    main = {("run-as-non-root", 'container "main"'), ("drop-all-capabilities", 'container "main"')}
    token = {("no-service-account-token", "pod")}
    assert found("12") == {"direct": main | token, "via-template": main, "token-on": main | token}


def test_37_snake_case_keys_are_not_what_the_api_server_reads() -> None:
    judged = found("37")
    assert judged["snake"] == {("pod-readable", "SandboxTemplate")}
    assert "no-service-account-token" not in {rule for rule, _ in judged["data"]}

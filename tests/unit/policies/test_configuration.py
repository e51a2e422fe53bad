"""The configuration of the pack."""

import pytest

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import CATALOGUE, Finding, Level, Verdict
from gke_agent_sandbox_policies.configuration import Configuration, Entry, configured

RULE = "run-as-non-root"
OTHER = "drop-all-capabilities"


def finding(rule: str, verdict: Verdict) -> Finding:
    return Finding(rule, verdict, "pod", "spec", "x", "y", "z")


def level(configuration: Configuration, rule: str, verdict: Verdict = Verdict.VIOLATION) -> Level:
    return configuration.level_of(finding(rule, verdict))


def test_without_configuration_everything_is_mandatory() -> None:
    for configuration in (Configuration(), configured({})):
        assert configuration.rules == CATALOGUE
        for rule in CATALOGUE:
            for verdict in (Verdict.VIOLATION, Verdict.UNDETERMINED):
                assert level(configuration, rule.id, verdict) is Level.MANDATORY


def test_what_is_exempt_blocks_nothing() -> None:
    assert level(configured({"all": Entry(Level.MANDATORY, {})}), RULE, Verdict.EXEMPT) is Level.ADVISORY


def test_a_rule_before_all_before_the_default() -> None:
    configuration = configured({"all": Entry(Level.DISABLED, {}), RULE: Entry(Level.ADVISORY, {})})
    assert level(configuration, RULE) is Level.ADVISORY
    assert [rule.id for rule in configuration.rules] == [RULE]
    assert level(configured({RULE: Entry(Level.ADVISORY, {})}), OTHER) is Level.MANDATORY


def test_undetermined_findings_can_be_advisory_for_all_or_one() -> None:
    unsure = Verdict.UNDETERMINED
    for_all = configured({"all": Entry(Level.MANDATORY, {"undetermined": "advisory"})})
    assert level(for_all, RULE, unsure) is Level.ADVISORY
    assert level(for_all, RULE) is Level.MANDATORY
    for_one = configured({RULE: Entry(None, {"undetermined": "advisory"})})
    assert level(for_one, RULE, unsure) is Level.ADVISORY
    assert level(for_one, OTHER, unsure) is Level.MANDATORY
    but_one = configured(
        {
            "all": Entry(None, {"undetermined": "advisory"}),
            RULE: Entry(None, {"undetermined": "mandatory"}),
        }
    )
    assert level(but_one, RULE, unsure) is Level.MANDATORY


def test_an_undetermined_finding_never_weighs_more_than_a_violation() -> None:
    configuration = configured({RULE: Entry(Level.ADVISORY, {"undetermined": "mandatory"})})
    assert level(configuration, RULE, Verdict.UNDETERMINED) is Level.ADVISORY


def test_what_does_not_exist_is_refused_all_at_once() -> None:
    with pytest.raises(ProblemsError) as refused:
        configured(
            {
                "run-as-nonroot": Entry(Level.DISABLED, {}),
                "zzz": Entry(Level.DISABLED, {}),
                RULE: Entry(None, {"undetermined": "disabled", "exempt": True}),
                OTHER: Entry(None, {"undetermined": 1.0}),
            }
        )
    problems = {each.path: each for each in refused.value.problems}
    assert set(problems) == {
        "run-as-nonroot",
        "zzz",
        f"{RULE}.undetermined",
        f"{RULE}.exempt",
        f"{OTHER}.undetermined",
    }
    assert problems["run-as-nonroot"].fix == RULE
    assert OTHER in problems["zzz"].fix

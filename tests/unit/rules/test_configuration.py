"""What a user may write, and what it makes the rules do."""

from datetime import date
from typing import Any

import pytest

from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import (
    CATALOGUE,
    DEFAULT,
    PROFILES,
    RULES,
    Configuration,
    Entry,
    Finding,
    Group,
    Level,
    Resource,
    Verdict,
    configured,
    judge,
    of_profile,
)
from gke_agent_sandbox.rules.profiles import BASELINE, GKE, RESTRICTED, SANDBOX
from tests.unit.rules.objects import FEW, good_container, good_pod_spec, only, pod

RULE = "run-as-non-root"
OTHER = "drop-all-capabilities"
TOKEN = "token-automount-off"
TODAY = date(2027, 6, 30)


def general(**properties: Any) -> dict[str, Entry]:
    return {"configuration": Entry(None, properties)}


def level(configuration: Configuration, rule: str, verdict: Verdict = Verdict.VIOLATION) -> Level:
    return configuration.level_of(Finding(rule, verdict, "pod", "spec", "x", "y", "z"))


def problems(entries: dict[str, Entry]) -> dict[str, Any]:
    """What a configuration is refused for, by path."""
    with pytest.raises(ProblemsError) as refused:
        configured(entries, TODAY)
    return {each.path: each for each in refused.value.problems}


def test_without_a_word_everything_is_as_in_the_profile_sandbox_and_nearly_all_mandatory() -> None:
    for configuration in (DEFAULT, configured({}), of_profile(SANDBOX)):
        assert configuration.rules == CATALOGUE
        for rule in CATALOGUE:
            expected = SANDBOX.levels.get(rule.id, Level.MANDATORY)
            for verdict in (Verdict.VIOLATION, Verdict.UNDETERMINED):
                assert level(configuration, rule.id, verdict) is expected
        assert configuration.loosened == ""


@pytest.mark.parametrize("verdict", [Verdict.EXEMPT, Verdict.ADVICE])
def test_what_is_exempt_or_good_advice_blocks_nothing(verdict: Verdict) -> None:
    assert level(configured({"all": Entry(Level.MANDATORY, {})}), RULE, verdict) is Level.ADVISORY


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda each: each.name)
def test_a_profile_has_its_groups_on_and_no_other(profile: Any) -> None:
    configuration = configured(general(profile=profile.name))
    assert {rule.group for rule in configuration.rules} <= profile.groups
    for rule in CATALOGUE:
        on = rule.group in profile.groups and profile.levels.get(rule.id) is not Level.DISABLED
        assert (rule in configuration.rules) is on


def test_the_profiles_are_ever_stricter() -> None:
    counts = [len(of_profile(each).rules) for each in (BASELINE, RESTRICTED, SANDBOX, GKE)]
    assert counts == sorted(counts)
    assert counts[0] < counts[2]


def test_a_profile_gives_parameters_and_a_word_of_the_user_counts_more() -> None:
    written_out = RULES[TOKEN].parameters[0]
    assert of_profile(GKE).settings[TOKEN][written_out] is True
    assert of_profile(SANDBOX).settings[TOKEN][written_out] is False
    for_all = general(profile="gke", written_out=False)
    assert configured(for_all).settings[TOKEN][written_out] is False
    for_one = {**for_all, TOKEN: Entry(None, {"written_out": True})}
    assert configured(for_one).settings[TOKEN][written_out] is True


def test_of_a_rule_before_its_group_before_all_before_the_profile() -> None:
    """A level that the engine knows of a rule stands between the two of `levels`."""
    group = str(RULES[RULE].group)
    entries: dict[str, Entry] = {}
    steps: list[tuple[dict[str, Entry], Level]] = [
        ({}, Level.MANDATORY),
        ({"all": Entry(Level.ADVISORY, {})}, Level.ADVISORY),
        (general(levels={group: "remediate"}), Level.REMEDIATE),
        ({RULE: Entry(Level.ADVISORY, {})}, Level.ADVISORY),
        (general(levels={group: "remediate", RULE: "disabled"}), Level.DISABLED),
    ]
    for more, expected in steps:
        entries |= more
        assert configured(entries).levels[RULE] is expected


def test_all_speaks_of_what_the_profile_has_on() -> None:
    configuration = configured({**general(profile="baseline"), "all": Entry(Level.ADVISORY, {})})
    assert {rule.group for rule in configuration.rules} <= BASELINE.groups
    assert configuration.levels["pod-readable"] is Level.ADVISORY
    assert configuration.levels[TOKEN] is Level.DISABLED


def test_a_rule_can_be_on_in_a_profile_that_has_it_off() -> None:
    assert (
        configured(general(profile="baseline", levels={TOKEN: "mandatory"})).levels[TOKEN] is Level.MANDATORY
    )


def test_undetermined_findings_can_be_advisory_for_all_or_one() -> None:
    unsure = Verdict.UNDETERMINED
    for_all = configured(general(undetermined="advisory"))
    assert level(for_all, RULE, unsure) is Level.ADVISORY
    assert level(for_all, RULE) is Level.MANDATORY
    for_one = configured({RULE: Entry(None, {"undetermined": "advisory"})})
    assert level(for_one, RULE, unsure) is Level.ADVISORY
    assert level(for_one, OTHER, unsure) is Level.MANDATORY
    but_one = configured(
        {**general(undetermined="advisory"), RULE: Entry(None, {"undetermined": "mandatory"})}
    )
    assert level(but_one, RULE, unsure) is Level.MANDATORY
    assert level(but_one, OTHER, unsure) is Level.ADVISORY


def test_an_undetermined_finding_never_weighs_more_than_a_violation() -> None:
    configuration = configured({RULE: Entry(Level.ADVISORY, {"undetermined": "mandatory"})})
    assert level(configuration, RULE, Verdict.UNDETERMINED) is Level.ADVISORY


def test_what_is_not_mended_at_remediate_blocks() -> None:
    assert level(configured({RULE: Entry(Level.REMEDIATE, {})}), RULE) is Level.MANDATORY


def test_what_is_loosened_is_told_with_profile_and_rules() -> None:
    assert of_profile(GKE).loosened == ""
    assert configured({RULE: Entry(Level.REMEDIATE, {})}).loosened == ""
    loosened = configured({RULE: Entry(Level.ADVISORY, {}), OTHER: Entry(Level.DISABLED, {})}).loosened
    assert loosened == f"the profile sandbox, with disabled: {OTHER}; advisory: {RULE}"
    assert of_profile(BASELINE).loosened.startswith("the profile baseline, with disabled: ")


def test_what_does_not_exist_is_refused_all_at_once() -> None:
    found = problems(
        {
            "run-as-nonroot": Entry(Level.DISABLED, {}),
            "zzz": Entry(Level.DISABLED, {}),
            "images": Entry(Level.DISABLED, {}),
            "all": Entry(Level.ADVISORY, {"undetermined": "advisory"}),
            RULE: Entry(None, {"undetermined": "disabled", "exempt": True}),
            OTHER: Entry(None, {"undetermined": 1.0}),
            TOKEN: Entry(None, {"written_out": "yes"}),
            **general(
                profile="sandboxed",
                undetermined="never",
                levels={"imges": "advisory", RULE: "off"},
                charts="nginx",
                exemption=[],
            ),
        }
    )
    assert set(found) == {
        "run-as-nonroot",
        "zzz",
        "images",
        "all",
        f"{RULE}.undetermined",
        f"{RULE}.exempt",
        f"{OTHER}.undetermined",
        f"{TOKEN}.written_out",
        "configuration.profile",
        "configuration.undetermined",
        "configuration.levels.imges",
        f"configuration.levels.{RULE}",
        "configuration.charts",
        "configuration.exemption",
    }
    assert found["run-as-nonroot"].fix == RULE
    assert OTHER in found["zzz"].fix
    assert found["images"].fix == 'configuration: {"levels": {"images": ...}}'
    assert found["configuration.levels.imges"].fix == "images"
    assert found["configuration.exemption"].fix == "exemptions"


@pytest.mark.parametrize("levels", ["advisory", [], 1.0])
def test_levels_that_are_no_object_are_refused(levels: Any) -> None:
    assert set(problems(general(levels=levels))) == {"configuration.levels"}


@pytest.mark.parametrize("profile", [None, "", 1.0, ["sandbox"], {"name": "sandbox"}])
def test_a_profile_that_is_no_name_is_refused(profile: Any) -> None:
    assert set(problems(general(profile=profile))) == {"configuration.profile"}


@pytest.mark.parametrize("level", [None, 1.0, ["advisory"], {"level": "advisory"}, "Advisory"])
def test_a_level_that_is_no_level_is_refused(level: Any) -> None:
    assert set(problems(general(levels={RULE: level}))) == {f"configuration.levels.{RULE}"}


def exemption(**changes: Any) -> dict[str, Any]:
    given = {"rules": [TOKEN], "namespace": "demo", "reason": "why", "until": "2027-06-30", **changes}
    return {key: value for key, value in given.items() if value is not ...}


def verdicts(*exemptions: dict[str, Any], spec: Any = None, **metadata: Any) -> list[tuple[str, str]]:
    """What is said of a pod with a token, under exemptions of the configuration."""
    few = only(*(rule.id for rule in FEW.rules)).levels
    levels = {rule: str(each) for rule, each in few.items()}
    configuration = configured(general(levels=levels, exemptions=list(exemptions)), TODAY)
    plain = pod(spec or good_pod_spec(automountServiceAccountToken=True))
    metadata = {"name": "x", "namespace": "demo", **metadata}
    judged = Resource(plain.type_token, {**plain.properties, "metadata": metadata}, urn="urn:a::x")
    return [(each.rule, str(each.verdict)) for each in judge(judged, configuration, TODAY)]


@pytest.mark.parametrize(
    "pattern",
    [
        {"namespace": "demo"},
        {"namespace": "d*"},
        {"namespace": ..., "name": "x"},
        {"namespace": ..., "urn": "urn:*::x"},
        {"name": "x", "urn": "urn:a::x"},
    ],
)
def test_an_exemption_counts_for_what_fits_all_its_patterns(pattern: dict[str, Any]) -> None:
    assert verdicts(exemption(**pattern)) == [(TOKEN, "exempt")]


@pytest.mark.parametrize(
    "pattern",
    [{"namespace": "dem"}, {"namespace": "demo2"}, {"name": "y"}, {"urn": "urn:a"}, {"image": "i*"}],
)
def test_and_not_for_anything_else(pattern: dict[str, Any]) -> None:
    assert verdicts(exemption(**pattern)) == [(TOKEN, "violation")]


def test_an_object_without_the_name_that_is_asked_for_is_not_exempt() -> None:
    assert verdicts(exemption(), namespace=None) == [(TOKEN, "violation")]


def test_an_exemption_by_image_is_for_that_container() -> None:
    context = {"runAsUser": 0}
    containers = [
        good_container(
            image="registry/a:1", securityContext={**good_container()["securityContext"], **context}
        ),
        good_container(
            name="b", image="registry/b:1", securityContext={**good_container()["securityContext"], **context}
        ),
    ]
    spec = good_pod_spec(containers=containers)
    by_image = exemption(rules=[RULE], namespace=..., image="registry/a:*")
    assert verdicts(by_image, spec=spec) == [(RULE, "exempt"), (RULE, "violation")]


def test_an_exemption_from_a_group_is_one_from_each_of_its_rules() -> None:
    assert verdicts(exemption(rules=["credentials"])) == [(TOKEN, "exempt")]
    assert verdicts(exemption(rules=[str(Group.IMAGES)])) == [(TOKEN, "violation")]
    assert verdicts(exemption(rules=[RULE, TOKEN])) == [(TOKEN, "exempt")]


def test_one_that_a_configuration_makes_may_be_from_what_cannot_be_read() -> None:
    assert verdicts(exemption(rules=["pod-readable"]), spec="x") == [("pod-readable", "exempt")]


def test_the_finding_tells_until_when_and_why() -> None:
    reason = "  reads the\n node's logs "
    configuration = configured(general(exemptions=[exemption(reason=reason, namespace=..., name="x")]), TODAY)
    (finding,) = judge(pod(good_pod_spec(automountServiceAccountToken=True)), configuration, TODAY)
    assert finding.exemption == "until 2027-06-30: reads the node's logs"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"rules": ...}, ".rules"),
        ({"rules": []}, ".rules"),
        ({"rules": "no-host-path"}, ".rules"),
        ({"rules": ["run-as-nonroot"]}, ".rules"),
        ({"rules": [1.0]}, ".rules"),
        ({"rules": [["x"]]}, ".rules"),
        ({"rules": ["exemption-valid"]}, ".rules"),
        ({"namespace": ...}, ""),
        ({"namespace": ""}, ".namespace"),
        ({"namespace": "*"}, ".namespace"),
        ({"namespace": 1.0}, ".namespace"),
        ({"image": "**"}, ".image"),
        ({"reason": ...}, ".reason"),
        ({"reason": " "}, ".reason"),
        ({"reason": 1.0}, ".reason"),
        ({"until": ...}, ".until"),
        ({"until": "2027-06-29"}, ".until"),
        ({"until": "2027-02-30"}, ".until"),
        ({"until": "permanent"}, ".until"),
        ({"until": 20270630.0}, ".until"),
        ({"why": "x"}, ".why"),
    ],
)
def test_an_exemption_that_says_too_little_or_is_over_is_refused(change: dict[str, Any], path: str) -> None:
    found = problems(general(exemptions=[exemption(), exemption(**change)]))
    assert set(found) == {f"configuration.exemptions[1]{path}"}


def test_an_exemption_of_its_last_day_counts() -> None:
    assert configured(general(exemptions=[exemption()]), TODAY).exemptions


def test_every_fault_of_every_exemption_is_told_at_once() -> None:
    broken = [{"rules": ["x"]}, "x", {}]
    assert set(problems(general(exemptions=broken, profile="x"))) == {
        "configuration.profile",
        "configuration.exemptions[0].rules",
        "configuration.exemptions[0]",
        "configuration.exemptions[0].reason",
        "configuration.exemptions[0].until",
        "configuration.exemptions[1]",
        "configuration.exemptions[2].rules",
        "configuration.exemptions[2]",
        "configuration.exemptions[2].reason",
        "configuration.exemptions[2].until",
    }
    assert set(problems(general(exemptions={"rules": []}))) == {"configuration.exemptions"}

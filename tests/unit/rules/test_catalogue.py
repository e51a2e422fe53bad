"""The catalogue as a whole."""

import re
import subprocess
import sys

from gke_agent_sandbox.rules import CATALOGUE, RULES, UNKNOWN, Level, judge
from tests.unit.rules.objects import good_pod_spec, pod


def test_every_rule_is_complete() -> None:
    for rule in CATALOGUE:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)
        assert rule.title
        assert rule.description
        assert rule.remediation
        assert rule.url.startswith("https://")
        assert rule.level is Level.MANDATORY


def test_ids_are_unique() -> None:
    assert len(RULES) == len(CATALOGUE)


def test_only_the_rules_asked_for_are_applied() -> None:
    bad = pod(good_pod_spec(containers=[{"name": "a"}], automountServiceAccountToken=True))
    assert {each.rule for each in judge(bad, [RULES["run-as-non-root"]])} == {"run-as-non-root"}


def test_a_message_says_what_where_and_what_to_write() -> None:
    (violation,) = judge(pod(good_pod_spec(automountServiceAccountToken=True)))
    assert violation.message == (
        "no-service-account-token (pod must set automountServiceAccountToken=false):"
        " spec.automountServiceAccountToken is true."
        " Write instead: automountServiceAccountToken: false, in the pod spec"
    )
    (unsure,) = judge(pod(good_pod_spec(automountServiceAccountToken=UNKNOWN)))
    assert unsure.message.startswith("no-service-account-token undetermined (pod must")
    assert "is not known yet" in unsure.message


def test_the_rules_need_neither_pulumi_nor_anything_else_that_is_installed() -> None:
    seen = (
        "import sys, gke_agent_sandbox.rules; print(sorted({m.partition('.')[0] for m in sys.modules}"
        " & {'pulumi', 'pulumi_policy', 'google', 'grpc', 'yaml', 'pydantic', 'kubernetes'}))"
    )
    run = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"

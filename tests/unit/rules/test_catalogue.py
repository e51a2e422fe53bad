"""The catalogue as a whole."""

import re
import subprocess
import sys

from gke_agent_sandbox.rules import CATALOGUE, PROFILES, RULES, UNKNOWN, Level, judge
from tests.unit.rules.objects import good_pod_spec, pod


def test_every_rule_is_complete() -> None:
    for rule in CATALOGUE:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)
        assert rule.title
        assert rule.description
        assert rule.remediation
        assert rule.url.startswith("https://")
        assert set(Level) >= {profile.level(rule.id, rule.group) for profile in PROFILES.values()}


def test_ids_are_unique() -> None:
    assert len(RULES) == len(CATALOGUE)


def test_a_message_says_what_where_and_what_to_write() -> None:
    (violation,) = judge(pod(good_pod_spec(automountServiceAccountToken=True)))
    assert violation.message == (
        "token-automount-off (pod must set automountServiceAccountToken=false):"
        " spec.automountServiceAccountToken is true."
        " Write instead: automountServiceAccountToken: false, in the pod spec"
    )
    (unsure,) = judge(pod(good_pod_spec(automountServiceAccountToken=UNKNOWN)))
    assert unsure.message.startswith("token-automount-off undetermined (pod must")
    assert "is not known yet" in unsure.message


def test_the_rules_need_neither_pulumi_nor_anything_else_that_is_installed() -> None:
    seen = (
        "import sys, gke_agent_sandbox.rules; print(sorted({m.partition('.')[0] for m in sys.modules}"
        " & {'pulumi', 'pulumi_policy', 'google', 'grpc', 'yaml', 'pydantic', 'kubernetes'}))"
    )
    run = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"

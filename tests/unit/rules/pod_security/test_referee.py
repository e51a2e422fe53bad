"""The rules beside Pod Security admission itself, on generated pods."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gke_agent_sandbox.rules import Configuration, Entry, Resource, configured, judge
from tests.oracle.referee import Question, built, failed_checks
from tests.unit.rules.pod_security.checks import AREAS, NEWEST, areas_of_checks, areas_of_rules
from tests.unit.rules.pod_security.generated_pods import generated_pod

pytestmark = pytest.mark.engine

PODS = int(os.environ.get("AGENT_SANDBOX_REFEREE_PODS", "6000"))
SEED = os.environ.get("AGENT_SANDBOX_REFEREE_SEED", "pods")
BATCH = 2000
LEVELS = ("baseline", "restricted")
CHANGES = (8, 19, 22, 23, 25, 27, 29, 31, 32, 34, 35, 37)
"""The versions in which a check came or changed."""
EDGES = sorted({*CHANGES, *(version - 1 for version in CHANGES)})


@pytest.fixture(scope="module")
def referee() -> Path:
    return built()


@cache
def configuration(level: str, version: str) -> Configuration:
    return configured({"configuration": Entry(None, {"profile": level, "pod_security_version": version})})


def as_pulumi_sends(value: Any) -> Any:
    """Every number as a float."""
    if isinstance(value, dict):
        return {key: as_pulumi_sends(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_pulumi_sends(each) for each in value]
    return float(value) if type(value) is int else value


def rules_say(question: Question) -> frozenset[str]:
    """The rules that have a finding."""
    pod = Resource(
        "kubernetes:core/v1:Pod", {"apiVersion": "v1", "kind": "Pod", **as_pulumi_sends(question.pod)}
    )
    return frozenset(each.rule for each in judge(pod, configuration(question.level, question.version)))


def agree(rules: frozenset[str], checks: frozenset[str]) -> bool:
    """Whether both find nothing, or fault in the same areas."""
    return bool(rules) == bool(checks) and areas_of_rules(rules) == areas_of_checks(checks)


def questions(random: Random, count: int) -> list[Question]:
    return [
        Question(random.choice(LEVELS), f"v1.{version(random)}", generated_pod(random)) for _ in range(count)
    ]


def version(random: Random) -> int:
    """Half of all at the edges, where a rule that is off by one is seen."""
    edge = random.choice(EDGES)
    return random.choice((NEWEST, edge, edge, random.randint(0, NEWEST)))


def test_the_rules_say_what_pod_security_admission_says(referee: Path) -> None:
    random, allowed = Random(SEED), 0
    for left in range(PODS, 0, -BATCH):
        asked = questions(random, min(left, BATCH))
        answers = failed_checks(referee, asked)
        for question, checks in zip(asked, answers, strict=True):
            if not agree(rules_say(question), checks):
                pytest.fail(disagreement(referee, question))
        allowed += answers.count(frozenset())
    # Where almost all pods were refused, or allowed, the two would be compared in nothing.
    assert 0.2 < allowed / PODS < 0.8


def test_each_area_is_compared_by_itself(referee: Path) -> None:
    asked = questions(Random(SEED), BATCH)
    failed = [areas_of_checks(checks) for checks in failed_checks(referee, asked)]
    assert [area for area in AREAS if {area} not in failed] == []


def disagreement(referee: Path, question: Question) -> str:
    """The smallest pod on which the two disagree, and what each says."""
    smaller: Question | None = question
    while smaller is not None:
        question = smaller
        smaller = next(disagreeing(referee, with_one_less(question)), None)
    (checks,), rules = failed_checks(referee, [question]), rules_say(question)
    differ = [sorted(area.checks) for area in areas_of_checks(checks) ^ areas_of_rules(rules)]
    return (
        f"at {question.level} {question.version} the rules find {sorted(rules)} and Pod Security admission"
        f" {sorted(checks)}, which differ in {differ}, in {json.dumps(question.pod)}"
    )


def disagreeing(referee: Path, asked: list[Question]) -> Iterator[Question]:
    for question, checks in zip(asked, failed_checks(referee, asked), strict=True):
        if not agree(rules_say(question), checks):
            yield question


def with_one_less(question: Question) -> list[Question]:
    """The same with one key or entry less; a pod keeps a container."""
    smaller = [question._replace(pod=pod) for pod in reduced(question.pod)]
    return [each for each in smaller if each.pod.get("spec", {}).get("containers")]


def reduced(value: Any) -> Iterator[Any]:
    """A value with one key or entry less, at any depth. What has a name keeps it."""
    if isinstance(value, dict):
        for key in value:
            if key != "name":
                yield {other: each for other, each in value.items() if other != key}
            yield from ({**value, key: smaller} for smaller in reduced(value[key]))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield [*value[:at], *value[at + 1 :]]
            yield from ([*value[:at], smaller, *value[at + 1 :]] for smaller in reduced(each))

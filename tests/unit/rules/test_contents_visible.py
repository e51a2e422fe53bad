"""What deploys other objects shows them."""

from datetime import date
from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Member, Resource, judge_stack, read
from tests.unit.rules.objects import about, only

RULE = "contents-visible"
RELEASE = "kubernetes:helm.sh/v3:Release"
REPOSITORY = "https://charts.example.com/stable/"
RENDERERS = [
    "kubernetes:helm.sh/v2:Chart",
    "kubernetes:helm.sh/v3:Chart",
    "kubernetes:helm.sh/v4:Chart",
    "kubernetes:kustomize/v2:Directory",
    "kubernetes:kustomize:Directory",
    "kubernetes:yaml/v2:ConfigFile",
    "kubernetes:yaml/v2:ConfigGroup",
    "kubernetes:yaml:ConfigFile",
    "kubernetes:yaml:ConfigGroup",
]


def verdicts(properties: dict[str, Any], *charts: str) -> list[str]:
    return [str(each.verdict) for each in about(RULE, Resource(RELEASE, properties), charts=list(charts))]


def member(token: str, urn: str, parent: str = "") -> Member:
    return Member(read(Resource(token, {}, urn=urn), date(2027, 1, 1)), parent)


def told(*members: Member) -> list[tuple[str, str]]:
    return [(each.urn, str(each.finding.verdict)) for each in judge_stack(members, only(RULE))]


@pytest.mark.parametrize("chart", ["nginx", UNKNOWN, None, "", 1.0, {}])
def test_a_release_is_undetermined(chart: Any) -> None:
    assert verdicts({"chart": chart}) == ["undetermined"]


def test_a_release_is_told_by_its_chart_with_what_to_do() -> None:
    (finding,) = about(RULE, Resource(RELEASE, {"chart": "nginx"}))
    assert finding.message == (
        "contents-visible undetermined (Helm release must show the objects that it deploys): chart is"
        ' "nginx". Write instead: a kubernetes:helm.sh/v4:Chart, whose objects are resources; or, for a chart'
        " that is trusted unseen, its name in the parameter charts"
    )


def test_a_trusted_chart_passes() -> None:
    assert verdicts({"chart": "nginx"}, "other", "nginx") == []
    named = {"chart": "nginx", "repositoryOpts": {"repo": REPOSITORY}}
    assert verdicts(named, f"{REPOSITORY}nginx") == []
    assert verdicts(named, "nginx") == []


@pytest.mark.parametrize("repository", [UNKNOWN, None, "https://evil.example.com", 1.0])
def test_a_chart_of_another_or_unknown_repository_does_not(repository: Any) -> None:
    properties = {"chart": "nginx", "repositoryOpts": {"repo": repository}}
    assert verdicts(properties, f"{REPOSITORY}nginx") == ["undetermined"]
    assert verdicts({"chart": "nginx", "repositoryOpts": UNKNOWN}, f"{REPOSITORY}nginx") == ["undetermined"]


def test_a_secret_chart_is_not_printed() -> None:
    secret = Resource(RELEASE, {"chart": "s3cr3t"}, secrets=frozenset({("chart",)}))
    (finding,) = about(RULE, secret)
    assert "s3cr3t" not in finding.message


@pytest.mark.parametrize("token", RENDERERS)
def test_a_renderer_without_a_child_is_undetermined(token: str) -> None:
    assert told(member(token, "a")) == [("a", "undetermined")]
    assert told(member(token, "a"), member("kubernetes:core/v1:Pod", "b", parent="a")) == []
    assert about(RULE, Resource(token, {})) == []


def test_each_of_two_is_told_and_a_child_counts_for_its_own_parent() -> None:
    group, file = RENDERERS[-1], RENDERERS[-2]
    assert told(member(group, "a"), member(file, "b", parent="a")) == [("b", "undetermined")]


@pytest.mark.parametrize("token", ["kubernetes:core/v1:Pod", "shop:index:ConfigGroup", None])
def test_other_resources_need_no_children(token: Any) -> None:
    assert told(member(token, "a")) == []


def test_every_renderer_of_the_sdk_is_known() -> None:
    """The component types of pulumi_kubernetes."""
    assert set(components_of_the_sdk()) == set(RENDERERS)


def components_of_the_sdk() -> list[str]:
    import re
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("pulumi_kubernetes")
    assert spec is not None
    assert spec.submodule_search_locations
    found: set[str] = set()
    for folder in ("yaml", "helm", "kustomize"):
        for file in (Path(spec.submodule_search_locations[0]) / folder).rglob("*.py"):
            tokens = re.findall(r"[\"'](kubernetes:[\w./]+:[A-Z]\w+)[\"']", file.read_text())
            found.update(token for token in tokens if token != RELEASE)
    return sorted(found)

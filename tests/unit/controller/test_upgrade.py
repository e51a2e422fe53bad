"""Which release may follow which."""

from collections.abc import Callable
from typing import Any

import pytest

from gke_agent_sandbox.controller.upgrade import CHECK_STORED, UpgradeFindings, check_upgrade

CLAIMS = "sandboxclaims.extensions.agents.x-k8s.io"


def texts(findings: UpgradeFindings) -> tuple[str, str]:
    return " ".join(map(str, findings.problems)), " ".join(map(str, findings.warnings))


def test_case_57(case: Callable[[str], list[dict[str, Any]]]):
    found: dict[str, UpgradeFindings] = {}
    for document in case("57-crd-stored-versions"):
        observed = document.get("observed")
        stored = {observed["crd"]: observed["storedVersions"]} if observed else None
        objects = document.get("objects", [])
        found[document["name"]] = check_upgrade(document["from"], document["to"], stored, objects)

    problems, warnings = texts(found["jump"])
    assert "v0.4.6 cannot be followed by v1.0.0" in problems
    assert "v0.5.2" in problems
    assert "migrate" in problems
    assert not warnings

    problems, warnings = texts(found["unmigrated"])
    assert not problems
    assert CLAIMS in warnings
    assert CHECK_STORED in warnings
    assert "never delete or replace the CRD" in warnings

    problems, warnings = texts(found["migrated"])
    assert "objects[0].apiVersion" in problems
    assert "SandboxTemplate/demo/leftover" in problems
    assert "warmPoolRef" in problems
    assert not warnings

    assert found["fresh"] == UpgradeFindings()


def test_stored_versions_that_were_not_read_are_a_warning_with_the_command():
    problems, warnings = texts(check_upgrade("v0.5.6", "v1.0.11"))
    assert not problems
    assert CHECK_STORED in warnings


def test_a_migrated_cluster_goes_on_without_a_word():
    assert check_upgrade("v0.5.6", "v1.0.11", {CLAIMS: ["v1beta1"]}) == UpgradeFindings()
    assert check_upgrade("v1.0.4", "v1.0.11") == UpgradeFindings()


@pytest.mark.parametrize("target", ["v0.5.0", "v0.5.1"])
def test_the_first_releases_with_v1beta1_do_not_follow_an_older_one(target: str):
    problems, _ = texts(check_upgrade("v0.4.6", target))
    assert "release: v0.5.2" in problems


def test_the_way_over_0_5_2_is_open_with_the_migration_named():
    problems, warnings = texts(check_upgrade("v0.4.6", "v0.5.2"))
    assert not problems
    assert "bootstrap" in warnings


def test_a_step_back_is_a_warning():
    problems, warnings = texts(check_upgrade("v1.0.0", "v0.5.6"))
    assert not problems
    assert "older" in warnings


@pytest.mark.parametrize(("source", "target"), [("0.5.6", "v1.0.0"), ("v0.5.6", "latest"), (None, "main")])
def test_what_is_no_tag_is_a_problem(source: str | None, target: str):
    problems, _ = texts(check_upgrade(source, target))
    assert "is not a release tag" in problems


def test_objects_of_served_versions_and_of_other_groups_are_left_alone():
    objects: list[dict[str, Any]] = [
        {"apiVersion": "agents.x-k8s.io/v1beta1", "kind": "Sandbox", "metadata": {"name": "a"}},
        {"apiVersion": "example.com/v1alpha1", "kind": "Sandbox", "metadata": {"name": "b"}},
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "c"}},
    ]
    assert check_upgrade(None, "v1.0.0", None, objects) == UpgradeFindings()


def test_v1alpha1_objects_are_served_by_0_5():
    alpha = {"apiVersion": "agents.x-k8s.io/v1alpha1", "kind": "Sandbox", "metadata": {"name": "a"}}
    assert check_upgrade(None, "v0.5.6", None, [alpha]) == UpgradeFindings()

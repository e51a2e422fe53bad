"""The requirement table, and the user's own rows in it."""

from typing import Any

import pytest

from gke_agent_sandbox.cluster.requirements import (
    REQUIREMENTS,
    Channel,
    Feature,
    Mode,
    override_problems,
    required_apis,
    requirements,
)
from gke_agent_sandbox.cluster.requirements.families import EXCEPTIONS, FAMILIES, SHARED_CORE
from gke_agent_sandbox.cluster.requirements.machines import family_of
from gke_agent_sandbox.cluster.requirements.table import AUTOPILOT_HAS, IMPLIES, OLDEST_NEW_CLUSTER
from gke_agent_sandbox.cluster.requirements.versions import numbers


@pytest.mark.parametrize("feature", Feature)
def test_every_feature_has_a_row_that_says_where_it_was_read(feature: Feature) -> None:
    row = REQUIREMENTS[feature]
    assert row.title
    assert row.source
    assert row.read
    assert all(len(numbers(each) or ()) == 4 for each in row.min_versions)
    minors = [(numbers(each) or ())[:2] for each in row.min_versions]
    assert minors == sorted(set(minors)), "one floor for each minor version, the oldest first"
    assert set(row.refused_families) <= set(FAMILIES)
    assert feature not in (*row.needs, *row.excludes)


def test_no_row_needs_what_another_of_its_needs_excludes() -> None:
    for row in REQUIREMENTS.values():
        for needed in row.needs:
            assert not set(REQUIREMENTS[needed].excludes) & set(row.needs)


def test_what_autopilot_has_is_to_be_had_there() -> None:
    assert all(Mode.AUTOPILOT in REQUIREMENTS[feature].modes for feature in AUTOPILOT_HAS)
    assert {IMPLIES[each] for each in AUTOPILOT_HAS if each in IMPLIES} <= AUTOPILOT_HAS


def test_every_channel_has_an_oldest_version() -> None:
    assert set(OLDEST_NEW_CLUSTER) == set(Channel)
    assert all(len(numbers(each) or ()) == 2 for each in OLDEST_NEW_CLUSTER.values())


def test_machine_types_with_a_size_of_their_own_are_of_known_families() -> None:
    assert {family_of(each) for each in (*EXCEPTIONS, *SHARED_CORE)} <= set(FAMILIES)


def test_the_apis_that_features_need() -> None:
    assert required_apis([]) == ("container.googleapis.com",)
    assert required_apis([Feature.AGENT_SANDBOX, Feature.DATAPLANE_V2]) == (
        "artifactregistry.googleapis.com",
        "container.googleapis.com",
    )


def test_no_rows_of_ones_own_leave_the_table_as_it_is() -> None:
    assert requirements() == REQUIREMENTS
    assert requirements({"pod-snapshots": {}}) == REQUIREMENTS


def test_a_row_of_ones_own_takes_the_place_of_the_entries_that_it_has() -> None:
    changed = requirements(
        {
            "pod-snapshots": {"refused_channels": [], "refused_machine_families": ["e2", "n1"]},
            "agent-sandbox-v1beta1": {"min_version": "1.35.9-gke.1"},
            "fqdn-network-policy": {"min_version": ""},
            "rootfs-snapshots": {"refused_channels": ["STABLE"]},
        }
    )
    snapshots = changed[Feature.POD_SNAPSHOTS]
    assert snapshots.refused_channels == {Mode.AUTOPILOT: (), Mode.STANDARD: ()}
    assert snapshots.refused_families == ("e2", "n1")
    assert snapshots.min_versions == REQUIREMENTS[Feature.POD_SNAPSHOTS].min_versions
    assert changed[Feature.AGENT_SANDBOX_V1BETA1].min_versions == ("1.35.9-gke.1",)
    assert changed[Feature.FQDN_NETWORK_POLICY].min_versions == ()
    assert changed[Feature.ROOTFS_SNAPSHOTS].refused_channels[Mode.STANDARD] == (Channel.STABLE,)
    assert changed[Feature.AGENT_SANDBOX] == REQUIREMENTS[Feature.AGENT_SANDBOX]
    assert REQUIREMENTS[Feature.FQDN_NETWORK_POLICY].min_versions != ()


@pytest.mark.parametrize(
    ("overrides", "path", "fix"),
    [
        ({"pod-snapshot": {}}, "requirements.pod-snapshot", "pod-snapshots"),
        ({"gvisor": {"min_versions": "1.36"}}, "requirements.gvisor.min_versions", "min_version"),
        (
            {"gvisor": {"min_version": "latest"}},
            "requirements.gvisor.min_version",
            "1.36.3-gke.1767000 or 1.36",
        ),
        ({"gvisor": {"min_version": 1.36}}, "requirements.gvisor.min_version", "the value in quotes"),
        ({"gvisor": {"refused_channels": ["rapid"]}}, "requirements.gvisor.refused_channels[0]", "RAPID"),
        ({"gvisor": {"refused_channels": "RAPID"}}, "requirements.gvisor.refused_channels", ""),
        (
            {"gvisor": {"refused_machine_families": ["n2", "n2x"]}},
            "requirements.gvisor.refused_machine_families[1]",
            "n2",
        ),
        ([], "requirements", ""),
    ],
)
def test_what_is_wrong_with_a_row(overrides: Any, path: str, fix: str) -> None:
    (problem,) = override_problems(overrides, "requirements")
    assert problem.path == path
    assert fix in problem.fix

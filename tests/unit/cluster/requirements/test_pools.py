"""What GKE asks of one node pool."""

from dataclasses import replace

import pytest

from gke_agent_sandbox.cluster.requirements import (
    Channel,
    Check,
    Feature,
    Outcome,
    PoolFacts,
    Verdict,
    pool_verdicts,
    requirements,
)

GVISOR = PoolFacts("sandbox", "n2-standard-4", gvisor=True)
ORDINARY = PoolFacts("main", "e2-standard-4")
SNAPSHOTS = {Feature.POD_SNAPSHOTS}
RESERVED = "sandbox.gke.io/runtime"


def only(found: list[Verdict]) -> tuple[Check, Outcome, str]:
    (verdict,) = found
    return verdict.check, verdict.outcome, verdict.problem.path


@pytest.mark.parametrize("pool", [GVISOR, ORDINARY, replace(GVISOR, image_type="cos_containerd")])
def test_a_pool_as_it_should_be(pool: PoolFacts) -> None:
    assert pool_verdicts(pool, Channel.RAPID, SNAPSHOTS, "1.36") == []


@pytest.mark.parametrize("image", ["UBUNTU_CONTAINERD", "WINDOWS_LTSC_CONTAINERD", "COS"])
def test_gvisor_runs_on_one_image_alone(image: str) -> None:
    found = pool_verdicts(replace(GVISOR, image_type=image))
    assert only(found) == (Check.GVISOR_IMAGE, Outcome.REFUSED, "image_type")
    assert str(found[0].problem) == (
        f"image_type: is {image}, and GKE Sandbox is on (GKE Sandbox runs on Container-Optimized OS alone; "
        "the API says so when the pool is created). Write instead: COS_CONTAINERD"
    )
    assert pool_verdicts(replace(ORDINARY, image_type=image)) == []


def test_the_label_and_taint_of_gvisor_are_gkes_own() -> None:
    taints = ({"key": "team", "value": "blue"}, {"key": RESERVED, "value": "gvisor", "effect": "NO_SCHEDULE"})
    found = pool_verdicts(replace(GVISOR, labels={"team": "blue", RESERVED: "gvisor"}, taints=taints))
    assert [(each.check, each.problem.path) for each in found] == [
        (Check.RESERVED_KEY, f'labels["{RESERVED}"]'),
        (Check.RESERVED_KEY, "taints[1].key"),
    ]
    assert {each.outcome for each in found} == {Outcome.REFUSED}
    assert str(found[1].problem) == (
        "taints[1].key: is sandbox.gke.io/runtime, which is GKE's own (GKE puts label and taint on every "
        "gVisor pool; from a user they are turned down or doubled). Write instead: leave it out"
    )
    (ordinary,) = pool_verdicts(replace(ORDINARY, labels={RESERVED: "gvisor"}))
    assert "turn GKE Sandbox on" in ordinary.problem.fix


@pytest.mark.parametrize("machine", ["e2-standard-4", "e2-custom-4-8192", "e2-highmem-16"])
def test_a_snapshot_of_a_whole_pod_does_not_go_with_e2(machine: str) -> None:
    pool = replace(GVISOR, machine_type=machine)
    found = pool_verdicts(pool, features=SNAPSHOTS)
    assert only(found) == (Check.MACHINE_FAMILY, Outcome.REFUSED, "machine_type")
    assert found[0].problem.what == f"is {machine}, on which a snapshot of a whole pod is not supported"
    assert "pod-snapshots" in found[0].problem.why
    assert pool_verdicts(pool, features={Feature.ROOTFS_SNAPSHOTS}) == []
    assert pool_verdicts(pool) == []
    assert pool_verdicts(replace(pool, gvisor=False), features=SNAPSHOTS) == []
    ours = requirements({"pod-snapshots": {"refused_machine_families": []}})
    assert pool_verdicts(pool, features=SNAPSHOTS, table=ours) == []


def test_a_machine_type_that_is_not_known_yet_is_undetermined() -> None:
    found = pool_verdicts(replace(GVISOR, machine_type=None), features=SNAPSHOTS)
    assert only(found) == (Check.MACHINE_FAMILY, Outcome.UNDETERMINED, "machine_type")


@pytest.mark.parametrize("machine", ["e2-micro", "e2-small", "e2-medium", "e2-custom-small-2048", "g1-small"])
def test_a_part_of_a_core_is_little_for_gvisor(machine: str) -> None:
    found = pool_verdicts(replace(GVISOR, machine_type=machine))
    assert only(found) == (Check.SHARED_CORE, Outcome.WARNING, "machine_type")
    assert pool_verdicts(replace(ORDINARY, machine_type=machine)) == []


@pytest.mark.parametrize(
    ("machine", "refused"),
    [
        ("n2-standard-8", False),
        ("n1-standard-8", False),
        ("c3-standard-8-lssd", False),
        ("z3-highmem-14-standardlssd", False),
        ("c3-standard-8", True),
        ("e2-standard-8", True),
        ("t2d-standard-8", True),
        ("n4-standard-8", True),
        ("q9-standard-8", False),
    ],
)
def test_local_ssds(machine: str, refused: bool) -> None:
    found = pool_verdicts(replace(GVISOR, machine_type=machine, local_ssds=2))
    assert bool(found) is refused
    if refused:
        assert only(found) == (Check.LOCAL_SSD, Outcome.REFUSED, "local_ssds")
    assert pool_verdicts(replace(GVISOR, machine_type=machine)) == []


def test_where_the_machine_type_decides_on_local_ssds_it_is_named() -> None:
    (found,) = pool_verdicts(replace(GVISOR, machine_type="c3-standard-8", local_ssds=1))
    assert "C3 with lssd" in found.problem.fix


@pytest.mark.parametrize(
    ("machine", "outcome"),
    [
        ("n2-standard-8", None),
        ("n4d-standard-8", None),
        ("e2-standard-8", Outcome.REFUSED),
        ("n2d-standard-8", Outcome.REFUSED),
        ("t2a-standard-8", Outcome.REFUSED),
        ("c4d-standard-8", Outcome.UNDETERMINED),
        ("q9-standard-8", Outcome.UNDETERMINED),
        (None, Outcome.UNDETERMINED),
    ],
)
def test_nested_virtualization(machine: str | None, outcome: Outcome | None) -> None:
    pool = replace(ORDINARY, machine_type=machine, nested_virtualization=True)
    expected = [] if outcome is None else [(Check.NESTED_VIRTUALIZATION, outcome, "machine_type")]
    assert [(each.check, each.outcome, each.problem.path) for each in pool_verdicts(pool)] == expected
    assert pool_verdicts(replace(pool, nested_virtualization=False)) == []


def test_nested_virtualization_on_an_old_image() -> None:
    pool = replace(ORDINARY, machine_type="n2-standard-8", nested_virtualization=True)
    found = pool_verdicts(pool, version="1.28.4-gke.1")
    assert only(found) == (Check.NESTED_VIRTUALIZATION, Outcome.REFUSED, "image_type")
    assert pool_verdicts(pool, version="1.28.4-gke.1083000") == []
    assert pool_verdicts(pool, version=None) == []
    assert pool_verdicts(replace(pool, image_type="UBUNTU_CONTAINERD"), version="1.27") == []


@pytest.mark.parametrize("channel", [each for each in Channel if each is not Channel.UNSPECIFIED])
def test_a_release_channel_upgrades_every_pool(channel: Channel) -> None:
    pool = replace(GVISOR, auto_upgrade=False)
    found = pool_verdicts(pool, channel)
    assert only(found) == (Check.AUTO_UPGRADE, Outcome.REFUSED, "auto_upgrade")
    assert str(found[0].problem) == (
        f"auto_upgrade: is off, and the cluster is in the release channel {channel} (GKE upgrades every node "
        "of a cluster in a release channel, and turns down a pool that says no). Write instead: leave it on, "
        "with maintenance windows and exclusions on the cluster"
    )
    assert pool_verdicts(replace(pool, auto_upgrade=True), channel) == []
    assert pool_verdicts(pool, Channel.UNSPECIFIED) == []
    assert only(pool_verdicts(pool)) == (Check.AUTO_UPGRADE, Outcome.UNDETERMINED, "auto_upgrade")

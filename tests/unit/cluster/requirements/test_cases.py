"""The cases from the field that are about what GKE asks for, with what each of them expects."""

from typing import NamedTuple

import pytest

from gke_agent_sandbox.cluster.requirements import Check, Feature, Outcome, cluster_verdicts
from tests.unit.cluster.requirements.intents import cluster, intents, judged
from tests.unit.rules.case_files import expectations

CHECKS = {
    "api-version-served": Check.VERSION_FLOOR,
    "autopilot-node-pool": Check.AUTOPILOT_POOLS,
    "channel-upgrade-conflict": Check.AUTO_UPGRADE,
    "feature-channel": Check.CHANNEL,
    "gvisor-available": Check.GVISOR_POOL,
    "gvisor-image-type": Check.GVISOR_IMAGE,
    "gvisor-not-on-default-pool": Check.ORDINARY_POOL,
    "no-downgrade": Check.DOWNGRADE,
    "reserved-node-metadata": Check.RESERVED_KEY,
    "snapshot-machine-family": Check.MACHINE_FAMILY,
    "snapshot-sidecar": Check.SNAPSHOT_SIDECAR,
    "webhook-firewall": Check.WEBHOOK_FIREWALL,
}
"""The check that answers for a control of the cases."""

OK, REFUSE, WARN, UNDETERMINED = "ok", "refuse", "warn", "undetermined"
VERDICTS = {Outcome.REFUSED: REFUSE, Outcome.WARNING: WARN, Outcome.UNDETERMINED: UNDETERMINED}


class Row(NamedTuple):
    """What is expected of a control: in which intent, and at or below which path."""

    control: str
    verdict: str
    intent: str
    path: str = ""
    feature: Feature | None = None


V1BETA1 = Feature.AGENT_SANDBOX_V1BETA1
EXPECTED = {
    "17": [
        Row("autopilot-node-pool", REFUSE, "auto", "pools"),
        Row("autopilot-node-pool", OK, "auto-native"),
        Row("gvisor-available", OK, "auto-native"),
    ],
    "18": [
        Row("gvisor-available", REFUSE, "std", "pools"),
        Row("gvisor-available", OK, "std-ok"),
    ],
    "19": [
        Row("gvisor-not-on-default-pool", REFUSE, "only-pool", "pools"),
        Row("gvisor-image-type", REFUSE, "wrong-image", "pools.sandbox.image_type"),
        Row("gvisor-image-type", OK, "unset-image"),
    ],
    "20": [
        Row("reserved-node-metadata", REFUSE, "taints", "pools.dup.taints[0].key"),
        Row("reserved-node-metadata", REFUSE, "taints", "pools.dup.labels"),
        Row("reserved-node-metadata", OK, "taints", "pools.own"),
        Row("reserved-node-metadata", OK, "taints", "pools.plain"),
    ],
    "22": [
        Row("feature-channel", REFUSE, "snap-regular", "channel"),
        Row("api-version-served", REFUSE, "old-addon", "version", V1BETA1),
        Row("api-version-served", OK, "new-addon", "version", V1BETA1),
        Row("api-version-served", UNDETERMINED, "channel-only", "version", V1BETA1),
    ],
    "23": [
        Row("snapshot-machine-family", REFUSE, "snap", "pools.sandbox-e2.machine_type"),
        Row("snapshot-machine-family", OK, "snap", "pools.sandbox-n2"),
        Row("snapshot-machine-family", OK, "snap", "pools.main"),
        Row("snapshot-machine-family", OK, "snap-rootfs"),
        Row("snapshot-sidecar", WARN, "snap", 'templates.with-bucket.annotations["gke-gcsfuse/volumes"]'),
    ],
    "28": [
        Row("webhook-firewall", WARN, "controller-05", "firewall_rules"),
        Row("webhook-firewall", OK, "controller-05-open"),
        Row("webhook-firewall", OK, "controller-10"),
    ],
    "30": [
        Row("channel-upgrade-conflict", REFUSE, "chan", "pools.sandbox.auto_upgrade"),
        Row("channel-upgrade-conflict", OK, "none"),
        Row("no-downgrade", WARN, "pinned", "version"),
    ],
}


@pytest.mark.parametrize("number", EXPECTED)
def test_a_case(number: str) -> None:
    found = judged(number)
    for row in EXPECTED[number]:
        told = [
            VERDICTS[each.outcome]
            for each in found[row.intent]
            if each.check is CHECKS[row.control]
            and each.problem.path.startswith(row.path)
            and row.feature in (None, each.feature)
        ]
        assert set(told) == ({row.verdict} - {OK}), row


@pytest.mark.parametrize("number", EXPECTED)
def test_a_case_is_taken_as_a_whole(number: str) -> None:
    asked = {(each["control"], each["verdict"]) for each in expectations(number) if each["control"] in CHECKS}
    assert asked <= {(row.control, row.verdict) for row in EXPECTED[number]}
    assert {row.control for row in EXPECTED[number]} == {control for control, _ in asked}


def test_17_says_to_drop_the_pool() -> None:
    (found,) = [each for each in judged("17")["auto"] if each.check is Check.AUTOPILOT_POOLS]
    assert str(found.problem) == (
        "pools: an Autopilot cluster has no node pools of its user's (sandbox) (GKE makes the nodes; gVisor "
        "is there, and a pod asks for it by its runtimeClassName). Write instead: leave the pools out"
    )


def test_18_a_cluster_of_which_only_a_kubeconfig_is_at_hand_is_undetermined_with_a_hint() -> None:
    std = cluster(intents("18")["std"])
    unknown = type(std)(mode=None, templates=std.templates)
    (found,) = cluster_verdicts(unknown)
    assert (found.check, found.outcome) == (Check.GVISOR_POOL, Outcome.UNDETERMINED)
    assert "the template t asks for it" in found.problem.what
    assert "SandboxNodePool" in found.problem.fix


def test_22_tells_the_version_and_that_the_channel_does_not() -> None:
    (old,) = [each for each in judged("22")["old-addon"] if each.check is Check.VERSION_FLOOR]
    assert "1.36.3-gke.999000" in old.problem.what
    assert "1.36.3-gke.1767000" in old.problem.fix
    (only,) = [each for each in judged("22")["channel-only"] if each.check is Check.VERSION_FLOOR]
    assert "RAPID does not say" in only.problem.what
    assert "undetermined" in only.problem.what


def test_28_names_the_range_and_the_port_and_the_release_without_a_webhook() -> None:
    (found,) = judged("28")["controller-05"]
    assert "172.16.0.32/28" in found.problem.fix
    assert "9443" in found.problem.fix
    assert "v1.0.0" in found.problem.fix

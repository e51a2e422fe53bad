"""What a gVisor node pool refuses, and in which words."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.cluster import SandboxNodePool
from gke_agent_sandbox.cluster.node_pool_limits import BANS, DEMANDS, Ban, Demand
from gke_agent_sandbox.cluster.settings.lookup import nested
from tests.unit.cluster.graph import CLUSTER_ID, recorded, told

CANARY = "s3cr3t-canary-0001"
GVISOR_KEY = "sandbox.gke.io/runtime"


def pool(**more: Any) -> Any:
    args: Any = {"cluster_id": CLUSTER_ID, "machine": {"type": "n2-standard-8"}, "size": {"max": 10}}
    return {**args, **more}


def node(**properties: Any) -> Any:
    return pool(overrides={"node_config": properties})


def refusal(args: Any, name: str = "sandboxes") -> str:
    with pytest.raises(pulumi.RunError) as error:
        recorded(lambda: SandboxNodePool(name, args))
    return str(error.value)


REFUSED: list[tuple[str, Any, str]] = [
    ("cluster id", pool(cluster_id="main"), "cluster_id: is no id of a cluster"),
    ("no size", pool(size={}), "size.max: is missing, and so is per_zone"),
    ("both sizes", pool(size={"max": 1, "per_zone": 1}), "size.max: is given beside per_zone"),
    ("min over max", pool(size={"min": 3, "max": 2}), "size.min: is more than max"),
    ("negative", pool(size={"min": -1, "max": 2}), "size.min: is less than 0"),
    ("no node ever", pool(size={"max": 0}), "size.max: is less than 1"),
    ("few pids", pool(pods={"pids_limit": 100}), "pods.pids_limit: is less than 1024"),
    ("many pids", pool(pods={"pids_limit": 4194304}), "pods.pids_limit: is more than 4194303"),
    ("few pods", pool(pods={"max_per_node": 4}), "pods.max_per_node: is less than 8"),
    ("many pods", pool(pods={"max_per_node": 300}), "pods.max_per_node: is more than 256"),
    (
        "small disk",
        pool(machine={"type": "n2-standard-8", "boot_disk": {"size_gb": 5}}),
        "machine.boot_disk.size_gb: is less than 10",
    ),
    (
        "network tag",
        pool(machine={"type": "n2-standard-8", "network_tags": ["internal", "No_Egress"]}),
        "machine.network_tags[1]: is no network tag (Compute Engine takes 1 to 63 lower-case letters",
    ),
    ("no surge", pool(upgrade={"max_surge": 0}), "upgrade.max_surge: is 0, and so is max_unavailable"),
    (
        "too much at once",
        pool(upgrade={"max_surge": 15, "max_unavailable": 6}),
        "upgrade.max_surge: and max_unavailable are together more than 20",
    ),
    (
        "surge under blue-green",
        pool(upgrade={"strategy": "BLUE_GREEN", "max_surge": 2}),
        "upgrade.max_surge: has no effect under this strategy. Write instead: strategy: SURGE",
    ),
    (
        "blue-green under surge",
        pool(upgrade={"blue_green": {}}),
        "upgrade.blue_green: has no effect under this strategy",
    ),
    (
        "duration",
        pool(upgrade={"strategy": "BLUE_GREEN", "blue_green": {"batch_soak_duration": "1h"}}),
        "upgrade.blue_green.batch_soak_duration: is no duration in seconds",
    ),
    (
        "long soak",
        pool(upgrade={"strategy": "BLUE_GREEN", "blue_green": {"node_pool_soak_duration": "604801s"}}),
        "upgrade.blue_green.node_pool_soak_duration: is more than a week",
    ),
    ("label value", pool(labels={"team": "a b"}), "labels.team: is no valid label value"),
    (
        "taint key",
        pool(taints={"a b": {"value": "x", "effect": "NO_SCHEDULE"}}),
        'taints["a b"]: is no valid key',
    ),
    (
        "taint effect",
        pool(taints={"team": {"value": "x", "effect": "NoSchedule"}}),
        "taints.team.effect: is none of NO_SCHEDULE",
    ),
    ("tenant", pool(tenant="a/b"), "tenant: is no valid label value"),
    (
        "tenant twice",
        pool(tenant="acme", labels={"gke-agent-sandbox/tenant": "other"}),
        'labels["gke-agent-sandbox/tenant"]: is said twice: tenant gives it',
    ),
    (
        "Kubernetes' label",
        pool(labels={"node-role.kubernetes.io/sandbox": "true"}),
        'labels["node-role.kubernetes.io/sandbox"]: is a label of Kubernetes itself',
    ),
    ("unknown override", node(machine_typ="n2"), "overrides.node_config.machine_typ: is no setting"),
    ("override of a type", node(disk_size_gb="100"), "overrides.node_config.disk_size_gb: is text"),
    ("name", pool(overrides={"name": "fixed"}), "overrides.name: cannot be overridden"),
    ("first size", pool(overrides={"initial_node_count": 1}), "overrides.initial_node_count: cannot be"),
    ("version", pool(overrides={"version": "1.36"}), "overrides.version: cannot be overridden"),
    ("account", node(service_account="x@y"), "overrides.node_config.service_account: cannot be overridden"),
    (
        "tags",
        node(tags=["x"]),
        "overrides.node_config.tags: cannot be overridden (the pool has a tag of its own, which firewall "
        "rules rely on). Write instead: machine.network_tags for further ones",
    ),
    (
        "deprecated",
        node(sandbox_config={"sandbox_type": "gvisor"}),
        "overrides.node_config.sandbox_config.sandbox_type: cannot be overridden (it is deprecated",
    ),
    ("preemptible", node(preemptible=True), "preemptible: cannot be overridden"),
    ("no sandbox", node(sandbox_config=None), "node_config.sandbox_config.type: is taken away"),
    (
        "node's token",
        node(workload_metadata_config={"mode": "GCE_METADATA"}),
        "overrides.node_config.workload_metadata_config.mode: is not 'GKE_METADATA' (pods would",
    ),
    (
        "legacy endpoints",
        node(metadata={"disable-legacy-endpoints": "false"}),
        "overrides.node_config.metadata.disable-legacy-endpoints: is not 'true'",
    ),
    (
        "read-only port",
        node(kubelet_config={"insecure_kubelet_readonly_port_enabled": "TRUE"}),
        "insecure_kubelet_readonly_port_enabled: is not 'FALSE'",
    ),
    (
        "secure boot",
        node(shielded_instance_config={"enable_secure_boot": False}),
        "overrides.node_config.shielded_instance_config.enable_secure_boot: is not True",
    ),
    (
        "auto-repair",
        pool(overrides={"management": {"auto_repair": False}}),
        "overrides.management.auto_repair: is not True",
    ),
    (
        "per-zone limits",
        pool(overrides={"autoscaling": {"max_node_count": 3}}),
        "overrides.autoscaling.max_node_count: is a limit for each zone",
    ),
    (
        "hidden group",
        pool(overrides={"node_config": pulumi.Output.from_input({})}),
        "overrides.node_config: is an output in the place of a whole group",
    ),
    ("requirements", pool(requirements={"snapshots": {}}), "requirements.snapshots: is no feature"),
    ("mode", pool(cluster={"mode": "auto"}), "cluster.mode: is none of autopilot, standard"),
    ("channel", pool(cluster={"release_channel": "rapid"}), "cluster.release_channel: is none of RAPID"),
    ("feature", pool(cluster={"features": ["snapshots"]}), "cluster.features[0]: is none of"),
    # The cases from the field.
    (
        "17",
        pool(cluster={"mode": "autopilot"}),
        "cluster_id: is an Autopilot cluster, which takes no node pools",
    ),
    ("19", node(image_type="UBUNTU_CONTAINERD"), "overrides.node_config.image_type: is UBUNTU_CONTAINERD"),
    ("20 label", pool(labels={GVISOR_KEY: "gvisor"}), f'labels["{GVISOR_KEY}"]: is {GVISOR_KEY}'),
    (
        "20 taint",
        pool(taints={GVISOR_KEY: {"value": "gvisor", "effect": "NO_SCHEDULE"}}),
        f'taints["{GVISOR_KEY}"]: is {GVISOR_KEY}',
    ),
    (
        "20 label by overrides",
        node(labels={GVISOR_KEY: "gvisor"}),
        f'overrides.node_config.labels["{GVISOR_KEY}"]: is {GVISOR_KEY}',
    ),
    (
        "20 taint by overrides",
        node(taints=[{"key": GVISOR_KEY, "value": "gvisor", "effect": "NO_SCHEDULE"}]),
        f"overrides.node_config.taints[0].key: is {GVISOR_KEY}",
    ),
    (
        "23",
        pool(machine={"type": "e2-standard-4"}, cluster={"features": ["pod-snapshots"]}),
        "machine.type: is e2-standard-4, on which",
    ),
    (
        "23 by overrides",
        pool(
            overrides={"node_config": {"machine_type": "e2-standard-4"}},
            cluster={"features": ["pod-snapshots"]},
        ),
        "overrides.node_config.machine_type: is e2-standard-4, on which",
    ),
    (
        "30",
        pool(overrides={"management": {"auto_upgrade": False}}, cluster={"release_channel": "RAPID"}),
        "overrides.management.auto_upgrade: is off, and the cluster is in the release channel RAPID",
    ),
]


@pytest.mark.parametrize(("args", "words"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_it_is_refused(args: Any, words: str) -> None:
    message = refusal(args)
    assert words in message
    assert "SandboxNodePool sandboxes: 1 problem\n" in message


ALLOWED: list[tuple[str, Any]] = [
    ("19 no image", pool()),
    ("19 the right image", node(image_type="COS_CONTAINERD")),
    ("20 own taint", pool(taints={"team": {"value": "blue", "effect": "NO_SCHEDULE"}})),
    ("23 another family", pool(cluster={"features": ["pod-snapshots"]})),
    ("23 no snapshots", pool(machine={"type": "e2-standard-4"}, cluster={"features": []})),
    (
        "23 root file system alone",
        pool(machine={"type": "e2-standard-4"}, cluster={"features": ["rootfs-snapshots"]}),
    ),
    (
        "30 no channel",
        pool(overrides={"management": {"auto_upgrade": False}}, cluster={"release_channel": "UNSPECIFIED"}),
    ),
    ("a label for nodes", pool(labels={"pool.node.kubernetes.io/kind": "sandbox"})),
    (
        "a row of one's own",
        pool(
            machine={"type": "e2-standard-4"},
            cluster={"features": ["pod-snapshots"]},
            requirements={"pod-snapshots": {"refused_machine_families": []}},
        ),
    ),
    ("everything per zone", pool(overrides={"autoscaling": None, "node_count": 1})),
]


@pytest.mark.parametrize("args", [each[1] for each in ALLOWED], ids=[each[0] for each in ALLOWED])
def test_it_is_taken(args: Any) -> None:
    assert recorded(lambda: SandboxNodePool("sandboxes", args))


@pytest.mark.parametrize("demand", DEMANDS, ids=lambda each: each.path)
def test_what_a_pool_must_be_cannot_be_taken_away(demand: Demand) -> None:
    assert demand.path in refusal(pool(overrides=nested(demand.path, None)))


@pytest.mark.parametrize("ban", BANS, ids=lambda each: each.path)
@pytest.mark.parametrize("value", ["x", None])
def test_what_overrides_must_not_say(ban: Ban, value: str | None) -> None:
    message = refusal(pool(overrides=nested(ban.path, value)))
    assert f"overrides.{ban.path}: cannot be overridden ({ban.why})" in message


@pytest.mark.parametrize("name", ["Sandboxes", "1st", "sand_boxes", "a" * 33])
def test_a_name_from_which_no_pool_can_be_named(name: str) -> None:
    assert "cannot be the beginning of a node pool's" in refusal(pool(), name)


def test_every_problem_at_once() -> None:
    args = pool(
        cluster_id="main",
        size={"min": 3, "max": 2},
        pods={"pids_limit": 1},
        tenant="a/b",
        overrides={"name": "x"},
    )
    message = refusal(args)
    assert "5 problems" in message
    for path in ("cluster_id:", "size.min:", "pods.pids_limit:", "tenant:", "overrides.name:"):
        assert f"  - {path}" in message


def test_wrong_types_and_unknown_keys() -> None:
    args: Any = {"cluster": CLUSTER_ID, "machine": {"type": 8, "cpus": 4}, "size": {"max": 1.5}}
    message = refusal(args)
    for words in (
        "cluster_id: is required and missing",
        "machine.type: is a number",
        "machine.cpus: is no setting",
        "size.max: is a number, must be a whole number",
    ):
        assert words in message


def test_auto_upgrade_off_is_undetermined_without_a_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch)
    recorded(lambda: SandboxNodePool("sandboxes", pool(overrides={"management": {"auto_upgrade": False}})))
    assert len(lines) == 1
    assert (
        "overrides.management.auto_upgrade: is off, and the cluster's release channel is not known"
        in lines[0]
    )


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (pool(cluster_id=pulumi.Output.from_input("main")), "cluster_id: is no id of a cluster"),
        (pool(cluster={"mode": pulumi.Output.from_input("autopilot")}), "is an Autopilot cluster"),
        (
            pool(overrides={"node_config": {"image_type": pulumi.Output.from_input("UBUNTU_CONTAINERD")}}),
            "image_type: is [value], and GKE Sandbox is on",
        ),
        (pool(tenant=pulumi.Output.from_input("a/b")), "tenant: is no valid label value"),
    ],
)
def test_an_output_is_checked_once_it_is_known(args: Any, words: str) -> None:
    assert words in refusal(args)


@pytest.mark.parametrize(
    "args",
    [
        pool(machine={"type": pulumi.Output.secret(f"e2-{CANARY}")}, cluster={"features": ["pod-snapshots"]}),
        pool(overrides={"node_config": {"image_type": pulumi.Output.secret(CANARY)}}),
        pool(cluster_id=pulumi.Output.secret(CANARY)),
        pool(tenant=pulumi.Output.secret(f"{CANARY}/")),
    ],
)
def test_a_secret_is_in_no_message(args: Any) -> None:
    assert CANARY not in refusal(args)


def test_no_value_of_an_override_is_in_a_message() -> None:
    secret = pulumi.Output.secret(CANARY)
    for overrides in (
        {"node_config": {"machine_typ": secret}},
        {"node_config": {"disk_size_gb": CANARY}},
        {"node_config": {"workload_metadata_config": {"mode": CANARY}}},
        {"node_config": {"metadata": {"disable-legacy-endpoints": secret}}},
    ):
        assert CANARY not in refusal(pool(overrides=overrides))

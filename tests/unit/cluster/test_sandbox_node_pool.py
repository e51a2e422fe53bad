"""A gVisor node pool: what it is made of, and what is registered."""

from typing import Any

import pulumi
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pulumi_gcp import container

from gke_agent_sandbox.cluster import (
    SandboxNodePool,
    SandboxNodePoolLocationPolicy,
    SandboxNodePoolTaintEffect,
    SandboxNodePoolUpgradeStrategy,
)
from gke_agent_sandbox.cluster.node_names import identity_name
from gke_agent_sandbox.cluster.node_pools import node_pool_properties
from gke_agent_sandbox.gcp import property_problems
from tests.fakes.gcp.enums import ENUMS
from tests.fakes.gcp.tokens import NODE_POOL
from tests.unit.cluster.graph import CLUSTER_ID, PROJECT, recorded, told
from tests.unit.gcp.properties import built

POOL = "gcp:container/nodePool:NodePool sandboxes"
ACCOUNT = "gcp:serviceaccount/account:Account sandboxes-nodes"
ROLE = "gcp:projects/iAMMember:IAMMember sandboxes-nodes"
READER = "gcp:artifactregistry/repositoryIamMember:RepositoryIamMember sandboxes-nodes-agents"
LEAST: Any = {"cluster_id": CLUSTER_ID, "machine": {"type": "n2-standard-8"}, "size": {"max": 10}}
EVERYTHING: Any = {
    "cluster_id": CLUSTER_ID,
    "cluster": {
        "mode": "standard",
        "release_channel": "RAPID",
        "version": "1.36.3-gke.1767000",
        "features": ["pod-snapshots"],
    },
    "machine": {
        "type": "n2-standard-8",
        "min_cpu_platform": "Intel Ice Lake",
        "boot_disk": {"size_gb": 200.0, "type": "pd-ssd", "kms_key": "projects/p/cryptoKeys/k"},
        "local_ssd_count": 2.0,
        "image_streaming": True,
        "nested_virtualization": True,
        "spot": True,
        "network_tags": ["internal", "no-egress"],
    },
    "size": {"min": 2.0, "max": 10.0, "zones": ["europe-west4-a", "europe-west4-b"]},
    "pods": {"pids_limit": 2048.0, "max_per_node": 64.0, "range": "sandbox-pods"},
    "upgrade": {
        "strategy": "BLUE_GREEN",
        "blue_green": {
            "batch_node_count": 2.0,
            "batch_soak_duration": "60s",
            "node_pool_soak_duration": "3600s",
        },
    },
    "repositories": {"agents": {"location": "europe", "repository": "agents", "project": "images"}},
    "labels": {"team_a": "x"},
    "taints": {"example.com/team": {"value": "blue", "effect": "NO_EXECUTE"}},
    "tenant": "acme",
    "overrides": {"node_config": {"gvnic": {"enabled": True}, "logging_variant": "MAX_THROUGHPUT"}},
}


def made(args: Any) -> dict[str, Any]:
    return recorded(lambda: SandboxNodePool("sandboxes", args))


def test_a_pool_of_which_little_is_said() -> None:
    inputs = made(LEAST)[POOL]["inputs"]
    tag = inputs["nodeConfig"]["tags"][0]
    assert inputs == {
        "cluster": CLUSTER_ID,
        "autoscaling": {"totalMinNodeCount": 0, "totalMaxNodeCount": 10, "locationPolicy": "BALANCED"},
        "management": {"autoRepair": True, "autoUpgrade": True},
        "upgradeSettings": {"strategy": "SURGE", "maxSurge": 1, "maxUnavailable": 0},
        "nodeConfig": {
            "machineType": "n2-standard-8",
            "imageType": "COS_CONTAINERD",
            "sandboxConfig": {"type": "GVISOR"},
            "serviceAccount": f"{tag}@{PROJECT}.iam.gserviceaccount.com",
            "oauthScopes": ["https://www.googleapis.com/auth/cloud-platform"],
            "tags": [tag],
            "metadata": {"disable-legacy-endpoints": "true"},
            "workloadMetadataConfig": {"mode": "GKE_METADATA"},
            "shieldedInstanceConfig": {"enableSecureBoot": True, "enableIntegrityMonitoring": True},
            "kubeletConfig": {"podPidsLimit": 4096, "insecureKubeletReadonlyPortEnabled": "FALSE"},
        },
    }


def test_a_pool_of_which_everything_is_said() -> None:
    inputs = made(EVERYTHING)[POOL]["inputs"]
    node = inputs["nodeConfig"]
    assert inputs["autoscaling"] == {
        "totalMinNodeCount": 2,
        "totalMaxNodeCount": 10,
        "locationPolicy": "ANY",
    }
    assert inputs["nodeLocations"] == ["europe-west4-a", "europe-west4-b"]
    assert inputs["maxPodsPerNode"] == 64
    assert inputs["networkConfig"] == {"podRange": "sandbox-pods"}
    assert inputs["upgradeSettings"] == {
        "strategy": "BLUE_GREEN",
        "blueGreenSettings": {
            "standardRolloutPolicy": {"batchNodeCount": 2, "batchSoakDuration": "60s"},
            "nodePoolSoakDuration": "3600s",
        },
    }
    assert node["spot"] is True
    assert node["tags"][1:] == ["internal", "no-egress"]
    assert node["tags"][0] == identity_name("sandboxes", "infra/dev")
    assert (node["diskSizeGb"], node["diskType"]) == (200, "pd-ssd")
    assert node["bootDiskKmsKey"] == "projects/p/cryptoKeys/k"
    assert node["minCpuPlatform"] == "Intel Ice Lake"
    assert node["ephemeralStorageLocalSsdConfig"] == {"localSsdCount": 2}
    assert node["gcfsConfig"] == {"enabled": True}
    assert node["advancedMachineFeatures"] == {"enableNestedVirtualization": True, "threadsPerCore": 1}
    assert node["kubeletConfig"]["podPidsLimit"] == 2048
    assert node["labels"] == {"team_a": "x", "gke-agent-sandbox/tenant": "acme"}
    assert node["taints"] == [
        {"key": "example.com/team", "value": "blue", "effect": "NO_EXECUTE"},
        {"key": "gke-agent-sandbox/tenant", "value": "acme", "effect": "NO_SCHEDULE"},
    ]
    assert node["gvnic"] == {"enabled": True}
    assert node["loggingVariant"] == "MAX_THROUGHPUT"
    assert node["sandboxConfig"] == {"type": "GVISOR"}


def test_a_fixed_number_of_nodes() -> None:
    inputs = made({**LEAST, "size": {"per_zone": 2.0}})[POOL]["inputs"]
    assert inputs["nodeCount"] == 2
    assert "autoscaling" not in inputs


def test_case_36_a_change_makes_a_new_pool_before_the_old_one_goes() -> None:
    pool = made(EVERYTHING)[POOL]
    assert not {"name", "namePrefix", "initialNodeCount"} & set(pool["inputs"])
    assert pool["delete_before_replace"] == (False, False)


def test_case_20_no_change_is_ignored_and_no_reserved_key_is_sent() -> None:
    pool = made(EVERYTHING)[POOL]
    assert pool["ignore_changes"] == []
    assert "sandbox.gke.io" not in str(pool["inputs"])
    assert "sandboxType" not in str(pool["inputs"])


def test_the_nodes_have_an_account_that_can_do_little() -> None:
    graph = made(EVERYTHING)
    account = graph[ACCOUNT]["inputs"]
    member = f"serviceAccount:{account['accountId']}@{PROJECT}.iam.gserviceaccount.com"
    assert account["project"] == PROJECT
    assert account["displayName"] == "Nodes of the sandbox pool sandboxes"
    assert graph[ROLE]["inputs"] == {
        "project": PROJECT,
        "role": "roles/container.defaultNodeServiceAccount",
        "member": member,
    }
    assert graph[READER]["inputs"] == {
        "project": "images",
        "location": "europe",
        "repository": "agents",
        "role": "roles/artifactregistry.reader",
        "member": member,
    }
    roles = {each["inputs"]["role"] for each in graph.values() if "role" in each["inputs"]}
    assert roles == {"roles/container.defaultNodeServiceAccount", "roles/artifactregistry.reader"}


def test_a_repository_is_of_the_clusters_project_where_nothing_else_is_said() -> None:
    repository = {"location": "europe-west4", "repository": "agents"}
    graph = made({**LEAST, "repositories": {"agents": repository}})
    assert graph[READER]["inputs"]["project"] == PROJECT


def test_the_pool_waits_for_the_bindings() -> None:
    waits = made(EVERYTHING)[POOL]["depends_on"]
    assert {ROLE, READER} <= set(waits)


def test_children_are_below_the_component_and_after_what_it_waits_for() -> None:
    def program() -> None:
        before = pulumi.ComponentResource("test:index:Before", "before")
        other = container.NodePool("system", cluster=CLUSTER_ID, opts=pulumi.ResourceOptions(parent=before))
        SandboxNodePool("sandboxes", LEAST, pulumi.ResourceOptions(depends_on=[other]))

    graph = recorded(program)
    for name in (POOL, ACCOUNT, ROLE):
        assert graph[name]["parent"] == "sandboxes"
        assert "gcp:container/nodePool:NodePool system" in graph[name]["depends_on"]


def test_the_outputs() -> None:
    seen: dict[str, str] = {}

    def program() -> None:
        pool = SandboxNodePool("sandboxes", LEAST)
        for name in ("pool_name", "service_account", "network_tag"):
            getattr(pool, name).apply(lambda value, name=name: seen.__setitem__(name, value))

    recorded(program)
    tag = identity_name("sandboxes", "infra/dev")
    assert seen == {
        "pool_name": "sandboxes-1a2b3c4",
        "service_account": f"{tag}@{PROJECT}.iam.gserviceaccount.com",
        "network_tag": tag,
    }


def test_spot_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = told(monkeypatch)
    made(LEAST)
    assert lines == []
    made({**LEAST, "machine": {"type": "n2-standard-8", "spot": True}})
    assert len(lines) == 1
    assert lines[0].startswith(
        "SandboxNodePool sandboxes: machine.spot: is on: Compute Engine takes such a node"
    )
    made({**LEAST, "overrides": {"node_config": {"spot": True}}})
    assert "overrides.node_config.spot: is on" in lines[1]


def test_values_may_be_outputs() -> None:
    out = pulumi.Output.from_input
    args = {
        **LEAST,
        "cluster_id": out(CLUSTER_ID),
        "machine": {"type": out("n2-standard-8"), "spot": out(True)},
        "tenant": out("acme"),
    }
    inputs = made(args)[POOL]["inputs"]
    assert inputs["cluster"] == CLUSTER_ID
    assert inputs["nodeConfig"]["machineType"] == "n2-standard-8"
    assert inputs["nodeConfig"]["taints"][0]["value"] == "acme"


def test_pulumi_gcp_knows_every_property() -> None:
    for args in (LEAST, EVERYTHING, {**LEAST, "size": {"per_zone": 1}}):
        properties = node_pool_properties(args, "nodes@demo", "tag")
        built(container.NodePoolArgs, properties)
        assert list(property_problems(container.NodePoolArgs, properties)) == []


@pytest.mark.parametrize(
    "properties",
    [
        {"cluster": "c", "node_configs": {}},
        {"cluster": "c", "node_config": {"machine": "n2"}},
        {"cluster": "c", "node_config": {"sandbox_config": {"kind": "GVISOR"}}},
        {"cluster": "c", "node_config": {"taints": [{"name": "a"}]}},
        {"cluster": "c", "maintenance_policies": [{"exclusions": []}]},
    ],
)
def test_what_pulumi_gcp_does_not_know_is_seen_by_both(properties: Any) -> None:
    with pytest.raises(TypeError):
        built(container.NodePoolArgs, properties)
    assert list(property_problems(container.NodePoolArgs, properties))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("autoscaling.locationPolicy", SandboxNodePoolLocationPolicy),
        ("upgradeSettings.strategy", SandboxNodePoolUpgradeStrategy),
        ("nodeConfig.taints.effect", SandboxNodePoolTaintEffect),
    ],
)
def test_enum_values_are_those_of_the_table(path: str, words: Any) -> None:
    assert set(words) <= ENUMS[NODE_POOL][path].values


NAMES = st.text(min_size=1, max_size=80)


@given(NAMES, NAMES)
def test_an_identity_name_is_one_that_google_takes(pool: str, scope: str) -> None:
    name = identity_name(pool, scope)
    assert 6 <= len(name) <= 30
    assert name[0].isascii()
    assert name[0].isalpha()
    assert name[-1] != "-"
    assert all(each in "abcdefghijklmnopqrstuvwxyz0123456789-" for each in name)
    assert name == identity_name(pool, scope)


@given(NAMES, NAMES, NAMES)
def test_two_stacks_have_two_names(pool: str, scope: str, other: str) -> None:
    assert (identity_name(pool, scope) == identity_name(pool, other)) == (scope == other)

"""Nodes of sandboxes: their metadata server and their service account."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Finding, Resource
from tests.unit.rules.objects import about

MODE, ACCOUNT = "node-metadata-mode", "node-service-account"
POOL_TYPES = ("gcp:container/nodePool:NodePool", "gcp:container:NodePool")
CLUSTER_TYPES = ("gcp:container/cluster:Cluster", "gcp:container:Cluster")
SANDBOXES = ({"type": "GVISOR"}, {"sandboxType": "gvisor"}, {"type": "gvisor", "sandboxType": None})
EMAIL = "nodes@acme-agents.iam.gserviceaccount.com"
GOOD = {
    "sandboxConfig": {"type": "GVISOR"},
    "serviceAccount": EMAIL,
    "workloadMetadataConfig": {"mode": "GKE_METADATA"},
}


def pool(token: str = POOL_TYPES[0], **node_config: Any) -> Resource:
    """A node pool like the good one, with changes."""
    return Resource(token, {"nodeConfig": {**GOOD, **node_config}})


def cluster(token: str = CLUSTER_TYPES[0], **properties: Any) -> Resource:
    return Resource(token, properties)


def told(rule: str, judged: Resource, **parameters: Any) -> list[tuple[str, str]]:
    return [(str(each.verdict), each.path) for each in about(rule, judged, **parameters)]


def only(rule: str, judged: Resource) -> Finding:
    (found,) = about(rule, judged)
    return found


@pytest.mark.parametrize("rule", [MODE, ACCOUNT])
@pytest.mark.parametrize("token", POOL_TYPES)
def test_the_good_one(rule: str, token: str) -> None:
    scopes = ["https://www.googleapis.com/auth/cloud-platform"]
    assert about(rule, pool(token, oauthScopes=scopes)) == []


@pytest.mark.parametrize("token", POOL_TYPES)
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize(
    ("config", "verdict", "path"),
    [
        (None, "violation", "nodeConfig.workloadMetadataConfig"),
        ({}, "violation", "nodeConfig.workloadMetadataConfig"),
        ("GKE_METADATA", "violation", "nodeConfig.workloadMetadataConfig"),
        ({"mode": "GCE_METADATA"}, "violation", "nodeConfig.workloadMetadataConfig.mode"),
        ({"mode": "MODE_UNSPECIFIED"}, "violation", "nodeConfig.workloadMetadataConfig.mode"),
        ({"mode": UNKNOWN}, "undetermined", "nodeConfig.workloadMetadataConfig.mode"),
        (UNKNOWN, "undetermined", "nodeConfig.workloadMetadataConfig"),
    ],
)
def test_the_metadata_mode(token: str, sandbox: Any, config: Any, verdict: str, path: str) -> None:
    judged = pool(token, sandboxConfig=sandbox, workloadMetadataConfig=config)
    assert told(MODE, judged) == [(verdict, path)]


@pytest.mark.parametrize("token", POOL_TYPES)
@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize(
    "account", [None, "", "default", "123456789012-compute@developer.gserviceaccount.com", 7]
)
def test_the_default_account(token: str, sandbox: Any, account: Any) -> None:
    judged = pool(token, sandboxConfig=sandbox, serviceAccount=account)
    assert told(ACCOUNT, judged) == [("violation", "nodeConfig.serviceAccount")]


def test_an_account_that_is_made_in_the_same_run() -> None:
    assert told(ACCOUNT, pool(serviceAccount=UNKNOWN)) == []


@pytest.mark.parametrize(("rule", "bad"), [(MODE, "workloadMetadataConfig"), (ACCOUNT, "serviceAccount")])
def test_which_nodes_they_are_about(rule: str, bad: str) -> None:
    for sandbox in (None, {}, {"type": "UNSPECIFIED"}, {"type": 7}):
        judged = pool(**{"sandboxConfig": sandbox, bad: None})
        assert told(rule, judged) == []
        assert [verdict for verdict, _ in told(rule, judged, node_pools="all")] == ["violation"]
    for sandbox, path in (
        (UNKNOWN, "nodeConfig.sandboxConfig"),
        ({"type": UNKNOWN}, "nodeConfig.sandboxConfig.type"),
        ({"sandboxType": UNKNOWN}, "nodeConfig.sandboxConfig.sandboxType"),
    ):
        assert told(rule, pool(**{"sandboxConfig": sandbox, bad: None})) == [("undetermined", path)]
        assert told(rule, pool(sandboxConfig=sandbox)) == []
    assert told(rule, Resource(POOL_TYPES[0], {"nodeConfig": UNKNOWN})) == [("undetermined", "nodeConfig")]
    assert told(rule, Resource(POOL_TYPES[0], {})) == []


@pytest.mark.parametrize("token", CLUSTER_TYPES)
@pytest.mark.parametrize(("rule", "bad"), [(MODE, "workloadMetadataConfig"), (ACCOUNT, "serviceAccount")])
def test_pools_within_a_cluster(token: str, rule: str, bad: str) -> None:
    wrong = {"nodeConfig": {**GOOD, bad: None}}
    judged = cluster(token, nodePools=[{"nodeConfig": GOOD}, wrong], **wrong)
    paths = [path for _, path in told(rule, judged)]
    assert paths == [f"nodeConfig.{bad}", f"nodePools[1].nodeConfig.{bad}"]
    assert told(rule, cluster(token, nodePools=["x", 1, None], nodeConfig=[])) == []
    unknown = cluster(token, nodePools=[{"nodeConfig": GOOD}, UNKNOWN])
    assert told(rule, unknown) == [("undetermined", "nodePools[1].nodeConfig")]
    assert [verdict for verdict, _ in told(rule, cluster(token, nodePools=UNKNOWN))] == ["undetermined"]


MADE = "clusterAutoscaling.autoProvisioningDefaults.serviceAccount"


def test_nodes_that_gke_makes_by_itself() -> None:
    defaults = {"autoProvisioningDefaults": {"serviceAccount": EMAIL}}
    later = {"autoProvisioningDefaults": {"serviceAccount": UNKNOWN}}
    for judged in (
        cluster(),
        cluster(enableAutopilot=False),
        cluster(enableAutopilot=True, clusterAutoscaling=defaults),
        cluster(enableAutopilot=True, clusterAutoscaling=later),
        cluster(enableAutopilot=UNKNOWN, clusterAutoscaling=defaults),
        cluster(clusterAutoscaling={"enabled": False}),
    ):
        assert told(ACCOUNT, judged) == []
    assert told(ACCOUNT, cluster(enableAutopilot=True)) == [("violation", MADE)]
    assert told(ACCOUNT, cluster(clusterAutoscaling={"enabled": True})) == [("violation", MADE)]
    assert told(ACCOUNT, cluster(enableAutopilot=UNKNOWN)) == [("undetermined", "enableAutopilot")]
    unknown = cluster(clusterAutoscaling=UNKNOWN)
    assert told(ACCOUNT, unknown) == [("undetermined", "clusterAutoscaling")]
    both = cluster(enableAutopilot=True, clusterAutoscaling=UNKNOWN)
    assert told(ACCOUNT, both) == [("undetermined", "clusterAutoscaling")]


def test_messages_say_what_to_write() -> None:
    assert only(MODE, pool(workloadMetadataConfig={"mode": "GCE_METADATA"})).message == (
        "node-metadata-mode (node pool must set nodeConfig.workloadMetadataConfig.mode=GKE_METADATA):"
        ' nodeConfig.workloadMetadataConfig.mode is "GCE_METADATA". Write instead: workloadMetadataConfig:'
        " {mode: GKE_METADATA}, in nodeConfig"
    )
    assert only(ACCOUNT, pool(serviceAccount=None)).message == (
        "node-service-account (node pool must name a service account of its own, not the Compute Engine"
        " default one): nodeConfig.serviceAccount is not set. Write instead: serviceAccount: the email of an"
        " account with roles/container.defaultNodeServiceAccount and little else, in nodeConfig"
    )


def test_words_of_the_api_are_told_within_a_secret() -> None:
    judged = Resource(POOL_TYPES[0], {"nodeConfig": {**GOOD, "serviceAccount": "default"}}, "x")
    hidden = Resource(judged.type_token, judged.properties, secrets=frozenset({("nodeConfig",)}))
    assert "nodeConfig.serviceAccount is a secret value" in only(ACCOUNT, hidden).message

"""What the components of this library make is what these rules ask for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.cluster import AutopilotCluster, SandboxNodePool, StandardCluster
from gke_agent_sandbox.identity import WorkloadIdentity
from gke_agent_sandbox.rules import Entry as ConfigurationEntry
from gke_agent_sandbox.rules import Group, Resource, configured, judge
from tests.unit.cluster.cluster_recorder import args, recorded

ALL_POOLS = configured({"configuration": ConfigurationEntry(None, {"node_pools": "all"})})
ROLES = {"reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"}}


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The plugin of gcloud is there, on any machine."""
    program = tmp_path / "gke-gcloud-auth-plugin"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")


def autopilot() -> None:
    given: Any = args()
    cluster = AutopilotCluster("main", given)
    own: Any = {"workload_pool": cluster.workload_pool, "namespace": "team-a", "roles": ROLES}
    WorkloadIdentity("reporter", own, pulumi.ResourceOptions(providers=[cluster.provider]))


def standard() -> None:
    given: Any = args(nodes={"auto_provisioning": {"max_cpu": 64, "max_memory_gib": 256}})
    cluster = StandardCluster("main", given)
    pool: Any = {"machine": {"type": "n2-standard-8"}, "size": {"max": 4}, "cluster": {"mode": "standard"}}
    SandboxNodePool("sandboxes", {"cluster_id": cluster.cluster_id, **pool})
    own: Any = {"workload_pool": cluster.workload_pool, "namespace": "team-a", "roles": ROLES}
    google = {"google_service_account": {}}
    WorkloadIdentity("reporter", {**own, **google}, pulumi.ResourceOptions(providers=[cluster.provider]))


@pytest.mark.parametrize("program", [autopilot, standard])
def test_nothing_is_found(program: Callable[[], None]) -> None:
    graph = recorded(program).graph
    judged = [Resource(key.partition(" ")[0], each["inputs"]) for key, each in graph.items()]
    assert [each for each in judged if (each.type_token or "").startswith("gcp:container")]
    found = [
        finding.message
        for each in judged
        for finding in judge(each, ALL_POOLS)
        if finding.rule in [rule.id for rule in ALL_POOLS.rules if rule.group is Group.CLOUD_IDENTITY]
    ]
    assert found == []

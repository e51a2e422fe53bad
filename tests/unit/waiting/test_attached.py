"""Every resource of Google Cloud that a component makes waits, and so does every object of a kind that
somebody else installs.
"""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox import (
    AutopilotCluster,
    GoogleApis,
    SandboxNodePool,
    SandboxTemplate,
    SandboxWarmPool,
    StandardCluster,
)
from tests.unit.cluster import cluster_recorder
from tests.unit.cluster.cluster_recorder import PROJECT, Recorder, args, recorded

waiting: dict[str, int] = {}


class HookRecorder(Recorder):
    """Remembers how many error hooks each resource has."""

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802
        waiting[f"{request.type} {request.name}"] = len(request.hooks.on_error)
        return super().RegisterResource(request)


def program() -> None:
    GoogleApis("apis", {"project": PROJECT})
    standard: Any = args(networking={"policy_denial_logging": True})
    cluster = StandardCluster("main", standard)
    autopilot: Any = args()
    AutopilotCluster("auto", autopilot)
    SandboxNodePool(
        "sandboxes",
        {"cluster_id": cluster.cluster_id, "machine": {"type": "n2-standard-8"}, "size": {"max": 4}},
    )
    inside = pulumi.ResourceOptions(provider=cluster.provider)
    SandboxTemplate("python", {"namespace": "demo", "image": "registry.k8s.io/pause:3.10"}, inside)
    SandboxWarmPool(
        "python", {"namespace": "demo", "pool_name": "python", "template": "x", "replicas": 1}, inside
    )


def test_they_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting.clear()
    monkeypatch.setattr(cluster_recorder, "Recorder", HookRecorder)
    recorded(program)
    asked = {key: count for key, count in waiting.items() if key.startswith(("gcp:", "kubernetes:"))}
    assert {key for key, count in asked.items() if count != 1} == set()
    assert {key.rpartition(":")[2] for key in asked if key.startswith("kubernetes:")} == {
        "NetworkLoggingPatch main-network-logging",
        "SandboxTemplate python",
        "SandboxWarmPool python",
    }
    for each in (
        "Cluster main",
        "NodePool main-system",
        "NodePool sandboxes",
        "CryptoKeyIAMMember auto-secrets",
    ):
        assert any(key.endswith(f":{each}") for key in asked), each

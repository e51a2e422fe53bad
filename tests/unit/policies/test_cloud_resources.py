"""Resources of Google Cloud through both packs."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.policies.packs import analyzed, composed, pack
from tests.unit.policies.wire import LEVELS, request

POOL = "gcp:container/nodePool:NodePool"
MEMBER = "serviceAccount:acme-agents.svc.id.goog[team-a/sandbox]"
USER = "gcp:serviceaccount/iAMMember:IAMMember"
FOUND: list[tuple[Resource, list[str]]] = [
    (
        Resource(POOL, {"nodeConfig": {"sandboxConfig": {"type": "GVISOR"}}}),
        ["node-metadata-mode", "node-service-account"],
    ),
    (Resource(POOL, {"nodeConfig": {"machineType": "e2-medium"}}), []),
    (Resource(POOL, {"nodeConfig": UNKNOWN}), ["node-metadata-mode", "node-service-account"]),
    (Resource("gcp:container/cluster:Cluster", {"initialNodeCount": 1.0}), ["workload-pool-set"]),
    (Resource(USER, {"role": "r", "member": MEMBER}), ["no-sandbox-identity-binding"]),
    (
        Resource(USER, {"role": "r", "member": MEMBER.replace("[", "/")}),
        ["workload-identity-member"],
    ),
    (Resource(USER, {"role": "r", "member": UNKNOWN}), []),
]


@pytest.mark.parametrize("service", [pack, composed])
@pytest.mark.parametrize(("judged", "rules"), FOUND)
def test_what_is_found(service: Any, judged: Resource, rules: list[str]) -> None:
    told = analyzed(service(), request(judged))
    assert [message.partition(" ")[0] for message, _ in told] == rules
    assert {level for _, level in told} <= {LEVELS["mandatory"]}

"""The workload identity pool of a cluster."""

from typing import Any

import pytest

from gke_agent_sandbox.rules import UNKNOWN, Resource
from tests.unit.rules.objects import about

RULE = "workload-pool-set"
TYPES = ("gcp:container/cluster:Cluster", "gcp:container:Cluster")


def told(token: str = TYPES[0], **properties: Any) -> list[tuple[str, str]]:
    found = about(RULE, Resource(token, {"location": "europe-west4", **properties}))
    return [(str(each.verdict), each.path) for each in found]


@pytest.mark.parametrize("token", TYPES)
def test_a_pool_is_set(token: str) -> None:
    assert told(token, workloadIdentityConfig={"workloadPool": "acme-agents.svc.id.goog"}) == []
    assert told(token, enableAutopilot=True) == []
    assert told(token) == [("violation", "workloadIdentityConfig")]


@pytest.mark.parametrize(
    ("properties", "verdict", "path"),
    [
        ({"workloadIdentityConfig": {}}, "violation", "workloadIdentityConfig"),
        ({"workloadIdentityConfig": None}, "violation", "workloadIdentityConfig"),
        ({"workloadIdentityConfig": "x"}, "violation", "workloadIdentityConfig"),
        ({"enableAutopilot": "true"}, "violation", "workloadIdentityConfig"),
        (
            {"workloadIdentityConfig": {"workloadPool": ""}},
            "violation",
            "workloadIdentityConfig.workloadPool",
        ),
        (
            {"workloadIdentityConfig": {"workloadPool": "acme-agents.iam.id.goog"}},
            "violation",
            "workloadIdentityConfig.workloadPool",
        ),
        (
            {"workloadIdentityConfig": {"workloadPool": UNKNOWN}},
            "undetermined",
            "workloadIdentityConfig.workloadPool",
        ),
        ({"workloadIdentityConfig": UNKNOWN}, "undetermined", "workloadIdentityConfig"),
        ({"enableAutopilot": UNKNOWN}, "undetermined", "enableAutopilot"),
    ],
)
def test_it_is_not(properties: dict[str, Any], verdict: str, path: str) -> None:
    assert told(**properties) == [(verdict, path)]


def test_other_types_are_none_of_its_business() -> None:
    for token in (None, "gcp:container/registry:Registry", "kubernetes:core/v1:Pod", "x:container:Cluster"):
        assert about(RULE, Resource(token, {"apiVersion": "v1", "kind": "Cluster"})) == []

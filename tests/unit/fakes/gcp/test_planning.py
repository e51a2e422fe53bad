"""Differences and what comes of them."""

from typing import Any

import pytest

from tests.fakes.gcp.catalogue import type_of
from tests.fakes.gcp.facts import FACTS
from tests.fakes.gcp.planning import differences, planned, updated
from tests.fakes.gcp.tokens import CLUSTER, CRYPTO_KEY, NODE_POOL
from tests.fakes.gcp.wire import UNKNOWN, shown

FIREWALL = "gcp:compute/firewall:Firewall"

TAINT = {"key": "team", "value": "blue", "effect": "NO_SCHEDULE"}
SANDBOX = {"key": "sandbox.gke.io/runtime", "value": "gvisor", "effect": "NO_SCHEDULE"}


def found(token: str, state: dict[str, Any], news: dict[str, Any]) -> list[str]:
    rows = differences(state, news, type_of(token), FACTS[token])
    return [f"{each.change} {shown(each.path)}{' replaces' if each.replaces else ''}" for each in rows]


@pytest.mark.parametrize(
    ("own", "labels", "expected"),
    [
        ({"goog-pulumi-provisioned": "true"}, {}, []),
        ({}, {}, ["UPDATE pulumiLabels"]),
        (None, {}, []),
        ({"goog-pulumi-provisioned": "true"}, {"a": "b"}, ["ADD labels", "UPDATE pulumiLabels"]),
        ({"goog-pulumi-provisioned": "true"}, UNKNOWN, ["ADD labels"]),
    ],
    ids=["made", "imported", "without", "another label", "not known yet"],
)
def test_labels_of_the_programs_own(own: Any, labels: Any, expected: list[str]) -> None:
    news = {"keyRing": "r", "name": "k", **({"labels": labels} if labels else {})}
    state = {"keyRing": "r", "name": "k", **({} if own is None else {"pulumiLabels": own})}
    assert found(CRYPTO_KEY, state, news) == expected


@pytest.mark.parametrize(
    ("state", "news", "expected"),
    [
        ({"cluster": "c"}, {"cluster": "c"}, []),
        ({"cluster": "c"}, {"cluster": "d"}, ["UPDATE cluster replaces"]),
        ({"cluster": "c"}, {"cluster": UNKNOWN}, ["UPDATE cluster replaces"]),
        ({"nodeCount": 1}, {"nodeCount": 2}, ["UPDATE nodeCount"]),
        # What the cloud fills in is not missed, what the program took back is.
        ({"nodeCount": 1, "version": "1.36"}, {}, []),
        ({"autoscaling": {"totalMaxNodeCount": 3}}, {}, ["DELETE autoscaling"]),
        (
            {"autoscaling": {"totalMaxNodeCount": 3, "minNodeCount": 1}},
            {"autoscaling": {"totalMaxNodeCount": 3}},
            ["DELETE autoscaling.minNodeCount"],
        ),
        ({}, {"autoscaling": {"totalMaxNodeCount": 3}}, ["ADD autoscaling"]),
        # A block replaces when it comes, what is in it when it changes.
        (
            {"nodeConfig": {}},
            {"nodeConfig": {"sandboxConfig": {"type": "GVISOR"}}},
            ["ADD nodeConfig.sandboxConfig replaces"],
        ),
        (
            {"nodeConfig": {"sandboxConfig": {"type": "GVISOR"}}},
            {"nodeConfig": {}},
            ["DELETE nodeConfig.sandboxConfig replaces"],
        ),
        (
            {"nodeConfig": {"sandboxConfig": {"sandboxType": "gvisor"}}},
            {"nodeConfig": {"sandboxConfig": {"sandboxType": "other"}}},
            ["UPDATE nodeConfig.sandboxConfig.sandboxType"],
        ),
        (
            {"nodeConfig": {"machineType": "a"}},
            {"nodeConfig": {"machineType": "b"}},
            ["UPDATE nodeConfig.machineType"],
        ),
        (
            {"nodeConfig": {"spot": False}},
            {"nodeConfig": {"spot": True}},
            ["UPDATE nodeConfig.spot replaces"],
        ),
        # Sets have no order, lists have.
        ({"nodeLocations": ["a", "b"]}, {"nodeLocations": ["b", "a"]}, []),
        ({"nodeLocations": ["a", "b"]}, {"nodeLocations": ["a"]}, ["UPDATE nodeLocations"]),
        (
            {"nodeConfig": {"oauthScopes": ["a"]}},
            {"nodeConfig": {"oauthScopes": ["b"]}},
            ["UPDATE nodeConfig.oauthScopes replaces"],
        ),
        (
            {"nodeConfig": {"taints": [TAINT]}},
            {"nodeConfig": {"taints": [{**TAINT, "value": "red"}, SANDBOX]}},
            ["UPDATE nodeConfig.taints[0].value", "ADD nodeConfig.taints[1]"],
        ),
        # The labels that GKE adds are passed over, others are not.
        (
            {"nodeConfig": {"labels": {"a": "1", "sandbox.gke.io/runtime": "gvisor"}}},
            {"nodeConfig": {"labels": {"a": "2"}}},
            ["UPDATE nodeConfig.labels.a"],
        ),
        (
            {"nodeConfig": {"labels": {"a": "1", "b": "2"}}},
            {"nodeConfig": {"labels": {"a": "1"}}},
            ["DELETE nodeConfig.labels.b"],
        ),
    ],
)
def test_of_a_pool(state: dict[str, Any], news: dict[str, Any], expected: list[str]) -> None:
    assert found(NODE_POOL, state, news) == expected


def test_an_entry_of_a_set_may_have_more_than_the_program_said() -> None:
    state = {"masterAuthorizedNetworksConfig": {"cidrBlocks": [{"cidrBlock": "a", "displayName": "x"}]}}
    news = {"masterAuthorizedNetworksConfig": {"cidrBlocks": [{"cidrBlock": "a"}]}}
    assert found(CLUSTER, state, news) == []


def test_a_default_that_is_not_said_is_no_difference() -> None:
    assert found(FIREWALL, {"priority": 1000}, {}) == []
    assert found(FIREWALL, {"priority": 900}, {}) == ["DELETE priority"]


def test_a_preview_shows_what_is_known_and_what_is_not() -> None:
    news = {
        "name": "main",
        "controlPlaneEndpointsConfig": {"dnsEndpointConfig": {"allowExternalTraffic": True}},
        "nodePools": [{"name": "a"}],
    }
    outputs = planned(news, type_of(CLUSTER), FACTS[CLUSTER])
    dns = outputs["controlPlaneEndpointsConfig"]["dnsEndpointConfig"]
    assert (outputs["name"], dns) == ("main", {"allowExternalTraffic": True, "endpoint": UNKNOWN})
    assert outputs["controlPlaneEndpointsConfig"]["ipEndpointsConfig"] is UNKNOWN
    assert outputs["nodePools"][0]["version"] is UNKNOWN
    for late in ("endpoint", "masterVersion", "masterAuth", "workloadIdentityConfig"):
        assert outputs[late] is UNKNOWN
    assert "enableAutopilot" not in outputs


def test_an_update_keeps_what_the_cloud_filled_in_and_drops_what_was_taken_back() -> None:
    state = {
        "name": "a",
        "version": "1.36",
        "autoscaling": {"totalMaxNodeCount": 3},
        "instanceGroupUrls": ["x"],
        "nodeConfig": {"machineType": "m", "tags": ["t"], "diskSizeGb": 100},
    }
    after = updated(
        state, {"name": "a", "nodeConfig": {"machineType": "n"}}, type_of(NODE_POOL), FACTS[NODE_POOL]
    )
    assert after == {
        "name": "a",
        "version": "1.36",
        "instanceGroupUrls": ["x"],
        "nodeConfig": {"machineType": "n", "diskSizeGb": 100},
    }
    assert (
        differences(
            after, {"name": "a", "nodeConfig": {"machineType": "n"}}, type_of(NODE_POOL), FACTS[NODE_POOL]
        )
        == []
    )

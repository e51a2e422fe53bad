"""Whether the sandboxes of a stack find a node, and whether there are nodes enough."""

from typing import Any, cast

import pytest

from gke_agent_sandbox.stack.config import StackConfig
from gke_agent_sandbox.stack.placement_problems import placement_notices
from tests.unit.stack.configs import MADE, POOL, existing, made, problems, standard

PYTHON = "tenants.demo.templates.python"
POOLS = "cluster.standard.pools"
IMAGE = "registry.example.com/agents/a:1"


def stack(
    template: dict[str, Any], warm_pools: dict[str, int] | None = None, **cluster: Any
) -> dict[str, Any]:
    """A Standard cluster, one template, and warm pools of it by their replicas."""
    config = standard(**cluster)
    pools = {key: {"template": "python", "replicas": count} for key, count in (warm_pools or {}).items()}
    config["tenants"] = {"demo": {"templates": {"python": template}, "pools": pools}}
    return config


def words(**more: Any) -> dict[str, Any]:
    return {"image": IMAGE, **more}


def whole_pod(**more: Any) -> dict[str, Any]:
    return {"pod": {"containers": [{"name": "a", "image": IMAGE}], **more}}


def notices(config: dict[str, Any]) -> dict[str, str]:
    """What is told of a stack that is not refused, by path."""
    assert problems(config) == {}
    found = [(each.path, str(each)) for each in placement_notices(cast("StackConfig", config))]
    assert len(dict(found)) == len(found)
    return dict(found)


def test_nothing_is_told_where_all_is_well() -> None:
    assert notices(stack(words(), {"a": 12})) == {}


FOR_ACME = {"acme": {**POOL, "tenant": "acme"}}
TAINTED = {"sandboxes": {**POOL, "taints": {"team": {"value": "a", "effect": "NO_SCHEDULE"}}}}
SOFT = {"sandboxes": {**POOL, "taints": {"team": {"value": "a", "effect": "PREFER_NO_SCHEDULE"}}}}
LABELLED = {"sandboxes": {**POOL, "labels": {"disk": "fast"}}}
BY_OVERRIDE = {"sandboxes": {**POOL, "overrides": {"node_config": {"labels": {"disk": "fast"}}}}}
TOLERATION = {"key": "team", "operator": "Equal", "value": "a", "effect": "NoSchedule"}


@pytest.mark.parametrize(
    ("template", "pools"),
    [
        (words(node_tenant="acme"), FOR_ACME),
        (whole_pod(), {"sandboxes": POOL}),
        (
            whole_pod(nodeSelector={"gke-agent-sandbox/tenant": "acme"}) | {"node_tenant": "acme"},
            FOR_ACME,
        ),
        (whole_pod(tolerations=[TOLERATION]), TAINTED),
        (whole_pod(tolerations=[{"operator": "Exists"}]), TAINTED),
        (whole_pod(tolerations=[{"key": "team", "operator": "Exists"}]), TAINTED),
        (words(), SOFT),
        (whole_pod(nodeSelector={"disk": "fast"}), LABELLED),
        (whole_pod(nodeSelector={"disk": "fast"}), BY_OVERRIDE),
        (whole_pod(nodeSelector={"cloud.google.com/gke-spot": "true"}), {"sandboxes": POOL}),
        (whole_pod(nodeSelector={"kubernetes.io/arch": "amd64"}), {"sandboxes": POOL}),
        # One of two pools is enough.
        (words(), {**FOR_ACME, "sandboxes": POOL}),
    ],
)
def test_a_template_that_a_pool_takes(template: dict[str, Any], pools: dict[str, Any]) -> None:
    assert problems(stack(template, pools=pools)) == {}


@pytest.mark.parametrize(
    ("template", "pools", "path", "parts"),
    [
        (
            words(node_tenant="acme"),
            {"sandboxes": POOL},
            f"{PYTHON}.node_tenant",
            [
                "runs on no gVisor pool of the cluster (its sandboxes would wait for a node for ever: "
                "sandboxes: its nodes do not have the label gke-agent-sandbox/tenant=acme)",
                f"a pool under {POOLS} with tenant: acme, or no node_tenant",
            ],
        ),
        (
            words(),
            FOR_ACME,
            PYTHON,
            [
                "acme: its nodes have the taint gke-agent-sandbox/tenant=acme",
                f"a pool under {POOLS} without tenant, or node_tenant with a tenant that has one",
            ],
        ),
        (
            words(node_tenant="other"),
            FOR_ACME,
            f"{PYTHON}.node_tenant",
            ["label gke-agent-sandbox/tenant=other and its nodes have the taint gke-agent-sandbox/tenant="],
        ),
        (words(), TAINTED, PYTHON, ["sandboxes: its nodes have the taint team=a"]),
        (
            whole_pod(tolerations=[{**TOLERATION, "effect": "NoExecute"}]),
            TAINTED,
            PYTHON,
            ["its nodes have the taint team=a"],
        ),
        (whole_pod(nodeSelector={"disk": "slow"}), LABELLED, PYTHON, ["do not have the label disk=slow"]),
        (
            whole_pod(nodeSelector={"gke-agent-sandbox/tenant": "acme"}),
            {"sandboxes": POOL},
            PYTHON,
            ["with tenant: acme"],
        ),
    ],
)
def test_a_template_that_no_pool_takes(
    template: dict[str, Any], pools: dict[str, Any], path: str, parts: list[str]
) -> None:
    found = problems(stack(template, pools=pools))
    assert list(found) == [path]
    for part in parts:
        assert part in str(found[path])


@pytest.mark.parametrize("key", ["nodeSelector", "tolerations", "containers", "initContainers"])
def test_what_is_malformed_is_told_as_such(key: str) -> None:
    config = stack(whole_pod(**{key: "x"}), {"a": 1}, pools={**FOR_ACME, "sandboxes": POOL})
    assert all(path.startswith(f"{PYTHON}.pod") for path in problems(config))
    assert list(placement_notices(cast("StackConfig", config))), "the pool for nobody, and no error"


def test_a_pool_of_a_tenant_for_whom_nothing_runs() -> None:
    pools = {**FOR_ACME, "sandboxes": POOL}
    assert notices(stack(words(), pools=pools)) == {
        f"{POOLS}.acme.tenant": f"{POOLS}.acme.tenant: is acme, and no template has node_tenant: acme "
        "(nothing of this stack runs on its nodes). Write instead: the tenant in node_tenant of its templates"
    }
    assert notices(stack(words(node_tenant="acme"), pools=pools)) == {}
    assert list(notices(existing(pools=FOR_ACME))) == ["cluster.existing.pools.acme.tenant"]


def test_one_sandbox_that_is_larger_than_a_node() -> None:
    # An n2-standard-8 has 4 cores under gVisor, of which GKE leaves 3.92 to pods.
    assert notices(stack(words(resources={"cpu": "3900m"}))) == {}
    told = notices(stack(words(resources={"cpu": "4"})))[PYTHON]
    assert "asks for 4 CPU and 512Mi, and GKE leaves less on a node of the pool sandboxes" in told
    found = problems(stack(words(resources={"cpu": "4500m"})))
    assert "asks for more in one sandbox than any node of the pool sandboxes has" in str(found[PYTHON])
    found = problems(stack(words(resources={"memory": "33Gi"})))
    assert "0.5 CPU and 33792Mi" in str(found[PYTHON])


def test_a_sandbox_that_one_of_two_pools_can_hold() -> None:
    pools = {"small": POOL, "large": {**POOL, "machine": {"type": "n2-standard-32"}}}
    assert notices(stack(words(resources={"cpu": "8"}), {"a": 2}, pools=pools)) == {}
    path = "tenants.demo.pools.a.replicas"
    told = notices(stack(words(resources={"cpu": "8"}), {"a": 3}, pools=pools))[path]
    assert "is 3, and all nodes of the pools small, large together hold 2 of them" in told
    assert f"Write instead: fewer, or a larger size.max under {POOLS}" in told


def test_a_warm_pool_that_can_never_be_full() -> None:
    path = "tenants.demo.pools.a.replicas"
    # Two nodes of 3.92 CPU.
    assert notices(stack(words(resources={"cpu": "1"}), {"a": 6})) == {}
    told = notices(stack(words(resources={"cpu": "1"}), {"a": 7}))
    assert told == {
        path: f"{path}: is 7, and all nodes of the pool sandboxes together hold 6 of them (the pool would "
        f"never be full). Write instead: fewer, or {POOLS}.sandboxes.size.max: 3"
    }
    fixed = {"sandboxes": {**POOL, "size": {"per_zone": 1, "zones": ["europe-west4-a", "europe-west4-b"]}}}
    assert path in notices(stack(words(resources={"cpu": "1"}), {"a": 7}, pools=fixed))


def test_warm_pools_that_are_too_many_together() -> None:
    assert notices(stack(words(resources={"cpu": "1"}), {"a": 3, "b": 4})) == {}
    told = notices(stack(words(resources={"cpu": "1"}), {"a": 4, "b": 4}))[POOLS]
    assert "sandboxes with all nodes have 7.84 CPU" in told
    assert "the warm pools there ask for 8 CPU and 4096Mi" in told
    assert "tenants.demo.pools.a.replicas, tenants.demo.pools.b.replicas" in told


@pytest.mark.parametrize(
    "cluster",
    [
        # GKE makes nodes for what finds none.
        {"nodes": {"auto_provisioning": {"max_cpu": 64, "max_memory_gib": 256}}},
        # The number of zones, or the size of the machine, is not known.
        {"pools": {"sandboxes": {**POOL, "size": {"per_zone": 1}}}},
        {"pools": {"sandboxes": {**POOL, "machine": {"type": "x9-standard-8"}}}},
    ],
)
def test_what_is_not_known_is_not_judged(cluster: dict[str, Any]) -> None:
    assert notices(stack(words(resources={"cpu": "1"}), {"a": 500}, **cluster)) == {}


def test_only_a_cluster_whose_pools_are_all_known_is_judged() -> None:
    config = existing(pools=FOR_ACME)
    config["tenants"]["demo"]["templates"]["python"]["resources"] = {"cpu": "500"}
    assert problems(config) == {}
    autopilot = made(autopilot=MADE)
    autopilot["tenants"] = config["tenants"]
    autopilot["tenants"]["demo"]["templates"]["python"]["node_tenant"] = "acme"
    assert notices(autopilot) == {}

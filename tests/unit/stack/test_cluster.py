"""What is found of the cluster of a stack config, by itself and with what is to run there."""

from pathlib import Path
from typing import Any, cast

import pytest

from gke_agent_sandbox.stack import read_file
from gke_agent_sandbox.stack.plan import existing_args, has_add_on
from tests.unit.stack.configs import MADE, POOL, autopilot, existing, problems, stack, standard

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["local", "dev", "prod"])
def test_a_stack_that_is_shipped_has_no_problem(name: str) -> None:
    assert problems(cast("dict[str, Any]", read_file(ROOT / f"Pulumi.{name}.yaml"))) == {}


@pytest.mark.parametrize("config", [standard(), autopilot(), existing(), stack(kubeconfig="k")])
def test_each_kind_of_cluster_with_the_least_that_it_needs(config: dict[str, Any]) -> None:
    assert problems(config) == {}
    assert not has_add_on(config["cluster"])


@pytest.mark.parametrize(
    ("config", "path", "what"),
    [
        (stack(), "cluster", "does not say which cluster it is"),
        (stack(autopilot=MADE, standard=MADE), "cluster", "has autopilot and standard"),
        (stack(autopilot={}), "cluster.autopilot.project", "is required and missing"),
        (stack(standard={}), "cluster.standard.project", "is required and missing"),
        (stack(autopilot={**MADE, "pools": {}}), "cluster.autopilot.pools", ""),
        (standard(pools={"a": {"size": {"max": 1}}}), "cluster.standard.pools.a.machine", "required"),
        (standard(pools={"a": {**POOL, "cluster_id": "x"}}), "cluster.standard.pools.a.cluster_id", ""),
        (existing(locaton="x"), "cluster.existing.locaton", ""),
    ],
)
def test_keys(config: dict[str, Any], path: str, what: str) -> None:
    assert what in problems(config)[path].what


def with_controller(config: dict[str, Any]) -> dict[str, Any]:
    return {**config, "controller": {"release": "v1.0.11"}}


@pytest.mark.parametrize(
    ("config", "path", "what"),
    [
        # A gVisor template where no pool has gVisor.
        (standard(pools={}), "cluster.standard.pools", "no node pool has GKE Sandbox on"),
        # Two controllers.
        (
            with_controller(autopilot(addons={"agent_sandbox": True})),
            "controller",
            "beside the Agent Sandbox",
        ),
        (with_controller(existing(agent_sandbox="add-on")), "controller", "the Agent Sandbox add-on"),
        (
            standard(addons={"agent_sandbox": True}),
            "cluster.standard.addons.agent_sandbox",
            "a Standard cluster that is yet to be made",
        ),
        (
            with_controller(
                autopilot(overrides={"addons_config": {"agent_sandbox_config": {"enabled": True}}})
            ),
            "controller",
            "beside the Agent Sandbox",
        ),
        (
            autopilot(
                overrides={
                    "addons_config": {"agent_sandbox_config": {"enabled": True}},
                    "min_master_version": "1.35.2-gke.1269000",
                }
            ),
            "cluster.autopilot.overrides.min_master_version",
            "too old",
        ),
        # A pool that is no gVisor pool any more.
        (
            standard(pools={"sandboxes": {**POOL, "overrides": {"node_config": {"sandbox_config": None}}}}),
            "cluster.standard.pools.sandboxes.overrides.node_config.sandbox_config.type",
            "is taken away",
        ),
        # Snapshots by the cluster's overrides, and a machine family that does not go with them.
        (
            standard(
                release={"channel": "RAPID"},
                overrides={"addons_config": {"pod_snapshot_config": {"enabled": True}}},
                pools={"sandboxes": {**POOL, "machine": {"type": "e2-standard-8"}}},
            ),
            "cluster.standard.pools.sandboxes.machine.type",
            "a snapshot of a whole pod is not supported",
        ),
        # The add-on serves what the templates are written in from a later version on.
        (
            autopilot(addons={"agent_sandbox": True}, release={"min_master_version": "1.35.2-gke.1269000"}),
            "cluster.autopilot.release.min_master_version",
            "too old",
        ),
        # Network rules without an enforcer.
        (
            standard(overrides={"datapath_provider": "LEGACY_DATAPATH"}),
            "cluster.standard.overrides.datapath_provider",
            "without an enforcer",
        ),
        (
            existing(features=["workload-identity", "gvisor"]),
            "cluster.existing.features",
            "leaves out network-policy",
        ),
        (
            existing(features=["workload-identity", "network-policy"]),
            "cluster.existing.features",
            "leaves out gvisor",
        ),
        # An entry of the requirement table that is none.
        (
            autopilot(release={"requirements": {"nonsense": {"min_version": "1.36.3-gke.1767000"}}}),
            "cluster.autopilot.release.requirements.nonsense",
            "",
        ),
        (
            autopilot(release={"requirements": {"pod-snapshots": {"min_version": "new"}}}),
            "cluster.autopilot.release.requirements.pod-snapshots.min_version",
            "",
        ),
        (existing(features=[]), "cluster.existing.features", "leaves out"),
        (existing(features=["gvisr"]), "cluster.existing.features[0]", "is none of"),
        # A pool against what the cluster is asked for.
        (
            standard(
                addons={"pod_snapshots": True},
                release={"channel": "RAPID"},
                pools={"sandboxes": {**POOL, "machine": {"type": "e2-standard-8"}}},
            ),
            "cluster.standard.pools.sandboxes.machine.type",
            "",
        ),
        (
            existing(
                features=["network-policy", "pod-snapshots"],
                pools={"sandboxes": {**POOL, "machine": {"type": "e2-standard-8"}}},
            ),
            "cluster.existing.pools.sandboxes.machine.type",
            "a snapshot of a whole pod is not supported",
        ),
        (
            existing(pools={"sandboxes": {**POOL, "size": {}}}),
            "cluster.existing.pools.sandboxes.size.max",
            "",
        ),
        (
            existing(features=["gvisr"], pools={"sandboxes": {**POOL, "size": {}}}),
            "cluster.existing.pools.sandboxes.size.max",
            "",
        ),
        (
            existing(features=["gvisor"], pools={"sandboxes": POOL}),
            "cluster.existing.features",
            "leaves out network-policy",
        ),
        (standard(pools={"Sand": POOL}), "cluster.standard.pools.Sand", "name"),
        (stack(autopilot=MADE) | {"cluster": {"name": "Main", "autopilot": MADE}}, "cluster.name", "no name"),
    ],
)
def test_what_gke_would_take_and_not_do(config: dict[str, Any], path: str, what: str) -> None:
    found = problems(config)
    assert path in found, found
    assert what in found[path].what


def test_everything_is_told_at_once() -> None:
    config = standard(
        access={"endpoint": "authorized-networks"},
        pools={"sandboxes": {**POOL, "size": {"max": 0}}},
    )
    config["cluster"]["name"] = "Main"
    config["tenants"]["demo"]["pools"] = {"a": {"template": "b", "replicas": 1}}
    assert {
        "cluster.name",
        "cluster.standard.access.authorized_networks",
        "cluster.standard.pools.sandboxes.size.max",
        "tenants.demo.pools.a.template",
    } <= set(problems(config))


def test_no_gvisor_pool_is_needed_where_nothing_runs_in_gvisor() -> None:
    config = standard(pools={})
    config["tenants"]["demo"]["templates"] = {}
    assert problems(config) == {}


def test_a_pool_that_is_made_in_an_existing_cluster_is_its_gvisor() -> None:
    assert problems(existing(features=["network-policy"], pools={"sandboxes": POOL})) == {}
    cluster = existing(pools={"sandboxes": POOL})["cluster"]
    assert existing_args(cluster)["features"] == ["network-policy", "workload-identity"]
    cluster = existing(features=["gvisor", "network-policy"], pools={"sandboxes": POOL})["cluster"]
    assert existing_args(cluster)["features"] == ["network-policy"]
    assert "features" not in existing_args(existing()["cluster"])


ANY_FAMILY = {"pod-snapshots": {"refused_machine_families": []}}
NO_E2 = {"pod-snapshots": {"refused_machine_families": ["e2"]}}
E2 = {"machine": {"type": "e2-standard-8"}, "size": {"max": 2}}


@pytest.mark.parametrize(
    ("of_the_cluster", "of_the_pool", "refused"),
    [
        (None, None, True),
        (ANY_FAMILY, None, False),
        (None, ANY_FAMILY, False),
        (ANY_FAMILY, NO_E2, True),
        (NO_E2, ANY_FAMILY, False),
        # By feature: what the pool says of another one leaves the cluster's entry.
        (ANY_FAMILY, {"gvisor": {"min_version": "1.30"}}, False),
    ],
)
def test_the_clusters_requirements_are_the_pools_unless_it_has_its_own(
    of_the_cluster: Any, of_the_pool: Any, refused: bool
) -> None:
    pool = {**E2, **({"requirements": of_the_pool} if of_the_pool else {})}
    made = standard(
        addons={"pod_snapshots": True},
        release={"channel": "RAPID", **({"requirements": of_the_cluster} if of_the_cluster else {})},
        pools={"sandboxes": pool},
    )
    found = existing(
        features=["network-policy", "pod-snapshots"],
        pools={"sandboxes": pool},
        **({"requirements": of_the_cluster} if of_the_cluster else {}),
    )
    for config, kind in ((made, "standard"), (found, "existing")):
        assert list(problems(config)) == ([f"cluster.{kind}.pools.sandboxes.machine.type"] if refused else [])


def test_the_add_on_is_seen_wherever_it_is_said() -> None:
    overridden = {"addons_config": {"agent_sandbox_config": {"enabled": True}}}
    for config in (
        autopilot(addons={"agent_sandbox": True}),
        autopilot(overrides=overridden),
        existing(agent_sandbox="add-on"),
    ):
        assert has_add_on(config["cluster"])

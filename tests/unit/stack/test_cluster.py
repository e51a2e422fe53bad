"""What is found of the cluster of a stack config, by itself and with what is to run there."""

import copy
from pathlib import Path
from typing import Any, cast

import pytest

from gke_agent_sandbox.problems import Problem
from gke_agent_sandbox.stack import read_file
from gke_agent_sandbox.stack.check import key_problems, stack_problems
from gke_agent_sandbox.stack.config import StackConfig
from gke_agent_sandbox.stack.plan import has_add_on

ROOT = Path(__file__).parents[3]
PLACE = {"project": "my-project", "location": "europe-west4"}
MADE = {**PLACE, "network": {"network": "n", "subnetwork": "s"}}
POOL = {"machine": {"type": "n2-standard-8"}, "size": {"max": 2}}
TENANTS = {"demo": {"templates": {"python": {"image": "registry.example.com/agents/a:1"}}}}


def stack(**cluster: Any) -> dict[str, Any]:
    """A stack with one sandbox template, on that cluster."""
    return {"cluster": {"name": "main", **cluster}, "tenants": copy.deepcopy(TENANTS)}


def standard(**more: Any) -> dict[str, Any]:
    """One on a Standard cluster with a gVisor pool."""
    return stack(standard={**copy.deepcopy(MADE), "pools": {"sandboxes": copy.deepcopy(POOL)}, **more})


def autopilot(**more: Any) -> dict[str, Any]:
    """One on an Autopilot cluster."""
    return stack(autopilot={**copy.deepcopy(MADE), **more})


def existing(**more: Any) -> dict[str, Any]:
    """One on a cluster that is there."""
    return stack(existing={**PLACE, "cluster_name": "main", **more})


def problems(config: dict[str, Any]) -> dict[str, Problem]:
    """Everything that is found before any file is read, by path."""
    found = key_problems(config) or list(stack_problems(cast("StackConfig", config), None))
    assert len(set(found)) == len(found), "a problem is told once"
    return {problem.path: problem for problem in found}


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


def test_the_add_on_is_seen_wherever_it_is_said() -> None:
    overridden = {"addons_config": {"agent_sandbox_config": {"enabled": True}}}
    for config in (
        autopilot(addons={"agent_sandbox": True}),
        autopilot(overrides=overridden),
        existing(agent_sandbox="add-on"),
    ):
        assert has_add_on(config["cluster"])

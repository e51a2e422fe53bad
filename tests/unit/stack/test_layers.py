"""Stacks that hold one layer alone: the cluster, the controller, or the tenants."""

import copy
from typing import Any

import pytest

from tests.unit.stack.configs import autopilot, existing, problems, stack, standard

IDENTITY = {"roles": {"reports": {"role": "roles/storage.objectViewer", "bucket": "acme-reports"}}}


def without(config: dict[str, Any], *keys: str) -> dict[str, Any]:
    """A layer of the stack."""
    return {key: copy.deepcopy(value) for key, value in config.items() if key not in keys}


def of_another_stack(**more: Any) -> dict[str, Any]:
    """A cluster that another stack made."""
    return {"cluster": {"name": "main", "existing": {"stack": "acme/infra/cluster", **more}}}


@pytest.mark.parametrize(
    "config",
    [
        without(standard(), "controller", "tenants"),
        without(autopilot(), "controller", "tenants"),
        {**of_another_stack(), "controller": {"release": "v1.0.11"}},
        {**of_another_stack(), "tenants": stack()["tenants"]},
        {**of_another_stack(agent_sandbox="add-on"), "tenants": stack()["tenants"]},
        without(existing(), "tenants"),
    ],
)
def test_a_layer_is_a_whole_stack(config: dict[str, Any]) -> None:
    assert problems(config) == {}


@pytest.mark.parametrize("config", [standard(), autopilot()])
def test_tenants_without_a_controller_in_a_cluster_that_is_made(config: dict[str, Any]) -> None:
    found = problems(without(config, "controller"))
    assert "is missing, and the cluster has no Agent Sandbox add-on" in str(found["controller"])


def with_identity(config: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The same stack, whose tenant has an identity."""
    changed = copy.deepcopy(config)
    changed["tenants"]["demo"]["identities"] = {"reporter": {**IDENTITY, **more}}
    return changed


def test_an_identity_of_a_tenant() -> None:
    for config in (standard(), existing(), {**of_another_stack(), "tenants": stack()["tenants"]}):
        assert problems(with_identity(config)) == {}


def test_an_identity_for_the_sandboxes_is_refused() -> None:
    found = problems(with_identity(standard(), service_account={"name": "sandbox"}))
    assert "untrusted code" in str(found["tenants.demo.identities.reporter.service_account.name"])


def test_an_identity_in_a_cluster_that_is_not_known_to_be_on_gke() -> None:
    found = problems(with_identity(stack(kubeconfig="k")))
    assert set(found) == {"tenants.demo.identities"}

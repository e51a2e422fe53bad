"""What is told of a stack config that is not refused."""

from typing import Any, cast

import pytest

from gke_agent_sandbox.stack.config import StackConfig
from gke_agent_sandbox.stack.notices import hints, notices
from tests.unit.stack.configs import POOL, autopilot, existing, stack, standard


def told(config: dict[str, Any]) -> dict[str, str]:
    return {each.path: str(each) for each in notices(cast("StackConfig", config))}


def with_release(config: dict[str, Any], release: str) -> dict[str, Any]:
    return {**config, "controller": {"release": release}}


@pytest.mark.parametrize("make", [autopilot, standard])
def test_a_webhook_that_nothing_reaches(make: Any) -> None:
    message = told(with_release(make(), "v0.5.6"))["controller.release"]
    assert "nothing lets the control plane in on tcp 9443, where v0.5.6 converts API versions" in message
    assert told(with_release(make(), "v1.0.11")) == {}
    assert told(make()) == {}
    public = {"private_cluster_config": {"enable_private_nodes": False}}
    assert told(with_release(make(overrides=public), "v0.5.6")) == {}
    let_in = {"network": {"webhook": {"source_range": "172.16.0.0/28"}}}
    assert told({**with_release(make(), "v0.5.6"), **let_in}) == {}


def test_no_webhook_is_asked_about_where_the_network_is_not_known() -> None:
    assert told(with_release(existing(), "v0.5.6")) == {}


def test_whether_a_kubeconfigs_cluster_has_gvisor_is_undetermined() -> None:
    assert told(stack(kubeconfig="k")) == {}, "no warning: the embedded cluster would have it each time"
    (hint,) = hints(cast("StackConfig", stack(kubeconfig="k")))
    assert hint.path == "cluster.kubeconfig"
    assert "whether a node pool has GKE Sandbox on is not known: undetermined" in hint.what
    assert list(hints(cast("StackConfig", {"cluster": {"name": "main", "kubeconfig": "k"}}))) == []
    assert "cluster.kubeconfig" not in {each.path for each in hints(cast("StackConfig", standard()))}


def test_the_pools_of_a_cluster_without_tenants_are_for_another_stack() -> None:
    config = standard(pools={"acme": {**POOL, "tenant": "acme"}, "own": POOL})
    assert list(told(config)) == ["cluster.standard.pools.acme.tenant"]
    del config["tenants"]
    assert told(config) == {}

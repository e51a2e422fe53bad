"""Stack configs with the least that they need, and what is found wrong with one."""

import copy
from typing import Any, cast

from gke_agent_sandbox.problems import Problem
from gke_agent_sandbox.stack.check import key_problems, stack_problems
from gke_agent_sandbox.stack.config import StackConfig

PLACE = {"project": "my-project", "location": "europe-west4"}
MADE = {**PLACE, "network": {"network": "n", "subnetwork": "s"}}
POOL = {"machine": {"type": "n2-standard-8"}, "size": {"max": 2}}
TENANTS = {"demo": {"templates": {"python": {"image": "registry.example.com/agents/a:1"}}}}


def stack(**cluster: Any) -> dict[str, Any]:
    """A stack with one sandbox template, on that cluster."""
    return {"cluster": {"name": "main", **cluster}, "tenants": copy.deepcopy(TENANTS)}


def made(**cluster: Any) -> dict[str, Any]:
    """One on a cluster that is made, with a controller unless Google runs one."""
    (group,) = cluster.values()
    add_on = (group.get("addons") or {}).get("agent_sandbox")
    return stack(**cluster) if add_on else {**stack(**cluster), "controller": {"release": "v1.0.11"}}


def standard(**more: Any) -> dict[str, Any]:
    """One on a Standard cluster with a gVisor pool."""
    return made(standard={**copy.deepcopy(MADE), "pools": {"sandboxes": copy.deepcopy(POOL)}, **more})


def autopilot(**more: Any) -> dict[str, Any]:
    """One on an Autopilot cluster."""
    return made(autopilot={**copy.deepcopy(MADE), **more})


def existing(**more: Any) -> dict[str, Any]:
    """One on a cluster that is there."""
    return stack(existing={**PLACE, "cluster_name": "main", **more})


def problems(config: dict[str, Any]) -> dict[str, Problem]:
    """Everything that is found before any file is read, by path."""
    found = key_problems(config) or list(stack_problems(cast("StackConfig", config), None))
    assert len(set(found)) == len(found), "a problem is told once"
    return {problem.path: problem for problem in found}

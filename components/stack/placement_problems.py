"""Whether the sandboxes of a stack find a node, and whether there are nodes enough. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from ..cluster.node_pool_capacity import resources_of, sandboxes_in
from ..cluster.requirements import Resources, nodes_for
from ..cluster.requirements.sizing import MIB
from ..facts.tenant_nodes import TENANT_LABEL
from ..problems import Problem
from ..shapes.paths import join
from .config import StackConfig
from .placement import Placement, placements
from .plan import kind_of, node_pools
from .template_facts import planned_templates

Group = Mapping[str, Any]

POOLS: Final = "cluster.standard.pools"
"""The one place of pools that are judged here."""


def placement_problems(stack: StackConfig) -> Iterator[Problem]:
    """Templates whose sandboxes no pool takes, or no node could hold."""
    for each in placements(stack):
        pools, request = each.pools.values(), each.request
        if not pools:
            yield nowhere(each)
        elif request is not None and all(pool.is_outgrown_by(request) for pool in pools):
            yield Problem(
                each.template.path,
                f"asks for more in one sandbox than any node of {names(each.pools)} has",
                f"{amounts(request)}; on Intel half of the vCPUs count under gVisor",
                f"less, or a larger machine.type under {POOLS}",
            )


def nowhere(placement: Placement) -> Problem:
    """A template that no pool takes."""
    template = placement.template
    tenant = template.node_selector.get(TENANT_LABEL)
    reasons = "; ".join(f"{name}: {why}" for name, why in placement.obstacles.items())
    return Problem(
        f"{template.path}.node_tenant" if "node_tenant" in template.args else template.path,
        "runs on no gVisor pool of the cluster",
        f"its sandboxes would wait for a node for ever: {reasons}",
        f"a pool under {POOLS} without tenant, or node_tenant with a tenant that has one"
        if tenant is None
        else f"a pool under {POOLS} with tenant: {tenant}, or no node_tenant",
    )


def placement_notices(stack: StackConfig) -> Iterator[Problem]:
    """Sandboxes for which there is no room, and pools that nobody runs on, in a stack without problems."""
    yield from unused_pools(stack)
    found = list(placements(stack))
    told: list[Problem] = []
    for each in found:
        told += room_notices(stack, each)
    yield from told or crowds(stack, found)


def unused_pools(stack: StackConfig) -> Iterator[Problem]:
    """Pools of a tenant that no template asks for; in a stack without tenants they are for another's."""
    tenants = stack.get("tenants")
    if tenants is None:
        return
    asked = {each.node_selector.get(TENANT_LABEL) for each in planned_templates(tenants)}
    cluster = stack["cluster"]
    for name, pool in node_pools(cluster).items():
        tenant = pool.get("tenant")
        if tenant is not None and tenant not in asked:
            yield Problem(
                f"{join(f'cluster.{kind_of(cluster)}.pools', name)}.tenant",
                f"is {tenant}, and no template has node_tenant: {tenant}",
                "nothing of this stack runs on its nodes",
                "the tenant in node_tenant of its templates",
            )


def room_notices(stack: StackConfig, placement: Placement) -> Iterator[Problem]:
    """A sandbox that fits no node, and warm pools that keep more of them than all nodes hold."""
    request = placement.request
    most = None if request is None else sandboxes_in(placement.pools.values(), request)
    if request is None or most is None:
        return
    if most == 0:
        yield Problem(
            placement.template.path,
            f"asks for {amounts(request)}, and GKE leaves less on a node of {names(placement.pools)}",
            "by the formulas of its documentation; the sandbox would wait for a node for ever",
            f"less, or a larger machine.type under {POOLS}",
        )
        return
    for path, replicas in warm_pools(stack, placement):
        if replicas > most:
            yield Problem(
                path,
                f"is {replicas}, and all nodes of {names(placement.pools)} together hold {most} of them",
                "the pool would never be full",
                more_nodes(placement, request, replicas),
            )


def warm_pools(stack: StackConfig, placement: Placement) -> Iterator[tuple[str, int]]:
    """The path of `replicas` of each warm pool of a template, and the number there."""
    template = placement.template
    tenant = cast("Group", (stack.get("tenants") or {})[template.tenant])
    for name, pool in cast("Mapping[str, Group]", tenant.get("pools") or {}).items():
        if pool["template"] == template.name:
            yield f"tenants.{template.tenant}.pools.{name}.replicas", int(pool["replicas"])


def more_nodes(placement: Placement, request: Resources, replicas: int) -> str:
    """What to write so that a warm pool finds room."""
    if len(placement.pools) > 1:
        return f"fewer, or a larger size.max under {POOLS}"
    [(name, pool)] = placement.pools.items()
    return f"fewer, or {join(POOLS, name)}.size.max: {nodes_for(replicas, pool.per_node(request) or 0)}"


def crowds(stack: StackConfig, found: list[Placement]) -> Iterator[Problem]:
    """Warm pools that share nodes and together ask for more than all of these have."""
    for shared in dict.fromkeys(frozenset(each.pools) for each in found):
        there = [each for each in found if set(each.pools) <= shared]
        room = resources_of(next(each for each in found if shared == frozenset(each.pools)).pools.values())
        asked = Resources()
        paths: list[str] = []
        for each in there:
            for path, replicas in warm_pools(stack, each):
                one = each.request or Resources()
                asked = Resources(asked.cpu + replicas * one.cpu, asked.memory + replicas * one.memory)
                paths.append(path)
        if room is not None and (asked.cpu > room.cpu or asked.memory > room.memory):
            yield Problem(
                POOLS,
                f"{', '.join(sorted(shared))} with all nodes have {amounts(room)} for pods, and the warm "
                f"pools there ask for {amounts(asked)}",
                f"some would never be full: {', '.join(paths)}",
                "a larger size.max, or fewer replicas",
            )


def names(pools: Mapping[str, object]) -> str:
    """The pools in a sentence."""
    return f"the pool {next(iter(pools))}" if len(pools) == 1 else f"the pools {', '.join(pools)}"


def amounts(resources: Resources) -> str:
    """An amount in a sentence."""
    return f"{resources.cpu.normalize():f} CPU and {resources.memory / MIB:.0f}Mi"

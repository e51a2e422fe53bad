"""What is wrong with the cluster of a stack config, by itself and with what is to run there. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from ..cluster.autopilot import AutopilotClusterArgs
from ..cluster.checks.arguments import name_problems
from ..cluster.checks.features import SYSTEM_POOL
from ..cluster.judgement import argument_problems
from ..cluster.judgement import fact_paths as cluster_fact_paths
from ..cluster.requirements import (
    ClusterFacts,
    Feature,
    Mode,
    PoolFacts,
    cluster_verdicts,
    placed,
    refusals,
    requirements,
)
from ..cluster.standard import StandardClusterArgs
from ..problems import Problem
from ..shapes.paths import join
from .config import KINDS, StackConfig
from .existing_problems import existing_problems
from .layer_problems import controller_problems, identity_problems
from .paths import below
from .placement_problems import placement_problems
from .plan import (
    MODES,
    cluster_args,
    cluster_table,
    given_kinds,
    kind_of,
    node_pools,
    planned_facts,
    pool_facts,
)
from .pool_problems import pool_problems
from .template_facts import template_facts

Group = Mapping[str, Any]

ARGS: Final = {Mode.AUTOPILOT: AutopilotClusterArgs, Mode.STANDARD: StandardClusterArgs}

RELEASE: Final = "a release of the controller"
"""What is installed, where no more of it is said."""


def choice_problems(cluster: Group) -> Iterator[Problem]:
    """A cluster that is said in no way, or in two."""
    given = given_kinds(cluster)
    if not given:
        yield Problem("cluster", "does not say which cluster it is", fix=f"one of {', '.join(KINDS)}")
    elif len(given) > 1:
        yield Problem("cluster", f"has {' and '.join(given)}", "a stack has one cluster", "one of them")


def cluster_problems(stack: StackConfig) -> Iterator[Problem]:
    """Every problem of the cluster, of its pools, and of what it lacks for the tenants."""
    kind = kind_of(stack["cluster"])
    if kind in MODES:
        yield from made_problems(stack, kind, MODES[kind])
    elif kind == "existing":
        yield from existing_problems(stack)
    yield from identity_problems(stack)


def made_problems(stack: StackConfig, kind: str, mode: Mode) -> Iterator[Problem]:
    """The problems of a cluster that is made here.

    kind: the key of its group.
    """
    cluster, path = stack["cluster"], f"cluster.{kind}"
    args = cluster_args(cluster)
    own = argument_problems(args, ARGS[mode], mode, args["project"])
    yield from below("cluster", name_problems(cluster["name"]))
    yield from below(path, own)
    # What is wrong already is not judged once more with what depends on it.
    sound = (
        {key: value for key, value in args.items() if key not in ("overrides", "release")} if own else args
    )
    facts = planned_facts(sound, mode)
    own_table: Group = {} if own else cluster_table(cluster)
    of_pools = list(pool_problems(cluster, path, pool_facts(facts), own_table))
    yield from of_pools
    if not own and not of_pools:
        yield from placement_problems(stack)
        yield from controller_problems(stack)
    table = requirements(own_table)
    known = cluster_verdicts(facts, table)
    together = cluster_verdicts(facts_with_tenants(facts, stack), table)
    yield from refusals(placed([each for each in together if each not in known], fact_paths(stack, path)))


def facts_with_tenants(facts: ClusterFacts, stack: StackConfig) -> ClusterFacts:
    """The cluster with its gVisor pools, and with what is to run there.

    A pool's own properties are left out: its arguments are judged by themselves.
    """
    tenants, features = stack.get("tenants") or {}, set(facts.features)
    controller, release = stack.get("controller"), ""
    if Feature.AGENT_SANDBOX not in features or controller is not None:
        release = str((controller or {}).get("release") or RELEASE)
    templates = tuple(template for _, template in template_facts(tenants))
    if templates and Feature.AGENT_SANDBOX in features:
        features.add(Feature.AGENT_SANDBOX_V1BETA1)
    pools = None
    if facts.mode is Mode.STANDARD:
        gvisor = (PoolFacts(name=name, gvisor=True) for name in node_pools(stack["cluster"]))
        pools = (*(facts.pools or (SYSTEM_POOL,)), *gvisor)
    return replace(
        facts,
        features=frozenset(features),
        pools=pools,
        templates=templates,
        controller_release=release,
    )


def fact_paths(stack: StackConfig, path: str) -> dict[str, str]:
    """From the fields of the requirement table to the keys of the stack.

    path: of the cluster's group.
    """
    templates = template_facts(stack.get("tenants") or {})
    own = {
        field: f"{path}.{argument}"
        for field, argument in cluster_fact_paths(cluster_args(stack["cluster"])).items()
    }
    return {
        **own,
        "features.agent-sandbox-v1beta1": own["features.agent-sandbox"],
        "pools": f"{path}.pools",
        "controller_release": "controller",
        **{join("templates", template.name): place for place, template in templates},
    }

"""What is wrong with the gVisor pools of a stack config, each by itself. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..cluster.judgement import Later
from ..cluster.node_pool_judgement import argument_problems
from ..cluster.node_pool_problems import name_problems
from ..problems import Problem
from ..shapes.paths import join
from .config import ClusterConfig
from .paths import below
from .plan import node_pools, pool_args

Group = Mapping[str, Any]


def pool_problems(cluster: ClusterConfig, path: str, facts: Group, table: Group) -> Iterator[Problem]:
    """The problems of each pool's name and arguments.

    path: of the cluster's group.
    facts: what is known of the cluster, the group `cluster` of a pool's arguments.
    table: the cluster's own entries of the requirement table.
    """
    for name, pool in node_pools(cluster).items():
        problems = [
            *name_problems(name),
            *argument_problems({"cluster_id": Later(), **pool_args(pool, facts, table)}),
        ]
        yield from below(join(f"{path}.pools", name), problems)

"""Which gVisor pools of a stack take the sandboxes of a template. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..cluster.judgement import Later, planned
from ..cluster.node_pool_capacity import NodePoolCapacity, node_pool_capacity, obstacles, request_of
from ..cluster.node_pool_judgement import properties_of
from ..cluster.overrides import merged
from ..cluster.requirements import Mode, Resources
from ..cluster.requirements.sizing import MAX_PODS_PER_NODE
from ..cluster.settings.groups import group
from ..cluster.settings.lookup import MISSING, at
from ..composition import is_opaque
from .config import StackConfig
from .plan import cluster_args, kind_of, node_pools
from .template_facts import PlannedTemplate, planned_templates

Group = Mapping[str, Any]

STREAMING: Final = "node_pool_defaults.node_config_defaults.gcfs_config.enabled"
"""Whether the nodes of a cluster stream images, where a pool does not say it."""


@dataclass(frozen=True)
class Placement:
    """A template, and where its sandboxes can run.

    pools: those that take them, by name.
    obstacles: what keeps them off each of the others, by name.
    request: what one sandbox is scheduled by; None: it cannot be told.
    """

    template: PlannedTemplate
    pools: Mapping[str, NodePoolCapacity]
    obstacles: Mapping[str, str]
    request: Resources | None


def placements(stack: StackConfig) -> Iterator[Placement]:
    """Each gVisor template with its pools; nothing where not all pools are known, or there are none."""
    capacities = known_pools(stack)
    for template in planned_templates(stack.get("tenants") or {}) if capacities else ():
        if template.is_gvisor:
            found = {name: tuple(obstacles(pool, template.pod)) for name, pool in capacities.items()}
            yield Placement(
                template,
                {name: capacities[name] for name, each in found.items() if not each},
                {name: " and ".join(each) for name, each in found.items() if each},
                request_of(template.pod),
            )


def known_pools(stack: StackConfig) -> dict[str, NodePoolCapacity]:
    """What each pool offers; empty where these are not all: others may be there, or GKE makes some."""
    cluster = stack["cluster"]
    if kind_of(cluster) != "standard":
        return {}
    args = cluster_args(cluster)
    properties = planned(args, Mode.STANDARD, args["project"])
    provisions = at(properties, "cluster_autoscaling.enabled") is True
    if provisions or group(args, "addons").get("gvisor_pool"):
        return {}
    limit, streams = at(properties, "default_max_pods_per_node"), at(properties, STREAMING)
    pods = MAX_PODS_PER_NODE if limit is MISSING else int(limit)
    return {
        name: node_pool_capacity(pool_properties(pool), is_opaque, pods, streams is True)
        for name, pool in node_pools(cluster).items()
    }


def pool_properties(pool: Group) -> dict[str, Any]:
    """The properties of a pool of the config."""
    return merged(properties_of({"cluster_id": Later(), **pool}), pool.get("overrides") or {})

"""The network that clusters for untrusted code are put in, and what leaves it.

The component is imported when first used, so that the pure part (`planning`, `sizes`, `ranges`, ...) works
without the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .args import (
        ClusterNetworkArgs,
        ClusterNetworkFlowLogInterval,
        ClusterNetworkGoogleApisDomain,
        ClusterNetworkNatLog,
        ClusterNetworkRoutingMode,
    )
    from .choices import has_nat
    from .cluster_network import ClusterNetwork
    from .planning import PlannedRanges, plan_ranges
    from .problems import shared_vpc_problems

__all__ = [
    "ClusterNetwork",
    "ClusterNetworkArgs",
    "ClusterNetworkFlowLogInterval",
    "ClusterNetworkGoogleApisDomain",
    "ClusterNetworkNatLog",
    "ClusterNetworkRoutingMode",
    "PlannedRanges",
    "has_nat",
    "plan_ranges",
    "shared_vpc_problems",
]

HOMES = {
    "args": (
        "ClusterNetworkArgs",
        "ClusterNetworkFlowLogInterval",
        "ClusterNetworkGoogleApisDomain",
        "ClusterNetworkNatLog",
        "ClusterNetworkRoutingMode",
    ),
    "choices": ("has_nat",),
    "cluster_network": ("ClusterNetwork",),
    "planning": ("PlannedRanges", "plan_ranges"),
    "problems": ("shared_vpc_problems",),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

"""The properties of the ordinary pool of a Standard cluster: where GKE's own pods run, the controller and the
router. Pure.
"""

from typing import Any, Final

from ..node_pools import DEFAULT_PIDS_LIMIT, IMAGE_TYPE
from .groups import Group, group
from .lookup import given
from .nodes import KUBELET, SCOPES

MACHINE_TYPE: Final = "e2-standard-4"
"""Enough for GKE's own pods, the controller with its 250m CPU and 512Mi, and the router."""

LEAST_NODES: Final = 1
MOST_NODES: Final = 3


def system_pool_properties(nodes: Group, service_account: Any) -> dict[str, Any]:
    """The pool, without its cluster.

    nodes: the group StandardClusterNodesArgs.

    The first number of nodes is one in each zone, so that GKE's own pods find a place at once.
    """
    pool = group(nodes, "system_pool")
    return {
        "initial_node_count": 1,
        "autoscaling": {
            "total_min_node_count": int(pool.get("min_nodes") or LEAST_NODES),
            "total_max_node_count": int(pool.get("max_nodes") or MOST_NODES),
            "location_policy": "BALANCED",
        },
        "management": {"auto_repair": True, "auto_upgrade": True},
        "upgrade_settings": {"strategy": "SURGE", "max_surge": 1, "max_unavailable": 0},
        "node_config": {
            "machine_type": pool.get("machine_type") or MACHINE_TYPE,
            "image_type": IMAGE_TYPE,
            **given(
                disk_size_gb=None if pool.get("disk_size_gb") is None else int(pool["disk_size_gb"]),
                service_account=service_account,
                tags=list(nodes.get("network_tags") or ()),
            ),
            "oauth_scopes": list(SCOPES),
            "metadata": {"disable-legacy-endpoints": "true"},
            "workload_metadata_config": {"mode": "GKE_METADATA"},
            "shielded_instance_config": {"enable_secure_boot": True, "enable_integrity_monitoring": True},
            "kubelet_config": {"pod_pids_limit": DEFAULT_PIDS_LIMIT, **KUBELET},
        },
    }

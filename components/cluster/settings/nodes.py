"""What nodes that GKE makes by itself are: those of Autopilot, and of node auto-provisioning. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from ..requirements import Mode
from .groups import Group, group
from .lookup import given

SCOPES: Final = ("https://www.googleapis.com/auth/cloud-platform",)
"""The account's roles are the limit. Source: GKE documentation, "Access scopes in GKE"."""

KUBELET: Final[Mapping[str, Any]] = {"insecure_kubelet_readonly_port_enabled": "FALSE"}


def node_properties(nodes: Group, mode: Mode, service_account: Any) -> dict[str, Any]:
    """What the arguments say of the nodes that GKE makes by itself; empty where it makes none.

    service_account: the email of the account that they run as.
    """
    tags = given(tags=list(nodes.get("network_tags") or ()))
    if mode is Mode.AUTOPILOT:
        return given(
            cluster_autoscaling={"auto_provisioning_defaults": given(service_account=service_account)},
            node_pool_auto_config=given(network_tags=tags),
        )
    return given(
        node_locations=list(nodes.get("zones") or ()),
        **auto_provisioning_properties(group(nodes, "auto_provisioning"), service_account, tags),
    )


def auto_provisioning_properties(
    auto_provisioning: Group, service_account: Any, network_tags: Mapping[str, Any]
) -> dict[str, Any]:
    """Node auto-provisioning, whose pools are as hardened as the others; empty when it is not asked for.

    network_tags: the group of that name in `node_pool_auto_config`; empty: none.
    """
    if not auto_provisioning:
        return {}
    limits = [
        {"resource_type": resource, "minimum": 0, "maximum": int(auto_provisioning[key])}
        for key, resource in (("max_cpu", "cpu"), ("max_memory_gib", "memory"))
        if auto_provisioning.get(key) is not None
    ]
    return {
        "cluster_autoscaling": {
            "enabled": True,
            "resource_limits": limits,
            "auto_provisioning_defaults": {
                **given(service_account=service_account),
                "oauth_scopes": list(SCOPES),
                "image_type": "COS_CONTAINERD",
                "management": {"auto_repair": True, "auto_upgrade": True},
                "shielded_instance_config": {
                    "enable_secure_boot": True,
                    "enable_integrity_monitoring": True,
                },
            },
        },
        "node_pool_auto_config": given(node_kubelet_config=dict(KUBELET), network_tags=network_tags),
    }

"""The properties of a gVisor node pool, in pulumi_gcp's spelling, from the component's arguments. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from ..facts.gke_sandbox import GVISOR
from ..facts.tenant_nodes import TENANT_LABEL
from .requirements.pools import GVISOR_IMAGE
from .settings.nodes import SCOPES

IMAGE_TYPE: Final = GVISOR_IMAGE
"""Container-Optimized OS, of every pool that is made here: GKE Sandbox takes no other."""

DEFAULT_PIDS_LIMIT: Final = 4096
"""Processes of one pod, where nothing is said. GKE takes 1024 and more; a fork bomb ends here, a build or a
browser does not.
"""


def node_pool_properties(args: Mapping[str, Any], service_account: Any, network_tag: str) -> dict[str, Any]:
    """What the pool is made of, before the user's overrides.

    args: the arguments of the component, already of the right types; values may be outputs.
    """
    size: Mapping[str, Any] = args["size"]
    pods: Mapping[str, Any] = args.get("pods") or {}
    properties: dict[str, Any] = {
        "cluster": args["cluster_id"],
        **size_properties(size, args["machine"].get("spot")),
        "management": {"auto_repair": True, "auto_upgrade": True},
        "upgrade_settings": upgrade_properties(args.get("upgrade") or {}),
        "node_config": node_properties(args, service_account, network_tag),
    }
    if size.get("zones"):
        properties["node_locations"] = list(size["zones"])
    if pods.get("max_per_node") is not None:
        properties["max_pods_per_node"] = int(pods["max_per_node"])
    if pods.get("range") is not None:
        properties["network_config"] = {"pod_range": pods["range"]}
    return properties


def size_properties(size: Mapping[str, Any], spot: object) -> dict[str, Any]:
    """How many nodes there are: limits over all zones, or a fixed number in each.

    The first number of nodes is not among them: GKE changes it with the pool's size, and a change of it
    replaces the pool (pulumi_gcp 10.2, NodePool, initial_node_count).
    """
    if size.get("per_zone") is not None:
        return {"node_count": int(size["per_zone"])}
    default_policy = "ANY" if spot is True else "BALANCED"
    return {
        "autoscaling": {
            "total_min_node_count": int(size.get("min") or 0),
            "total_max_node_count": int(size["max"]),
            "location_policy": plain_text(size.get("location_policy") or default_policy),
        }
    }


def upgrade_properties(upgrade: Mapping[str, Any]) -> dict[str, Any]:
    """How nodes are replaced by newer ones."""
    if upgrade.get("strategy") == "BLUE_GREEN":
        given: Mapping[str, Any] = upgrade.get("blue_green") or {}
        batch, pause = given.get("batch_node_count"), given.get("batch_soak_duration")
        settings: dict[str, Any] = {
            "standard_rollout_policy": {
                "batch_node_count": 1 if batch is None else int(batch),
                "batch_soak_duration": "0s" if pause is None else pause,
            }
        }
        if given.get("node_pool_soak_duration") is not None:
            settings["node_pool_soak_duration"] = given["node_pool_soak_duration"]
        return {"strategy": "BLUE_GREEN", "blue_green_settings": settings}
    surge = upgrade.get("max_surge")
    return {
        "strategy": "SURGE",
        "max_surge": 1 if surge is None else int(surge),
        "max_unavailable": int(upgrade.get("max_unavailable") or 0),
    }


def node_properties(args: Mapping[str, Any], service_account: Any, network_tag: str) -> dict[str, Any]:
    """What each node is."""
    pods: Mapping[str, Any] = args.get("pods") or {}
    pids_limit = pods.get("pids_limit")
    node: dict[str, Any] = {
        **machine_properties(args["machine"]),
        "image_type": IMAGE_TYPE,
        "sandbox_config": {"type": GVISOR.runtime_class.upper()},
        "service_account": service_account,
        "oauth_scopes": list(SCOPES),
        "tags": [network_tag, *(args["machine"].get("network_tags") or ())],
        "metadata": {"disable-legacy-endpoints": "true"},
        "workload_metadata_config": {"mode": "GKE_METADATA"},
        "shielded_instance_config": {"enable_secure_boot": True, "enable_integrity_monitoring": True},
        "kubelet_config": {
            "pod_pids_limit": DEFAULT_PIDS_LIMIT if pids_limit is None else int(pids_limit),
            # The provider wants these words, not a truth value.
            "insecure_kubelet_readonly_port_enabled": "FALSE",
        },
    }
    labels = node_labels(args)
    if labels:
        node["labels"] = labels
    taints = node_taints(args)
    if taints:
        node["taints"] = taints
    return node


def machine_properties(machine: Mapping[str, Any]) -> dict[str, Any]:
    """The virtual machine and its disks."""
    disk: Mapping[str, Any] = machine.get("boot_disk") or {}
    properties: dict[str, Any] = {
        "machine_type": machine["type"],
        "min_cpu_platform": machine.get("min_cpu_platform"),
        "spot": machine.get("spot"),
        "disk_type": disk.get("type"),
        "disk_size_gb": None if disk.get("size_gb") is None else int(disk["size_gb"]),
        "boot_disk_kms_key": disk.get("kms_key"),
    }
    if machine.get("local_ssd_count"):
        count = int(machine["local_ssd_count"])
        properties["ephemeral_storage_local_ssd_config"] = {"local_ssd_count": count}
    if machine.get("image_streaming") is not None:
        properties["gcfs_config"] = {"enabled": machine["image_streaming"]}
    if machine.get("nested_virtualization"):
        # SMT is off on gVisor nodes anyway, and the provider wants the number.
        features = {"enable_nested_virtualization": True, "threads_per_core": 1}
        properties["advanced_machine_features"] = features
    return {key: value for key, value in properties.items() if value is not None}


def node_labels(args: Mapping[str, Any]) -> dict[str, Any]:
    """The labels of the nodes, less the one that GKE adds by itself."""
    labels: dict[str, Any] = dict(args.get("labels") or {})
    if args.get("tenant") is not None:
        labels[TENANT_LABEL] = args["tenant"]
    return labels


def node_taints(args: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The taints of the nodes, less the one that GKE adds by itself; in the order of the user's map."""
    given: Mapping[str, Mapping[str, Any]] = args.get("taints") or {}
    taints = [
        {"key": key, "value": taint["value"], "effect": plain_text(taint["effect"])}
        for key, taint in given.items()
    ]
    if args.get("tenant") is not None:
        taints.append({"key": TENANT_LABEL, "value": args["tenant"], "effect": "NO_SCHEDULE"})
    return taints


def plain_text(value: Any) -> Any:
    """An enum's value as the text that it is; anything else as it is."""
    return str(value) if isinstance(value, str) else value

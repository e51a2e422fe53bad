"""Each group of the arguments as properties of the cluster, in the form of pulumi_gcp: what the arguments
say, and nothing that they do not. Pure; values may be outputs.
"""

from collections.abc import Mapping
from typing import Any, cast

from ..requirements import Mode
from .lookup import given

Group = Mapping[str, Any]

DAILY_START = "03:00"
"""UTC. Source: cloud-foundation-fabric, modules/gke-cluster-standard, maintenance_config."""


def group(args: Group, name: str) -> Group:
    """A group of arguments; empty when it is left out."""
    return cast(Group, args.get(name) or {})


def network_properties(network: Group) -> dict[str, Any]:
    """The network, and the ranges for pods and Services."""
    ranges = given(
        cluster_secondary_range_name=network.get("pod_range"),
        services_secondary_range_name=network.get("service_range"),
    )
    return given(
        network=network.get("network"), subnetwork=network.get("subnetwork"), ip_allocation_policy=ranges
    )


def endpoint_of(access: Group) -> str:
    """The way to the API server that the arguments ask for."""
    fallback = "authorized-networks" if access.get("authorized_networks") else "dns"
    return str(access.get("endpoint") or fallback)


def access_properties(access: Group) -> dict[str, Any]:
    """The endpoints of the control plane and who may connect to them.

    Tokens and certificates of Kubernetes are never taken at the DNS endpoint: IAM alone guards it.
    """
    endpoint = endpoint_of(access)
    dns = endpoint == "dns"
    networks: Mapping[str, Any] = access.get("authorized_networks") or {}
    blocks = [{"cidr_block": networks[name], "display_name": name} for name in sorted(networks)]
    group_name = access.get("google_group")
    return given(
        control_plane_endpoints_config={
            "dns_endpoint_config": {
                "allow_external_traffic": dns,
                "enable_k8s_tokens_via_dns": False,
                "enable_k8s_certs_via_dns": False,
            },
            "ip_endpoints_config": {"enabled": not dns},
        },
        private_cluster_config=given(
            enable_private_endpoint=None if dns else endpoint == "private",
            private_endpoint_subnetwork=access.get("private_endpoint_subnetwork"),
            master_global_access_config=given(enabled=access.get("global_access")),
        ),
        master_authorized_networks_config=None
        if dns
        else given(
            cidr_blocks=blocks,
            gcp_public_cidrs_access_enabled=False,
            private_endpoint_enforcement_enabled=True,
        ),
        authenticator_groups_config=given(security_group=group_name),
    )


def release_properties(release: Group) -> dict[str, Any]:
    """Channel, version, maintenance and notifications."""
    channel = release.get("channel")
    return given(
        release_channel=given(channel=str(channel) if channel else None),
        min_master_version=release.get("min_master_version"),
        maintenance_policy=maintenance_properties(group(release, "maintenance")),
        notification_config=notification_properties(group(release, "notifications")),
    )


def maintenance_properties(maintenance: Group) -> dict[str, Any]:
    """The window, exclusions by name, and how often the control plane may be disturbed."""
    exclusions: Mapping[str, Group] = maintenance.get("exclusions") or {}
    window = maintenance.get("recurring")
    start = maintenance.get("daily_start")
    if start is None and not window:
        start = DAILY_START
    return given(
        daily_maintenance_window=given(start_time=start),
        recurring_window=dict(window) if window else None,
        maintenance_exclusions=[exclusion_properties(name, exclusions[name]) for name in sorted(exclusions)],
        disruption_budget=given(
            patch_version_disruption_interval=maintenance.get("patch_interval"),
            minor_version_disruption_interval=maintenance.get("minor_interval"),
        ),
    )


def exclusion_properties(name: str, exclusion: Group) -> dict[str, Any]:
    """One time without maintenance. Without an end it lasts as long as the minor version is supported."""
    end = exclusion.get("end_time")
    return given(
        exclusion_name=name,
        start_time=exclusion.get("start_time"),
        end_time=end,
        exclusion_options=given(
            scope=str(exclusion.get("scope") or "NO_UPGRADES"),
            end_time_behavior="UNTIL_END_OF_SUPPORT" if end is None else None,
        ),
    )


def notification_properties(notifications: Group) -> dict[str, Any]:
    """The topic, and what is told; empty when nothing is."""
    if not notifications:
        return {}
    events = [str(event) for event in notifications.get("events") or ()]
    pubsub = given(enabled=True, topic=notifications.get("topic"), filter=given(event_types=events))
    return {"pubsub": pubsub}


def security_properties(security: Group, mode: Mode) -> dict[str, Any]:
    """Everything but the key, which may still have to be made.

    Encryption between nodes goes without FQDN policies and intranode visibility (GKE documentation, "Encrypt
    your data in-transit in GKE with user-managed encryption keys", limitations).
    """
    posture = security.get("posture")
    properties = given(
        binary_authorization=given(
            evaluation_mode="DISABLED" if security.get("binary_authorization") is False else None
        ),
        security_posture_config=given(mode=str(posture) if posture else None),
    )
    if security.get("in_transit_encryption"):
        properties["in_transit_encryption_config"] = "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT"
        properties["enable_fqdn_network_policy"] = False
        if mode is Mode.STANDARD:
            properties["enable_intranode_visibility"] = False
    return properties


def networking_properties(networking: Group) -> dict[str, Any]:
    """Network policy and the Gateway API. The logging of denials is an object in the cluster."""
    gateway = networking.get("gateway_api")
    observability = given(
        enable_metrics=networking.get("dataplane_metrics"), enable_relay=networking.get("dataplane_relay")
    )
    return given(
        enable_fqdn_network_policy=networking.get("fqdn_network_policies"),
        monitoring_config=given(advanced_datapath_observability_config=observability),
        gateway_api_config=given(
            channel=None if gateway is None else "CHANNEL_STANDARD" if gateway else "CHANNEL_DISABLED"
        ),
    )


def observability_properties(observability: Group) -> dict[str, Any]:
    """Logs, metrics and traces. An empty list is kept: it turns everything off."""
    telemetry = observability.get("managed_opentelemetry")
    logging = observability.get("logging_components")
    monitoring = observability.get("monitoring_components")
    return given(
        logging_config=None if logging is None else {"enable_components": [str(each) for each in logging]},
        monitoring_config={
            **({} if monitoring is None else {"enable_components": list(monitoring)}),
            **given(managed_prometheus=given(enabled=observability.get("managed_prometheus"))),
        },
        managed_opentelemetry_config=given(
            scope=None
            if telemetry is None
            else "COLLECTION_AND_INSTRUMENTATION_COMPONENTS"
            if telemetry
            else "NONE"
        ),
    )


def addon_properties(addons: Group, mode: Mode) -> dict[str, Any]:
    """What GKE installs. What was never asked for is left to GKE."""
    streaming = addons.get("image_streaming") if mode is Mode.STANDARD else None
    return given(
        addons_config=given(
            agent_sandbox_config=given(enabled=addons.get("agent_sandbox")),
            pod_snapshot_config=given(enabled=addons.get("pod_snapshots")),
            gke_backup_agent_config=given(enabled=addons.get("backup_agent")),
        ),
        secret_manager_config=given(enabled=addons.get("secret_manager")),
        node_pool_defaults=given(node_config_defaults=given(gcfs_config=given(enabled=streaming))),
        fleet=given(project=addons.get("fleet_project")),
        cost_management_config=given(enabled=addons.get("cost_allocation")),
    )

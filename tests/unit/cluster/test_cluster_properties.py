"""From the arguments of a cluster to its properties."""

from typing import Any

import pytest

from gke_agent_sandbox.cluster.checks import cluster_problems
from gke_agent_sandbox.cluster.requirements import Mode
from gke_agent_sandbox.cluster.settings import cluster_properties
from gke_agent_sandbox.cluster.settings.defaults import BOTH, DEFAULTS
from gke_agent_sandbox.cluster.settings.lookup import MISSING, at, given, nested
from gke_agent_sandbox.cluster.settings.system_pool import system_pool_properties
from tests.unit.cluster.cluster_recorder import args

KEY = "projects/p/locations/europe-west4/keyRings/r/cryptoKeys/k"


def made(mode: Mode = Mode.STANDARD, **more: Any) -> dict[str, Any]:
    return cluster_properties(
        args(**more),
        mode,
        project="demo-project",
        workload_pool="demo-project.svc.id.goog",
        service_account="nodes@demo-project.iam.gserviceaccount.com",
        key_name=KEY,
    )


@pytest.mark.parametrize("mode", BOTH)
def test_the_least_arguments_make_a_cluster_without_problems(mode: Mode) -> None:
    assert cluster_problems(made(mode), mode) == []


@pytest.mark.parametrize("default", DEFAULTS, ids=lambda each: each.path)
def test_every_default_is_set_in_its_modes_and_only_there(default: Any) -> None:
    assert default.reason
    assert default.source
    for mode in BOTH:
        value = at(made(mode), default.path)
        if mode in default.modes:
            assert value == default.value
        else:
            assert value is MISSING or value != default.value or default.path.startswith("node_pool_auto")


def test_what_is_said_of_network_and_identity() -> None:
    network = {"network": "n", "subnetwork": "s", "pod_range": "pods", "service_range": "services"}
    properties = made(network=network)
    assert properties["network"] == "n"
    assert properties["subnetwork"] == "s"
    assert properties["ip_allocation_policy"] == {
        "cluster_secondary_range_name": "pods",
        "services_secondary_range_name": "services",
    }
    assert properties["workload_identity_config"] == {"workload_pool": "demo-project.svc.id.goog"}
    assert properties["database_encryption"] == {"state": "ENCRYPTED", "key_name": KEY}
    assert "ip_allocation_policy" not in made()


def test_the_dns_endpoint_is_the_default_and_the_only_one() -> None:
    properties = made()
    assert properties["control_plane_endpoints_config"] == {
        "dns_endpoint_config": {
            "allow_external_traffic": True,
            "enable_k8s_tokens_via_dns": False,
            "enable_k8s_certs_via_dns": False,
        },
        "ip_endpoints_config": {"enabled": False},
    }
    assert properties["private_cluster_config"] == {"enable_private_nodes": True}
    assert "master_authorized_networks_config" not in properties


def test_authorized_networks_open_the_ip_endpoint_to_themselves_alone() -> None:
    properties = made(access={"authorized_networks": {"office": "203.0.113.0/24", "home": "198.51.100.7/32"}})
    endpoints = properties["control_plane_endpoints_config"]
    assert endpoints["dns_endpoint_config"]["allow_external_traffic"] is False
    assert endpoints["ip_endpoints_config"] == {"enabled": True}
    assert properties["private_cluster_config"] == {
        "enable_private_nodes": True,
        "enable_private_endpoint": False,
    }
    assert properties["master_authorized_networks_config"] == {
        "cidr_blocks": [
            {"cidr_block": "198.51.100.7/32", "display_name": "home"},
            {"cidr_block": "203.0.113.0/24", "display_name": "office"},
        ],
        "gcp_public_cidrs_access_enabled": False,
        "private_endpoint_enforcement_enabled": True,
    }


def test_a_private_control_plane_has_no_public_address() -> None:
    access = {"endpoint": "private", "global_access": True, "private_endpoint_subnetwork": "control"}
    properties = made(access=access)
    assert properties["private_cluster_config"] == {
        "enable_private_nodes": True,
        "enable_private_endpoint": True,
        "private_endpoint_subnetwork": "control",
        "master_global_access_config": {"enabled": True},
    }
    assert "cidr_blocks" not in properties["master_authorized_networks_config"]
    assert cluster_problems(properties, Mode.STANDARD) == []


def test_releases_and_maintenance() -> None:
    release = {
        "channel": "RAPID",
        "min_master_version": "1.36.3-gke.1767000",
        "maintenance": {
            "recurring": {
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T08:00:00Z",
                "recurrence": "FREQ=WEEKLY;BYDAY=SA,SU",
            },
            "exclusions": {
                "launch": {"start_time": "2027-02-01T00:00:00Z", "end_time": "2027-02-08T00:00:00Z"},
                "freeze": {"start_time": "2027-03-01T00:00:00Z", "scope": "NO_MINOR_UPGRADES"},
            },
            "patch_interval": "604800s",
        },
        "notifications": {"topic": "projects/p/topics/upgrades", "events": ["UPGRADE_EVENT"]},
    }
    properties = made(release=release)
    assert properties["release_channel"] == {"channel": "RAPID"}
    assert properties["min_master_version"] == "1.36.3-gke.1767000"
    assert properties["maintenance_policy"] == {
        "recurring_window": release["maintenance"]["recurring"],  # type: ignore[index]
        "maintenance_exclusions": [
            {
                "exclusion_name": "freeze",
                "start_time": "2027-03-01T00:00:00Z",
                "exclusion_options": {
                    "scope": "NO_MINOR_UPGRADES",
                    "end_time_behavior": "UNTIL_END_OF_SUPPORT",
                },
            },
            {
                "exclusion_name": "launch",
                "start_time": "2027-02-01T00:00:00Z",
                "end_time": "2027-02-08T00:00:00Z",
                "exclusion_options": {"scope": "NO_UPGRADES"},
            },
        ],
        "disruption_budget": {"patch_version_disruption_interval": "604800s"},
    }
    assert properties["notification_config"] == {
        "pubsub": {
            "enabled": True,
            "topic": "projects/p/topics/upgrades",
            "filter": {"event_types": ["UPGRADE_EVENT"]},
        }
    }
    assert cluster_problems(properties, Mode.STANDARD) == []
    assert made()["maintenance_policy"] == {"daily_maintenance_window": {"start_time": "03:00"}}


def test_security_networking_and_observability() -> None:
    properties = made(
        security={"binary_authorization": False, "posture": "ENTERPRISE"},
        networking={
            "fqdn_network_policies": False,
            "dataplane_metrics": False,
            "dataplane_relay": True,
            "gateway_api": True,
        },
        observability={
            "logging_components": [],
            "monitoring_components": ["SYSTEM_COMPONENTS"],
            "managed_prometheus": False,
            "managed_opentelemetry": True,
        },
    )
    assert properties["binary_authorization"] == {"evaluation_mode": "DISABLED"}
    assert properties["security_posture_config"] == {"mode": "ENTERPRISE"}
    assert properties["enable_fqdn_network_policy"] is False
    assert properties["gateway_api_config"] == {"channel": "CHANNEL_STANDARD"}
    assert properties["logging_config"] == {"enable_components": []}
    assert properties["monitoring_config"] == {
        "enable_components": ["SYSTEM_COMPONENTS"],
        "managed_prometheus": {"enabled": False},
        "advanced_datapath_observability_config": {"enable_metrics": False, "enable_relay": True},
    }
    assert properties["managed_opentelemetry_config"] == {
        "scope": "COLLECTION_AND_INSTRUMENTATION_COMPONENTS"
    }


def test_encryption_between_nodes_goes_without_what_it_excludes() -> None:
    properties = made(security={"in_transit_encryption": True})
    assert properties["in_transit_encryption_config"] == "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT"
    assert properties["enable_fqdn_network_policy"] is False
    assert properties["enable_intranode_visibility"] is False


def test_addons() -> None:
    addons = {
        "agent_sandbox": True,
        "pod_snapshots": True,
        "backup_agent": True,
        "secret_manager": True,
        "image_streaming": False,
        "fleet_project": "fleet",
        "cost_allocation": False,
    }
    properties = made(addons=addons)
    assert properties["addons_config"] == {
        "agent_sandbox_config": {"enabled": True},
        "pod_snapshot_config": {"enabled": True},
        "gke_backup_agent_config": {"enabled": True},
    }
    assert properties["secret_manager_config"] == {"enabled": True}
    assert properties["fleet"] == {"project": "fleet"}
    assert properties["cost_management_config"] == {"enabled": False}
    assert at(properties, "node_pool_defaults.node_config_defaults.gcfs_config.enabled") is False
    assert "addons_config" not in made(), "what was never asked for is left to GKE"


def test_nodes_that_gke_makes() -> None:
    autopilot = made(Mode.AUTOPILOT, nodes={"network_tags": ["sandboxes"]})
    assert autopilot["cluster_autoscaling"] == {
        "auto_provisioning_defaults": {"service_account": "nodes@demo-project.iam.gserviceaccount.com"}
    }
    assert autopilot["node_pool_auto_config"]["network_tags"] == {"tags": ["sandboxes"]}
    standard = made(nodes={"auto_provisioning": {"max_cpu": 64.0, "max_memory_gib": 256}, "zones": ["z"]})
    autoscaling = standard["cluster_autoscaling"]
    assert autoscaling["resource_limits"] == [
        {"resource_type": "cpu", "minimum": 0, "maximum": 64},
        {"resource_type": "memory", "minimum": 0, "maximum": 256},
    ]
    defaults = autoscaling["auto_provisioning_defaults"]
    assert defaults["service_account"] == "nodes@demo-project.iam.gserviceaccount.com"
    assert defaults["image_type"] == "COS_CONTAINERD"
    assert defaults["management"] == {"auto_repair": True, "auto_upgrade": True}
    assert defaults["shielded_instance_config"]["enable_secure_boot"] is True
    assert standard["node_locations"] == ["z"]
    assert "cluster_autoscaling" not in made()


def test_overrides_come_last_and_null_takes_away() -> None:
    overrides = {
        "resource_labels": {"team": "a"},
        "release_channel": {"channel": "STABLE"},
        "cost_management_config": None,
    }
    properties = made(release={"channel": "RAPID"}, overrides=overrides)
    assert properties["resource_labels"] == {"team": "a"}
    assert properties["release_channel"] == {"channel": "STABLE"}
    assert "cost_management_config" not in properties


def test_the_system_pool_is_ordinary_and_hardened() -> None:
    pool = system_pool_properties({}, "nodes@p.iam.gserviceaccount.com")
    node = pool["node_config"]
    assert "sandbox_config" not in node
    assert node["service_account"] == "nodes@p.iam.gserviceaccount.com"
    assert node["workload_metadata_config"] == {"mode": "GKE_METADATA"}
    assert node["shielded_instance_config"]["enable_secure_boot"] is True
    assert node["kubelet_config"]["insecure_kubelet_readonly_port_enabled"] == "FALSE"
    assert node["metadata"] == {"disable-legacy-endpoints": "true"}
    assert pool["autoscaling"]["total_min_node_count"] == 1
    assert pool["management"] == {"auto_repair": True, "auto_upgrade": True}
    larger = {"machine_type": "n2-standard-8", "min_nodes": 2.0, "max_nodes": 6, "disk_size_gb": 50}
    pool = system_pool_properties({"system_pool": larger}, None)
    assert pool["autoscaling"]["total_min_node_count"] == 2
    assert pool["autoscaling"]["total_max_node_count"] == 6
    assert pool["node_config"]["machine_type"] == "n2-standard-8"
    assert pool["node_config"]["disk_size_gb"] == 50


def test_tags_are_those_of_every_node_that_comes_with_the_cluster() -> None:
    nodes = {"network_tags": ["internal"], "auto_provisioning": {"max_cpu": 64, "max_memory_gib": 256}}
    assert system_pool_properties(nodes, None)["node_config"]["tags"] == ["internal"]
    assert made(nodes=nodes)["node_pool_auto_config"]["network_tags"] == {"tags": ["internal"]}
    del nodes["network_tags"]
    assert "tags" not in system_pool_properties(nodes, None)["node_config"]
    assert "network_tags" not in made(nodes=nodes)["node_pool_auto_config"]


def test_lookups() -> None:
    assert at({"a": {"b": 1}}, "a.b") == 1
    assert at({"a": {"b": 1}}, "a.c") is MISSING
    assert at({"a": 1}, "a.b") == 1
    assert nested("a.b", 1) == {"a": {"b": 1}}
    assert given(a=None, b={}, c=[], d=False, e=0) == {"d": False, "e": 0}

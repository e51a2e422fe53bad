"""Every refusal of a cluster's arguments, with the place and the words of its message."""

from typing import Any

import pulumi
import pytest

from gke_agent_sandbox.cluster.autopilot import AutopilotClusterArgs
from gke_agent_sandbox.cluster.checks.arguments import name_problems
from gke_agent_sandbox.cluster.judgement import argument_problems, undisclosed, warnings
from gke_agent_sandbox.cluster.requirements import Mode
from gke_agent_sandbox.cluster.standard import StandardClusterArgs
from tests.unit.cluster.cluster_recorder import PROJECT, args

TYPES = {Mode.AUTOPILOT: AutopilotClusterArgs, Mode.STANDARD: StandardClusterArgs}
OFFICE = {"office": "203.0.113.0/24"}
KEY = "projects/p/locations/europe-west4/keyRings/r/cryptoKeys/k"


def problems(mode: Mode = Mode.STANDARD, **more: Any) -> dict[str, str]:
    """Path and message of every problem."""
    found = argument_problems(args(**more), TYPES[mode], mode, PROJECT)
    return {each.path: str(each) for each in found}


def maintenance(**more: Any) -> dict[str, Any]:
    return {"release": {"maintenance": more}}


STANDARD_REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"lokation": "x"}, "lokation", "location"),
    ({"location": "moon"}, "location", "neither a region nor a zone"),
    (
        {"network": {"network": "n", "subnetwork": "s", "pod_range": "pods"}},
        "network.service_range",
        "both names, or neither",
    ),
    (
        {"access": {"endpoint": "dns", "authorized_networks": OFFICE}},
        "access.authorized_networks",
        "IAM guards",
    ),
    ({"access": {"endpoint": "authorized-networks"}}, "access.authorized_networks", "nobody but nodes"),
    ({"access": {"global_access": True}}, "access.global_access", "not private"),
    (
        {"access": {"authorized_networks": {"all": "0.0.0.0/0"}}},
        "access.authorized_networks.all",
        "most of the internet",
    ),
    (
        {"access": {"authorized_networks": {"half": "128.0.0.0/1"}}},
        "access.authorized_networks.half",
        "most of the internet",
    ),
    (
        {"access": {"authorized_networks": {"host": "203.0.113.7"}}},
        "access.authorized_networks.host",
        "203.0.113.7/32",
    ),
    (
        {"access": {"authorized_networks": {"bits": "203.0.113.7/24"}}},
        "access.authorized_networks.bits",
        "first address",
    ),
    (
        {"access": {"authorized_networks": {"v6": "::/0"}}},
        "access.authorized_networks.v6",
        "no IPv4 network",
    ),
    ({"access": {"google_group": "admins@example.com"}}, "access.google_group", "gke-security-groups@"),
    ({"release": {"channel": "FAST"}}, "release.channel", "RAPID"),
    ({"release": {"min_master_version": "v1.36"}}, "release.min_master_version", "no GKE version"),
    (
        {"release": {"min_master_version": "1.31.1-gke.1"}},
        "release.min_master_version",
        "anonymous authentication",
    ),
    (
        {"release": {"requirements": {"pod-snapshot": {"min_version": "1.40"}}}},
        "release.requirements.pod-snapshot",
        "pod-snapshots",
    ),
    (
        {"release": {"notifications": {"topic": "upgrades"}}},
        "release.notifications.topic",
        "projects/PROJECT",
    ),
    (maintenance(daily_start="25:00"), "release.maintenance.daily_start", "no time of day"),
    (
        maintenance(
            daily_start="03:00",
            recurring={
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T08:00:00Z",
                "recurrence": "FREQ=DAILY",
            },
        ),
        "release.maintenance",
        "more than one window",
    ),
    (
        maintenance(
            recurring={
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T01:00:00Z",
                "recurrence": "FREQ=DAILY",
            }
        ),
        "release.maintenance.recurring.end_time",
        "not after the start",
    ),
    (
        maintenance(
            recurring={
                "start_time": "2027-01-02T02:00:00Z",
                "end_time": "2027-01-02T08:00:00Z",
                "recurrence": "every saturday",
            }
        ),
        "release.maintenance.recurring.recurrence",
        "RRULE",
    ),
    (
        maintenance(exclusions={"launch": {"start_time": "2027-01-02T02:00:00+01:00"}}),
        "release.maintenance.exclusions.launch.start_time",
        "in UTC",
    ),
    (
        maintenance(exclusions={"launch": {"start_time": "2027-01-02T02:00:00Z"}}),
        "release.maintenance.exclusions.launch.end_time",
        "must end",
    ),
    (
        maintenance(
            exclusions={
                f"e{number}": {"start_time": "2027-01-02T02:00:00Z", "end_time": "2027-01-03T02:00:00Z"}
                for number in range(21)
            }
        ),
        "release.maintenance.exclusions",
        "21 entries",
    ),
    (maintenance(patch_interval="7 days"), "release.maintenance.patch_interval", "604800s"),
    (
        {"security": {"encryption": {"customer_managed": False, "key_name": KEY}}},
        "security.encryption.key_name",
        "no key is used",
    ),
    (
        {"security": {"encryption": {"key_name": KEY, "rotation_days": 30}}},
        "security.encryption.rotation_days",
        "where it was made",
    ),
    (
        {"security": {"encryption": {"grant_service_agent": False}}},
        "security.encryption.grant_service_agent",
        "would not make the cluster",
    ),
    ({"security": {"encryption": {"rotation_days": 0}}}, "security.encryption.rotation_days", "less than 1"),
    (
        {"security": {"encryption": {"service_agent": "serviceAccount:a@b.iam.gserviceaccount.com"}}},
        "security.encryption.service_agent",
        "is no email of a service account",
    ),
    (
        {"security": {"encryption": {"key_name": KEY, "service_agent": "a@b.iam.gserviceaccount.com"}}},
        "security.encryption.service_agent",
        "nothing is bound to it",
    ),
    (
        {
            "security": {
                "encryption": {"customer_managed": False, "service_agent": "a@b.iam.gserviceaccount.com"}
            }
        },
        "security.encryption.service_agent",
        "customer_managed is false",
    ),
    (
        {"security": {"encryption": {"key_name": "my-key"}}},
        "security.encryption.key_name",
        "no Cloud KMS key",
    ),
    (
        {"security": {"encryption": {"key_name": KEY.replace("europe-west4", "us-east1")}}},
        "security.encryption.key_name",
        "another location",
    ),
    (
        {"security": {"in_transit_encryption": True}, "networking": {"fqdn_network_policies": True}},
        "networking.fqdn_network_policies",
        "does not go with",
    ),
    (
        {"observability": {"logging_components": ["WORKLOADS"]}},
        "observability.logging_components",
        "SYSTEM_COMPONENTS",
    ),
    ({"addons": {"agent_sandbox": True}}, "addons.agent_sandbox", "after a gVisor pool exists"),
    ({"addons": {"gvisor_pool": "sandboxes"}}, "addons.gvisor_pool", "without agent_sandbox"),
    ({"nodes": {"service_account": "default"}}, "nodes.service_account", "default account"),
    (
        {
            "nodes": {
                "service_account": "a@p.iam.gserviceaccount.com",
                "image_repositories": {"images": {"location": "europe", "repository": "images"}},
            }
        },
        "nodes.image_repositories",
        "beside service_account",
    ),
    ({"nodes": {"network_tags": ["a", "b-"]}}, "nodes.network_tags[1]", "no network tag"),
    ({"nodes": {"system_pool": {"min_nodes": 0}}}, "nodes.system_pool.min_nodes", "ordinary node"),
    (
        {"nodes": {"system_pool": {"min_nodes": 4, "max_nodes": 2}}},
        "nodes.system_pool.max_nodes",
        "less than min_nodes",
    ),
    (
        {"nodes": {"auto_provisioning": {"max_cpu": 0, "max_memory_gib": 4}}},
        "nodes.auto_provisioning.max_cpu",
        "less than 1",
    ),
]

AUTOPILOT_REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"nodes": {"network_tags": ["Sandboxes"]}}, "nodes.network_tags[0]", "no network tag"),
    ({"location": "europe-west4-a"}, "location", "Write instead: europe-west4"),
    ({"addons": {"gvisor_pool": "sandboxes"}}, "addons.gvisor_pool", "no node pools"),
    ({"addons": {"image_streaming": False}}, "addons.image_streaming", "always"),
    ({"addons": {"pod_snapshots": True}}, "release.channel", "RAPID"),
    ({"security": {"in_transit_encryption": True}}, "security.in_transit_encryption", "Autopilot"),
    (
        {"observability": {"monitoring_components": []}},
        "observability.monitoring_components",
        "SYSTEM_COMPONENTS",
    ),
    ({"nodes": {"system_pool": {}}}, "nodes.system_pool", "no setting"),
]

OVERRIDE_REFUSALS: list[tuple[Mode, dict[str, Any], str, str]] = [
    (
        Mode.AUTOPILOT,
        {"private_cluster_config": None},
        "overrides.private_cluster_config.enable_private_nodes",
        "public addresses",
    ),
    (
        Mode.STANDARD,
        {"rbac_binding_config": None},
        "overrides.rbac_binding_config.enable_insecure_binding_system_authenticated",
        "Google account",
    ),
    (
        Mode.STANDARD,
        {"anonymous_authentication_config": None},
        "overrides.anonymous_authentication_config.mode",
        "LIMITED",
    ),
    (
        Mode.STANDARD,
        {"remove_default_node_pool": None},
        "overrides.remove_default_node_pool",
        "default account",
    ),
    (
        Mode.STANDARD,
        {"control_plane_endpoints_config": None},
        "access.authorized_networks",
        "names no network",
    ),
    (Mode.STANDARD, {"addon_config": {}}, "overrides.addon_config", "addons_config"),
    (
        Mode.STANDARD,
        {"addons_config": {"agent_sandbox": {}}},
        "overrides.addons_config.agent_sandbox",
        "agent_sandbox_config",
    ),
    (Mode.STANDARD, {"deletion_protection": "no"}, "overrides.deletion_protection", "true or false"),
    (Mode.STANDARD, {"enable_autopilot": False}, "overrides.enable_autopilot", "even false collides"),
    (
        Mode.STANDARD,
        {"node_config": {"machine_type": "e2-small"}},
        "overrides.node_config",
        "replaces the whole cluster",
    ),
    (Mode.STANDARD, {"node_pools": [{"name": "sandboxes"}]}, "overrides.node_pools", "SandboxNodePool"),
    (
        Mode.STANDARD,
        {"remove_default_node_pool": False},
        "overrides.remove_default_node_pool",
        "default account",
    ),
    (Mode.STANDARD, {"node_version": "1.36"}, "overrides.node_version", "min_master_version"),
    (
        Mode.STANDARD,
        {"datapath_provider": "LEGACY_DATAPATH"},
        "overrides.datapath_provider",
        "without an enforcer",
    ),
    (Mode.STANDARD, {"datapath_provider": None}, "overrides.datapath_provider", "without an enforcer"),
    (
        Mode.STANDARD,
        {"datapath_provider": None, "network_policy": {"enabled": True}},
        "overrides.datapath_provider",
        "without an enforcer",
    ),
    (
        Mode.STANDARD,
        {"workload_identity_config": None},
        "overrides.workload_identity_config.workload_pool",
        "node's own credentials",
    ),
    (Mode.STANDARD, {"enable_legacy_abac": True}, "overrides.enable_legacy_abac", "RBAC does not show"),
    (Mode.STANDARD, {"enable_kubernetes_alpha": True}, "overrides.enable_kubernetes_alpha", "30 days"),
    (Mode.STANDARD, {"enable_shielded_nodes": False}, "overrides.enable_shielded_nodes", "join as a node"),
    (
        Mode.STANDARD,
        {"master_auth": {"client_certificate_config": {"issue_client_certificate": True}}},
        "overrides.master_auth.client_certificate_config.issue_client_certificate",
        "cannot be revoked",
    ),
    (
        Mode.STANDARD,
        {"private_cluster_config": {"enable_private_nodes": False}},
        "overrides.private_cluster_config.enable_private_nodes",
        "public addresses",
    ),
    (
        Mode.STANDARD,
        {"rbac_binding_config": {"enable_insecure_binding_system_authenticated": True}},
        "overrides.rbac_binding_config.enable_insecure_binding_system_authenticated",
        "Google account",
    ),
    (
        Mode.STANDARD,
        {"anonymous_authentication_config": {"mode": "ENABLED"}},
        "overrides.anonymous_authentication_config.mode",
        "LIMITED",
    ),
    (
        Mode.STANDARD,
        {
            "control_plane_endpoints_config": {
                "dns_endpoint_config": {"enable_k8s_tokens_via_dns": True},
            }
        },
        "overrides.control_plane_endpoints_config.dns_endpoint_config.enable_k8s_tokens_via_dns",
        "only guard",
    ),
    (
        Mode.STANDARD,
        {"control_plane_endpoints_config": {"dns_endpoint_config": {"allow_external_traffic": False}}},
        "overrides.control_plane_endpoints_config",
        "no way to the API server",
    ),
    (
        Mode.STANDARD,
        {"control_plane_endpoints_config": {"ip_endpoints_config": {"enabled": True}}},
        "access.authorized_networks",
        "names no network",
    ),
    (
        Mode.STANDARD,
        {"master_authorized_networks_config": {"cidr_blocks": [{"cidr_block": "0.0.0.0/0"}]}},
        "overrides.master_authorized_networks_config.cidr_blocks[0].cidr_block",
        "most of the internet",
    ),
    (
        Mode.STANDARD,
        {"master_authorized_networks_config": {"gcp_public_cidrs_access_enabled": True}},
        "overrides.master_authorized_networks_config.gcp_public_cidrs_access_enabled",
        "every Google Cloud customer",
    ),
    (
        Mode.STANDARD,
        {"node_pool_defaults": {"node_config_defaults": {"insecure_kubelet_readonly_port_enabled": "TRUE"}}},
        "overrides.node_pool_defaults.node_config_defaults.insecure_kubelet_readonly_port_enabled",
        "FALSE",
    ),
    (
        Mode.STANDARD,
        {"database_encryption": {"key_name": None}},
        "overrides.database_encryption.key_name",
        "is missing",
    ),
    (
        Mode.STANDARD,
        {"addons_config": {"agent_sandbox_config": {"enabled": True}}},
        "overrides.addons_config.agent_sandbox_config.enabled",
        "after a gVisor pool exists",
    ),
    (Mode.STANDARD, {"min_master_version": "1.31.1-gke.1"}, "overrides.min_master_version", "too old"),
    (Mode.STANDARD, {"min_master_version": "new"}, "overrides.min_master_version", "no GKE version"),
    (
        Mode.AUTOPILOT,
        {
            "addons_config": {"pod_snapshot_config": {"enabled": True}},
            "release_channel": {"channel": "REGULAR"},
        },
        "overrides.release_channel.channel",
        "Autopilot clusters were refused a snapshot of a whole pod",
    ),
    (
        Mode.STANDARD,
        {
            "in_transit_encryption_config": "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT",
            "enable_fqdn_network_policy": True,
        },
        "overrides.enable_fqdn_network_policy",
        "does not go with",
    ),
    (
        Mode.STANDARD,
        {"maintenance_policy": {"daily_maintenance_window": None}},
        "overrides.maintenance_policy",
        "no window",
    ),
    (
        Mode.AUTOPILOT,
        {"node_config": {"machine_type": "n2-standard-4"}},
        "overrides.node_config",
        "issue 2247",
    ),
    (
        Mode.AUTOPILOT,
        {"node_pools": [{"name": "sandboxes"}]},
        "overrides.node_pools",
        "runtimeClassName gvisor",
    ),
    (Mode.AUTOPILOT, {"datapath_provider": "ADVANCED_DATAPATH"}, "overrides.datapath_provider", "by itself"),
    (Mode.AUTOPILOT, {"initial_node_count": 1}, "overrides.initial_node_count", "no node pools"),
    (Mode.AUTOPILOT, {"network_policy": {"enabled": True}}, "overrides.network_policy", "Dataplane V2"),
    (
        Mode.AUTOPILOT,
        {"addons_config": {"dns_cache_config": {"enabled": True}}},
        "overrides.addons_config.dns_cache_config",
        "enable_autopilot",
    ),
    (
        Mode.AUTOPILOT,
        {"cluster_autoscaling": {"enabled": True}},
        "overrides.cluster_autoscaling.enabled",
        "not for an Autopilot",
    ),
    (
        Mode.AUTOPILOT,
        {"workload_identity_config": {"workload_pool": "x"}},
        "overrides.workload_identity_config",
        "itself",
    ),
]


@pytest.mark.parametrize(("more", "path", "words"), STANDARD_REFUSALS)
def test_standard_arguments(more: dict[str, Any], path: str, words: str) -> None:
    found = problems(**more)
    assert words in found[path], found


@pytest.mark.parametrize(("more", "path", "words"), AUTOPILOT_REFUSALS)
def test_autopilot_arguments(more: dict[str, Any], path: str, words: str) -> None:
    found = problems(Mode.AUTOPILOT, **more)
    assert words in found[path], found


@pytest.mark.parametrize(("mode", "overrides", "path", "words"), OVERRIDE_REFUSALS)
def test_the_same_through_overrides(mode: Mode, overrides: dict[str, Any], path: str, words: str) -> None:
    found = problems(mode, overrides=overrides)
    assert words in found[path], found


def test_what_is_allowed_is_not_refused() -> None:
    calico = {
        "datapath_provider": None,
        "network_policy": {"enabled": True, "provider": "CALICO"},
        "addons_config": {"network_policy_config": {"disabled": False}},
        "enable_fqdn_network_policy": False,
        "monitoring_config": {"advanced_datapath_observability_config": None},
    }
    for more in (
        {},
        {"location": "europe-west4-a"},
        {"access": {"authorized_networks": OFFICE}},
        {"access": {"endpoint": "private"}},
        {"access": {"endpoint": "private", "authorized_networks": {"runners": "10.0.0.0/8"}}},
        {"security": {"encryption": {"key_name": KEY, "grant_service_agent": True}}},
        {"security": {"encryption": {"customer_managed": False}}},
        {"security": {"in_transit_encryption": True}},
        {"observability": {"logging_components": []}},
        {"overrides": calico},
        {"overrides": {"resource_labels": {"team": "a"}}},
        {"addons": {"agent_sandbox": True, "gvisor_pool": "sandboxes"}},
        {"nodes": {"network_tags": ["sandboxes", "a" * 63]}},
    ):
        assert problems(**more) == {}, more
    for more in ({}, {"addons": {"agent_sandbox": True}}, {"nodes": {"network_tags": ["sandboxes"]}}):
        assert problems(Mode.AUTOPILOT, **more) == {}, more


def test_what_is_not_known_yet_is_not_judged() -> None:
    later: Any = pulumi.Output.from_input(False)
    overrides = {
        "control_plane_endpoints_config": {"ip_endpoints_config": {"enabled": later}},
        "datapath_provider": later,
        "enable_legacy_abac": later,
        "rbac_binding_config": {"enable_insecure_binding_system_authenticated": later},
        "private_cluster_config": {"enable_private_nodes": later},
    }
    assert problems(location=later, overrides=overrides) == {}
    snapshots = args(addons={"pod_snapshots": True}, project=later)
    assert argument_problems(snapshots, StandardClusterArgs, Mode.STANDARD, later) == []


def test_every_problem_at_once() -> None:
    found = problems(
        location="moon",
        access={"authorized_networks": {"all": "0.0.0.0/0"}},
        release={"min_master_version": "1.20.1-gke.1"},
        overrides={"enable_legacy_abac": True, "node_config": {"spot": True}},
    )
    assert set(found) == {
        "location",
        "access.authorized_networks.all",
        "release.min_master_version",
        "overrides.enable_legacy_abac",
        "overrides.node_config",
    }


def test_a_project_must_be_known() -> None:
    (problem,) = argument_problems(args(project=None), StandardClusterArgs, Mode.STANDARD, None)
    assert "gcp:project" in str(problem)


def test_an_output_in_the_place_of_a_group_is_refused() -> None:
    overrides: Any = {"private_cluster_config": pulumi.Output.from_input({"enable_private_nodes": False})}
    assert (
        "a map whose values may be outputs"
        in problems(overrides=overrides)["overrides.private_cluster_config"]
    )


@pytest.mark.parametrize("name", ["Main", "1st", "a" * 33, "under_score", "end-"])
def test_names_that_no_cluster_can_have(name: str) -> None:
    (problem,) = name_problems(name)
    assert "at most 32" in str(problem)


def test_a_user_row_of_the_requirement_table_counts() -> None:
    version = {"min_master_version": "1.31.1-gke.1"}
    own = {"anonymous-authentication-limits": {"min_version": "1.31.0-gke.1"}}
    assert problems(release={**version, "requirements": own}) == {}


def test_what_cannot_be_told_before_creation_is_said() -> None:
    assert [str(each) for each in warnings(args(), Mode.STANDARD, PROJECT)] == []
    (notice,) = warnings(
        args(release={"channel": "STABLE"}, addons={"agent_sandbox": True}), Mode.AUTOPILOT, PROJECT
    )
    assert notice.path == "release.min_master_version"
    assert "undetermined" in str(notice)


def test_a_value_that_may_be_secret_is_in_no_message() -> None:
    found = argument_problems(
        args(release={"min_master_version": "s3cr3t"}), StandardClusterArgs, Mode.STANDARD, PROJECT
    )
    assert found
    assert "s3cr3t" not in "".join(str(each) for each in undisclosed(found, "s3cr3t"))
    assert undisclosed(found, None) == found

"""The values that properties take which pulumi_gcp's classes know only as strings.

Source: the docstrings of pulumi_gcp 10.2, which a test compares, but for two: the modes of workload metadata
and the strategies of upgrades are those of the GKE API (WorkloadMetadataConfig.Mode, NodePoolUpdateStrategy).
"""

from dataclasses import dataclass

from .tokens import CLUSTER, NODE_POOL


@dataclass(frozen=True)
class Enum:
    """values: what is allowed. documented: whether a docstring of a property with these values names them."""

    values: frozenset[str]
    documented: bool = True


def enum(*values: str, documented: bool = True) -> Enum:
    return Enum(frozenset(values), documented)


EFFECTS = enum("NO_SCHEDULE", "PREFER_NO_SCHEDULE", "NO_EXECUTE")
FLAGS = enum("TRUE", "FALSE")
LOGGING_VARIANTS = enum("DEFAULT", "MAX_THROUGHPUT")

NODE_CONFIG = {
    "kubeletConfig.insecureKubeletReadonlyPortEnabled": FLAGS,
    "loggingVariant": LOGGING_VARIANTS,
    "taints.effect": EFFECTS,
    "workloadMetadataConfig.mode": enum("MODE_UNSPECIFIED", "GCE_METADATA", "GKE_METADATA", documented=False),
}

POOL = {
    "autoscaling.locationPolicy": enum("BALANCED", "ANY"),
    "placementPolicy.type": enum("COMPACT"),
    "upgradeSettings.strategy": enum("SURGE", "BLUE_GREEN", "SHORT_LIVED", documented=False),
}


def under(place: str, rows: dict[str, Enum]) -> dict[str, Enum]:
    return {f"{place}.{path}": values for path, values in rows.items()}


ENUMS: dict[str, dict[str, Enum]] = {
    CLUSTER: {
        **under("nodeConfig", NODE_CONFIG),
        **under("nodePools", POOL),
        **under("nodePools.nodeConfig", NODE_CONFIG),
        "anonymousAuthenticationConfig.mode": enum("LIMITED", "ENABLED"),
        "binaryAuthorization.evaluationMode": enum("DISABLED", "PROJECT_SINGLETON_POLICY_ENFORCE"),
        "clusterAutoscaling.autoscalingProfile": enum("BALANCED", "OPTIMIZE_UTILIZATION"),
        "databaseEncryption.state": enum("ENCRYPTED", "DECRYPTED"),
        "datapathProvider": enum("LEGACY_DATAPATH", "ADVANCED_DATAPATH"),
        "dnsConfig.clusterDns": enum("PROVIDER_UNSPECIFIED", "PLATFORM_DEFAULT", "CLOUD_DNS", "KUBE_DNS"),
        "dnsConfig.clusterDnsScope": enum("DNS_SCOPE_UNSPECIFIED", "CLUSTER_SCOPE", "VPC_SCOPE"),
        "gatewayApiConfig.channel": enum("CHANNEL_DISABLED", "CHANNEL_EXPERIMENTAL", "CHANNEL_STANDARD"),
        "gkeAutoUpgradeConfig.patchMode": enum("ACCELERATED"),
        "inTransitEncryptionConfig": enum(
            "IN_TRANSIT_ENCRYPTION_DISABLED", "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT"
        ),
        "ipAllocationPolicy.stackType": enum("IPV4", "IPV4_IPV6"),
        "loggingConfig.enableComponents": enum(
            "SYSTEM_COMPONENTS", "KCP_VPA", "APISERVER", "CONTROLLER_MANAGER", "SCHEDULER", "WORKLOADS"
        ),
        "maintenancePolicy.maintenanceExclusions.exclusionOptions.scope": enum(
            "NO_UPGRADES", "NO_MINOR_UPGRADES", "NO_MINOR_OR_NODE_UPGRADES"
        ),
        "maintenancePolicy.maintenanceExclusions.exclusionOptions.endTimeBehavior": enum(
            "UNTIL_END_OF_SUPPORT"
        ),
        "managedOpentelemetryConfig.scope": enum(
            "SCOPE_UNSPECIFIED", "NONE", "COLLECTION_AND_INSTRUMENTATION_COMPONENTS"
        ),
        "monitoringConfig.enableComponents": enum(
            *("SYSTEM_COMPONENTS", "APISERVER", "SCHEDULER", "CONTROLLER_MANAGER", "STORAGE", "HPA", "POD"),
            *("DAEMONSET", "DEPLOYMENT", "STATEFULSET", "KUBELET", "CADVISOR", "DCGM", "JOBSET", "WORKLOADS"),
        ),
        "networkingMode": enum("VPC_NATIVE", "ROUTES"),
        "nodeCreationConfig.nodeCreationMode": enum("VIA_KUBELET", "VIA_CONTROL_PLANE"),
        "nodePoolAutoConfig.nodeKubeletConfig.insecureKubeletReadonlyPortEnabled": FLAGS,
        "nodePoolDefaults.nodeConfigDefaults.insecureKubeletReadonlyPortEnabled": FLAGS,
        "nodePoolDefaults.nodeConfigDefaults.loggingVariant": LOGGING_VARIANTS,
        "notificationConfig.pubsub.filter.eventTypes": enum(
            "UPGRADE_AVAILABLE_EVENT", "UPGRADE_EVENT", "SECURITY_BULLETIN_EVENT", "UPGRADE_INFO_EVENT"
        ),
        "podAutoscaling.hpaProfile": enum("NONE", "PERFORMANCE"),
        "releaseChannel.channel": enum("UNSPECIFIED", "RAPID", "REGULAR", "STABLE", "EXTENDED"),
        "securityPostureConfig.mode": enum("DISABLED", "BASIC", "ENTERPRISE"),
        "securityPostureConfig.vulnerabilityMode": enum(
            "VULNERABILITY_DISABLED", "VULNERABILITY_BASIC", "VULNERABILITY_ENTERPRISE"
        ),
    },
    NODE_POOL: {**POOL, **under("nodeConfig", NODE_CONFIG)},
}

"""Clusters and node pools.

Source: the schema that pulumi-gcp 9.35 declares, its Terraform provider's included.
"""

from .model import Facts, paths, together, within

NODE_CONFIG = Facts(
    "nodes",
    replaces=paths(
        """
        advancedMachineFeatures{. enableNestedVirtualization threadsPerCore} bootDiskKmsKey
        confidentialNodes{confidentialInstanceType} enableConfidentialStorage ephemeralStorageConfig{.
        localSsdCount} ephemeralStorageLocalSsdConfig{. dataCacheCount localSsdCount} flexStart
        guestAccelerators{. count gpuDriverInstallationConfig{. gpuDriverVersion} gpuPartitionSize
        gpuSharingConfig{. gpuSharingStrategy maxSharedClientsPerGpu} type} hostMaintenancePolicy{.
        maintenanceInterval} localNvmeSsdBlockConfig{. localSsdCount} localSsdCount localSsdEncryptionMode
        maxRunDuration metadata minCpuPlatform nodeGroup oauthScopes preemptible reservationAffinity{.
        consumeReservationType key values} sandboxConfig secondaryBootDisks{. diskImage mode} serviceAccount
        shieldedInstanceConfig{. enableIntegrityMonitoring enableSecureBoot} soleTenantConfig{.
        nodeAffinities{. key operator values}} spot
        """
    ),
    computed=paths(
        """
        bootDisk{. diskType provisionedIops provisionedThroughput sizeGb} confidentialNodes containerdConfig
        diskSizeGb diskType gcfsConfig gpudirectStrategy guestAccelerators{. gpuDriverInstallationConfig}
        imageType kubeletConfig{. cpuCfsQuota insecureKubeletReadonlyPortEnabled maxParallelImagePulls
        memoryManager{policy} shutdownGracePeriodCriticalPodsSeconds shutdownGracePeriodSeconds
        topologyManager{policy scope}} labels linuxNodeConfig{. cgroupMode
        customNodeInit{initScript{gcsGeneration}} transparentHugepageEnabled} localSsdCount loggingVariant
        machineType metadata minCpuPlatform nodeImageConfigs{. image imageProject} oauthScopes
        serviceAccount shieldedInstanceConfig windowsNodeConfig workloadMetadataConfig
        """
    ),
    output_only=paths("effectiveTaints{. effect key value}"),
    sets=paths("oauthScopes reservationAffinity{values} soleTenantConfig{nodeAffinities}"),
    defaults={
        "preemptible": False,
        "shieldedInstanceConfig.enableIntegrityMonitoring": True,
        "shieldedInstanceConfig.enableSecureBoot": False,
        "spot": False,
        "windowsNodeConfig.osversion": "OS_VERSION_UNSPECIFIED",
    },
)

POOL = Facts(
    "pool",
    replaces=paths(
        """
        initialNodeCount maxPodsPerNode name namePrefix networkConfig{acceleratorNetworkProfile
        additionalNodeNetworkConfigs{. network subnetwork} additionalPodNetworkConfigs{. maxPodsPerNode
        secondaryPodRange subnetwork} createPodRange podCidrOverprovisionConfig podIpv4CidrBlock podRange
        subnetwork} placementPolicy{. policyName} queuedProvisioning{. enabled}
        """
    ),
    computed=paths(
        """
        autoscaling{locationPolicy} initialNodeCount management maxPodsPerNode name namePrefix
        networkConfig{. additionalNodeNetworkConfigs{. network subnetwork}
        additionalPodNetworkConfigs{maxPodsPerNode} enablePrivateNodes podCidrOverprovisionConfig
        podIpv4CidrBlock podRange subnetwork} nodeCount nodeDrainConfigs nodeLocations upgradeSettings{.
        blueGreenSettings{. autoscaledRolloutPolicy{waitForDrainDuration} nodePoolSoakDuration
        standardRolloutPolicy{batchNodeCount batchPercentage batchSoakDuration}} maxSurge maxUnavailable}
        version
        """
    ),
    output_only=paths(
        """
        instanceGroupUrls maintenancePolicies{exclusionUntilEndOfSupports{endTime startTime}}
        managedInstanceGroupUrls
        """
    ),
    sets=paths("nodeLocations"),
    defaults={
        "management.autoRepair": True,
        "management.autoUpgrade": True,
        "upgradeSettings.strategy": "SURGE",
    },
)

NODE_POOL = Facts(
    "google_container_node_pool",
    replaces=paths("cluster location nodeConfig project"),
    computed=paths("deletionPolicy location nodeConfig project"),
    output_only=paths("operation"),
)

ROLLOUT = (
    "clusterAutoscaling.autoProvisioningDefaults.upgradeSettings.blueGreenSettings.standardRolloutPolicy"
)

CLUSTER = Facts(
    "google_container_cluster",
    replaces=paths(
        """
        clusterAutoscaling{autoProvisioningDefaults{bootDiskKmsKey}} clusterIpv4Cidr confidentialNodes{.
        confidentialInstanceType enabled} datapathProvider dataplaneOptimizationMode defaultMaxPodsPerNode
        description enableAutopilot enableKubernetesAlpha enableTpu initialNodeCount ipAllocationPolicy{.
        clusterIpv4CidrBlock clusterSecondaryRangeName podCidrOverprovisionConfig servicesIpv4CidrBlock
        servicesSecondaryRangeName} location masterAuth{clientCertificateConfig{. issueClientCertificate}}
        name network networkingMode nodeConfig nodePools{. nodeConfig}
        privateClusterConfig{masterIpv4CidrBlock privateEndpointSubnetwork} project subnetwork
        tpuConfig{enabled useServiceNetworking} userManagedKeysConfig{aggregationCa clusterCa etcdApiCa
        etcdPeerCa}
        """
    ),
    computed=paths(
        """
        addonsConfig{. agentSandboxConfig cloudrunConfig configConnectorConfig dnsCacheConfig
        gcePersistentDiskCsiDriverConfig gcpFilestoreCsiDriverConfig gcsFuseCsiDriverConfig
        gkeBackupAgentConfig highScaleCheckpointingConfig horizontalPodAutoscaling httpLoadBalancing
        istioConfig kalmConfig lustreCsiDriverConfig networkPolicyConfig nodeReadinessConfig
        parallelstoreCsiDriverConfig podSnapshotConfig rayOperatorConfigs{. rayClusterLoggingConfig
        rayClusterMonitoringConfig} sliceControllerConfig slurmOperatorConfig statefulHaConfig}
        anonymousAuthenticationConfig authenticatorGroupsConfig autopilotClusterPolicyConfig
        autopilotPrivilegedAdmissions binaryAuthorization{evaluationMode} clusterAutoscaling{.
        autoProvisioningDefaults{. management{. autoRepair autoUpgrade} oauthScopes upgradeSettings{.
        blueGreenSettings{. nodePoolSoakDuration standardRolloutPolicy{. batchNodeCount batchPercentage}}
        strategy}} autoProvisioningLocations enabled resourceLimits} clusterIpv4Cidr clusterTelemetry
        confidentialNodes controlPlaneEndpointsConfig{. dnsEndpointConfig{. endpoint} ipEndpointsConfig}
        costManagementConfig databaseEncryption datapathProvider defaultMaxPodsPerNode defaultSnatStatus
        deletionPolicy enableIntranodeVisibility enableL4IlbSubsetting enableTpu enterpriseConfig{.
        desiredTier} gatewayApiConfig gkeAutoUpgradeConfig identityServiceConfig ipAllocationPolicy{.
        autoIpamConfig clusterIpv4CidrBlock clusterSecondaryRangeName networkTierConfig
        podCidrOverprovisionConfig servicesIpv4CidrBlock servicesSecondaryRangeName} location loggingConfig
        loggingService managedMachineLearningDiagnosticsConfig managedOpentelemetryConfig masterAuth
        masterAuthorizedNetworksConfig{. gcpPublicCidrsAccessEnabled privateEndpointEnforcementEnabled}
        meshCertificates monitoringConfig{. advancedDatapathObservabilityConfig enableComponents
        managedPrometheus{. autoMonitoringConfig}} monitoringService networkingMode nodeConfig
        nodeCreationConfig nodeLocations nodePoolAutoConfig{. linuxNodeConfig{cgroupMode}
        nodeKubeletConfig{. insecureKubeletReadonlyPortEnabled}} nodePoolDefaults{.
        nodeConfigDefaults{containerdConfig gcfsConfig insecureKubeletReadonlyPortEnabled loggingVariant}}
        nodePools{. nodeConfig} nodeVersion notificationConfig podAutoscaling privateClusterConfig{.
        masterGlobalAccessConfig masterIpv4CidrBlock} privateIpv6GoogleAccess project protectConfig{.
        workloadConfig workloadVulnerabilityMode} rbacBindingConfig releaseChannel
        secretManagerConfig{rotationConfig{. rotationInterval}} secretSyncConfig{rotationConfig{.
        rotationInterval}} securityPostureConfig{. mode vulnerabilityMode} serviceExternalIpsConfig
        subnetwork tpuConfig verticalPodAutoscaling workloadAltsConfig workloadIdentityConfig
        """
    ),
    output_only=paths(
        """
        clusterAutoscaling{autoProvisioningDefaults{management{upgradeOptions{. autoUpgradeStartTime
        description}}}} effectiveLabels emulatedVersion endpoint enterpriseConfig{clusterTier}
        fleet{membership membershipId membershipLocation preRegistered} labelFingerprint
        maintenancePolicy{dailyMaintenanceWindow{duration} disruptionBudget{lastDisruptionTime
        lastMinorVersionDisruptionTime}} masterAuth{clientCertificate clientKey clusterCaCertificate}
        masterVersion operation privateClusterConfig{peeringName privateEndpoint publicEndpoint}
        pulumiLabels selfLink servicesIpv4Cidr tpuConfig{ipv4CidrBlock} tpuIpv4CidrBlock
        userManagedKeysConfig{controlPlaneDiskEncryptionKeyVersions}
        """
    ),
    secret=paths("masterAuth{clientKey}"),
    sets=paths(
        """
        enableK8sBetaApis{enabledApis} ipAllocationPolicy{additionalPodRangesConfig{podRangeNames}}
        maintenancePolicy{maintenanceExclusions} masterAuthorizedNetworksConfig{cidrBlocks} nodeLocations
        userManagedKeysConfig{controlPlaneDiskEncryptionKeyVersions serviceAccountSigningKeys
        serviceAccountVerificationKeys}
        """
    ),
    defaults={
        "clusterAutoscaling.autoProvisioningDefaults.diskSize": 100,
        "clusterAutoscaling.autoProvisioningDefaults.diskType": "pd-standard",
        "clusterAutoscaling.autoProvisioningDefaults.imageType": "COS_CONTAINERD",
        "clusterAutoscaling.autoProvisioningDefaults.serviceAccount": "default",
        "clusterAutoscaling.autoProvisioningDefaults.shieldedInstanceConfig.enableIntegrityMonitoring": True,
        "clusterAutoscaling.autoProvisioningDefaults.shieldedInstanceConfig.enableSecureBoot": False,
        f"{ROLLOUT}.batchSoakDuration": "0s",
        "clusterAutoscaling.autoscalingProfile": "BALANCED",
        "deletionProtection": True,
        "disableL4LbFirewallReconciliation": False,
        "dnsConfig.clusterDns": "PROVIDER_UNSPECIFIED",
        "enableCiliumClusterwideNetworkPolicy": False,
        "enableFqdnNetworkPolicy": False,
        "enableKubernetesAlpha": False,
        "enableLegacyAbac": False,
        "enableMultiNetworking": False,
        "enableShieldedNodes": True,
        "ipAllocationPolicy.stackType": "IPV4",
        "network": "default",
        "resourceUsageExportConfig.enableNetworkEgressMetering": False,
        "resourceUsageExportConfig.enableResourceConsumptionMetering": True,
    },
    conflicts={
        "addonsConfig.dnsCacheConfig": ("enableAutopilot",),
        "addonsConfig.networkPolicyConfig": ("enableAutopilot",),
        "addonsConfig.statefulHaConfig": ("enableAutopilot",),
        "binaryAuthorization.enabled": ("enableAutopilot", "binaryAuthorization.evaluationMode"),
        "binaryAuthorization.evaluationMode": ("binaryAuthorization.enabled",),
        "clusterAutoscaling.enabled": ("enableAutopilot",),
        "clusterAutoscaling.resourceLimits": ("enableAutopilot",),
        "clusterIpv4Cidr": ("ipAllocationPolicy",),
        "defaultMaxPodsPerNode": ("enableAutopilot",),
        "enableIntranodeVisibility": ("enableAutopilot",),
        "enableShieldedNodes": ("enableAutopilot",),
        "enableTpu": ("tpuConfig",),
        "ipAllocationPolicy": ("clusterIpv4Cidr",),
        "ipAllocationPolicy.clusterIpv4CidrBlock": (
            "ipAllocationPolicy.clusterSecondaryRangeName",
            "ipAllocationPolicy.servicesSecondaryRangeName",
        ),
        "ipAllocationPolicy.clusterSecondaryRangeName": (
            "ipAllocationPolicy.clusterIpv4CidrBlock",
            "ipAllocationPolicy.servicesIpv4CidrBlock",
        ),
        "ipAllocationPolicy.servicesIpv4CidrBlock": (
            "ipAllocationPolicy.clusterSecondaryRangeName",
            "ipAllocationPolicy.servicesSecondaryRangeName",
        ),
        "ipAllocationPolicy.servicesSecondaryRangeName": (
            "ipAllocationPolicy.clusterIpv4CidrBlock",
            "ipAllocationPolicy.servicesIpv4CidrBlock",
        ),
        "loggingService": ("clusterTelemetry",),
        "monitoringService": ("clusterTelemetry",),
        "networkPolicy": ("enableAutopilot",),
        "removeDefaultNodePool": ("enableAutopilot",),
        "nodePools": ("enableAutopilot",),
    },
    exactly_one=(
        (
            f"{ROLLOUT}.batchNodeCount",
            f"{ROLLOUT}.batchPercentage",
        ),
        (
            "maintenancePolicy.dailyMaintenanceWindow",
            "maintenancePolicy.recurringMaintenanceWindow",
            "maintenancePolicy.recurringWindow",
        ),
    ),
)

NODES = within("nodeConfig", NODE_CONFIG)

CONTAINER = {
    "gcp:container/cluster:Cluster": together(CLUSTER, NODES, within("nodePools", together(POOL, NODES))),
    "gcp:container/nodePool:NodePool": together(NODE_POOL, POOL, NODES),
}

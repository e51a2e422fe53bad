"""What stands beside a cluster.

Source: the schema that pulumi-gcp 9.35 declares, its Terraform provider's included.
"""

from .model import Facts, paths

SERVICES = {
    "gcp:gkebackup/backupPlan:BackupPlan": Facts(
        "google_gke_backup_backup_plan",
        replaces=paths("cluster location name project"),
        computed=paths(
            """
            backupConfig{includeSecrets includeVolumeData} backupSchedule{paused} deactivated deletionPolicy
            project retentionPolicy{backupDeleteLockDays backupRetainDays locked}
            """
        ),
        output_only=paths(
            """
            effectiveLabels etag protectedNamespaceCount protectedPodCount pulumiLabels state stateReason
            uid
            """
        ),
        exactly_one=(
            (
                "backupConfig.allNamespaces",
                "backupConfig.selectedApplications",
                "backupConfig.selectedNamespaceLabels",
                "backupConfig.selectedNamespaces",
            ),
        ),
    ),
    "gcp:gkehub/membership:Membership": Facts(
        "google_gke_hub_membership",
        replaces=paths(
            """
            authority{issuer} endpoint{. gkeCluster{. resourceLink}} location membershipId project
            """
        ),
        computed=paths("deletionPolicy project"),
        output_only=paths("effectiveLabels name pulumiLabels"),
        defaults={"location": "global"},
    ),
    "gcp:monitoring/alertPolicy:AlertPolicy": Facts(
        "google_monitoring_alert_policy",
        replaces=paths("project"),
        computed=paths("deletionPolicy project"),
        output_only=paths("conditions{name} creationRecords{. mutateTime mutatedBy} name"),
        defaults={"documentation.mimeType": "text/markdown", "enabled": True},
    ),
    "gcp:monitoring/dashboard:Dashboard": Facts(
        "google_monitoring_dashboard",
        replaces=paths("project"),
        computed=paths("deletionPolicy project"),
    ),
    "gcp:monitoring/notificationChannel:NotificationChannel": Facts(
        "google_monitoring_notification_channel",
        replaces=paths("project"),
        computed=paths("deletionPolicy project"),
        output_only=paths("name verificationStatus"),
        secret=paths("sensitiveLabels{authToken password serviceKey}"),
        defaults={"enabled": True, "forceDelete": False},
        exactly_one=(
            (
                "sensitiveLabels.authToken",
                "sensitiveLabels.authTokenWo",
                "sensitiveLabels.password",
                "sensitiveLabels.passwordWo",
                "sensitiveLabels.serviceKey",
                "sensitiveLabels.serviceKeyWo",
            ),
        ),
    ),
    "gcp:pubsub/topic:Topic": Facts(
        "google_pubsub_topic",
        replaces=paths("name project tags"),
        computed=paths("deletionPolicy messageStoragePolicy project"),
        output_only=paths("effectiveLabels pulumiLabels"),
        sets=paths("messageStoragePolicy{allowedPersistenceRegions}"),
        defaults={
            "ingestionDataSourceSettings.cloudStorage.textFormat.delimiter": "\n",
            "ingestionDataSourceSettings.platformLogsSettings.severity": "SEVERITY_UNSPECIFIED",
            "messageTransforms.disabled": False,
            "schemaSettings.encoding": "ENCODING_UNSPECIFIED",
        },
    ),
    # Source: hashicorp/terraform-provider-google 7, iam_pubsub_topic.go and iam_pubsub_subscription.go.
    "gcp:pubsub/topicIAMMember:TopicIAMMember": Facts(
        "google_pubsub_topic_iam_member",
        replaces=paths("condition{. description expression title} member project role topic"),
        computed=paths("project"),
        output_only=paths("etag"),
    ),
    "gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember": Facts(
        "google_pubsub_subscription_iam_member",
        replaces=paths("condition{. description expression title} member project role subscription"),
        computed=paths("project"),
        output_only=paths("etag"),
    ),
    "gcp:storage/bucket:Bucket": Facts(
        "google_storage_bucket",
        replaces=paths(
            """
            customPlacementConfig{dataLocations} enableObjectRetention hierarchicalNamespace{. enabled}
            location name project
            """
        ),
        computed=paths(
            """
            autoclass{terminalStorageClass} deletionPolicy lifecycleRules{condition{withState}}
            logging{logObjectPrefix} project publicAccessPrevention rpo softDeletePolicy
            uniformBucketLevelAccess versioning website
            """
        ),
        output_only=paths(
            """
            effectiveLabels encryption{customerManagedEncryptionEnforcementConfig{effectiveTime}
            customerSuppliedEncryptionEnforcementConfig{effectiveTime}
            googleManagedEncryptionEnforcementConfig{effectiveTime}} projectNumber pulumiLabels selfLink
            softDeletePolicy{effectiveTime} timeCreated updated url
            """
        ),
        sets=paths("customPlacementConfig{dataLocations}"),
        defaults={
            "forceDestroy": False,
            "retentionPolicy.isLocked": False,
            "softDeletePolicy.retentionDurationSeconds": 604800,
            "storageClass": "STANDARD",
        },
    ),
    "gcp:storage/bucketIAMMember:BucketIAMMember": Facts(
        "google_storage_bucket_iam_member",
        replaces=paths("bucket condition{. description expression title} member role"),
        output_only=paths("etag"),
    ),
}

"""Projects, service accounts, keys, and who may use them.

Source: the schema that pulumi-gcp 9.35 declares, its Terraform provider's included.
"""

from .model import Facts, paths

IDENTITY = {
    "gcp:artifactregistry/repository:Repository": Facts(
        "google_artifact_registry_repository",
        replaces=paths(
            """
            format kmsKeyName location mavenConfig{allowSnapshotOverwrites versionPolicy} mode project
            remoteRepositoryConfig{. aptRepository{. publicRepository{. repositoryBase repositoryPath}}
            commonRepository{. uri} description dockerRepository{. customRepository{. uri} publicRepository}
            mavenRepository{. customRepository{. uri} publicRepository} noCache npmRepository{.
            customRepository{. uri} publicRepository} pythonRepository{. customRepository{. uri}
            publicRepository} yumRepository{. publicRepository{. repositoryBase repositoryPath}}}
            repositoryId
            """
        ),
        computed=paths("deletionPolicy location project vulnerabilityScanningConfig"),
        output_only=paths(
            """
            createTime effectiveLabels name pulumiLabels registryUri updateTime
            vulnerabilityScanningConfig{enablementState enablementStateReason}
            """
        ),
        sets=paths("cleanupPolicies"),
        defaults={
            "cleanupPolicies.condition.tagState": "ANY",
            "mavenConfig.versionPolicy": "VERSION_POLICY_UNSPECIFIED",
            "mode": "STANDARD_REPOSITORY",
        },
        conflicts={
            "remoteRepositoryConfig": ("virtualRepositoryConfig",),
            "remoteRepositoryConfig.dockerRepository.customRepository": (
                "remoteRepositoryConfig.dockerRepository.publicRepository",
            ),
            "remoteRepositoryConfig.dockerRepository.publicRepository": (
                "remoteRepositoryConfig.dockerRepository.customRepository",
            ),
            "remoteRepositoryConfig.mavenRepository.customRepository": (
                "remoteRepositoryConfig.mavenRepository.publicRepository",
            ),
            "remoteRepositoryConfig.mavenRepository.publicRepository": (
                "remoteRepositoryConfig.mavenRepository.customRepository",
            ),
            "remoteRepositoryConfig.npmRepository.customRepository": (
                "remoteRepositoryConfig.npmRepository.publicRepository",
            ),
            "remoteRepositoryConfig.npmRepository.publicRepository": (
                "remoteRepositoryConfig.npmRepository.customRepository",
            ),
            "remoteRepositoryConfig.pythonRepository.customRepository": (
                "remoteRepositoryConfig.pythonRepository.publicRepository",
            ),
            "remoteRepositoryConfig.pythonRepository.publicRepository": (
                "remoteRepositoryConfig.pythonRepository.customRepository",
            ),
            "virtualRepositoryConfig": ("remoteRepositoryConfig",),
        },
        exactly_one=(
            (
                "remoteRepositoryConfig.aptRepository",
                "remoteRepositoryConfig.commonRepository",
                "remoteRepositoryConfig.dockerRepository",
                "remoteRepositoryConfig.mavenRepository",
                "remoteRepositoryConfig.npmRepository",
                "remoteRepositoryConfig.pythonRepository",
                "remoteRepositoryConfig.yumRepository",
            ),
        ),
    ),
    "gcp:artifactregistry/repositoryIamMember:RepositoryIamMember": Facts(
        "google_artifact_registry_repository_iam_member",
        replaces=paths("condition{. description expression title} location member project repository role"),
        computed=paths("location project"),
        output_only=paths("etag"),
    ),
    "gcp:binaryauthorization/policy:Policy": Facts(
        "google_binary_authorization_policy",
        replaces=paths("project"),
        computed=paths("deletionPolicy globalPolicyEvaluationMode project"),
        sets=paths(
            """
            clusterAdmissionRules{. requireAttestationsBies} defaultAdmissionRule{requireAttestationsBies}
            """
        ),
    ),
    "gcp:kms/cryptoKey:CryptoKey": Facts(
        "google_kms_crypto_key",
        replaces=paths(
            """
            cryptoKeyBackend destroyScheduledDuration importOnly keyRing name purpose
            versionTemplate{protectionLevel}
            """
        ),
        computed=paths(
            """
            cryptoKeyBackend deletionPolicy destroyScheduledDuration importOnly
            keyAccessJustificationsPolicy versionTemplate
            """
        ),
        output_only=paths("effectiveLabels primaries{. name state} pulumiLabels"),
        defaults={"purpose": "ENCRYPT_DECRYPT", "versionTemplate.protectionLevel": "SOFTWARE"},
    ),
    "gcp:kms/cryptoKeyIAMMember:CryptoKeyIAMMember": Facts(
        "google_kms_crypto_key_iam_member",
        replaces=paths("condition{. description expression title} cryptoKeyId member role"),
        output_only=paths("etag"),
    ),
    "gcp:kms/keyRing:KeyRing": Facts(
        "google_kms_key_ring",
        replaces=paths("location name project"),
        computed=paths("project"),
    ),
    "gcp:projects/iAMCustomRole:IAMCustomRole": Facts(
        "google_project_iam_custom_role",
        replaces=paths("project roleId"),
        computed=paths("deletionPolicy project"),
        output_only=paths("deleted name"),
        sets=paths("permissions"),
        defaults={"stage": "GA"},
    ),
    "gcp:projects/iAMMember:IAMMember": Facts(
        "google_project_iam_member",
        replaces=paths("condition{. description expression title} member project role"),
        output_only=paths("etag"),
    ),
    "gcp:projects/service:Service": Facts(
        "google_project_service",
        replaces=paths("project service"),
        computed=paths("deletionPolicy project"),
    ),
    # Source: pulumi_gcp 10.2, ServiceIdentity: it cannot be updated, and a deletion does nothing.
    "gcp:projects/serviceIdentity:ServiceIdentity": Facts(
        "google_project_service_identity",
        replaces=paths("project service"),
        computed=paths("project"),
        output_only=paths("email member"),
    ),
    "gcp:secretmanager/secret:Secret": Facts(
        "google_secret_manager_secret",
        replaces=paths("project replication{. auto userManaged{. replicas{. location}}} secretId tags"),
        computed=paths("deletionPolicy expireTime project"),
        output_only=paths("createTime effectiveAnnotations effectiveLabels name pulumiLabels"),
        defaults={"deletionProtection": False},
        exactly_one=(("replication.auto", "replication.userManaged"),),
    ),
    "gcp:secretmanager/secretIamMember:SecretIamMember": Facts(
        "google_secret_manager_secret_iam_member",
        replaces=paths("condition{. description expression title} member project role secretId"),
        computed=paths("project"),
        output_only=paths("etag"),
    ),
    "gcp:serviceaccount/account:Account": Facts(
        "google_service_account",
        replaces=paths("accountId project"),
        computed=paths("deletionPolicy project"),
        output_only=paths("email member name uniqueId"),
        defaults={"disabled": False},
    ),
    "gcp:serviceaccount/iAMMember:IAMMember": Facts(
        "google_service_account_iam_member",
        replaces=paths("condition{. description expression title} member role serviceAccountId"),
        output_only=paths("etag"),
    ),
}

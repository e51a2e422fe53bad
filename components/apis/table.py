"""The Google APIs that a cluster for sandboxes uses beside those of the requirement table, each with its
reason. Pure data.
"""

from dataclasses import dataclass
from typing import Any, Final

GKE: Final = "https://docs.cloud.google.com/kubernetes-engine/docs"
CONTAINER: Final = "container.googleapis.com"
COMPUTE: Final = "compute.googleapis.com"


@dataclass(frozen=True)
class NeededApi:
    """One row.

    name: of the API.
    why: what asks for it, as the end of "is needed for".
    source: where that was read.
    setting: the cluster's argument that turns it on, e.g. `addons.backup_agent`; empty: every cluster does.
    default: the value of that argument where the user gives none.
    """

    name: str
    why: str
    source: str
    setting: str = ""
    default: Any = None


NEEDED_APIS: Final = (
    NeededApi(CONTAINER, "clusters and node pools", f"{GKE}/how-to/creating-a-regional-cluster"),
    NeededApi(
        COMPUTE,
        "networks, firewall rules and the machines of nodes",
        f"{GKE}/how-to/creating-a-regional-cluster",
    ),
    NeededApi(
        "iam.googleapis.com",
        "the service accounts of nodes, and the pool of Workload Identity",
        f"{GKE}/how-to/workload-identity",
    ),
    NeededApi(
        "iamcredentials.googleapis.com",
        "tokens of Google service accounts by Workload Identity",
        f"{GKE}/how-to/workload-identity",
    ),
    NeededApi(
        "cloudresourcemanager.googleapis.com",
        "roles in the project, and the project's number, by which service agents are called",
        "hashicorp/terraform-provider-google, documentation of google_project and google_project_iam",
    ),
    NeededApi("logging.googleapis.com", "logs of nodes and pods", f"{GKE}/how-to/hardening-your-cluster"),
    NeededApi("monitoring.googleapis.com", "metrics of nodes", f"{GKE}/how-to/hardening-your-cluster"),
    NeededApi(
        "artifactregistry.googleapis.com",
        "images, and image streaming",
        f"{GKE}/how-to/image-streaming",
        "addons.image_streaming",
        True,
    ),
    NeededApi(
        "artifactregistry.googleapis.com",
        "repositories that nodes pull from",
        "https://docs.cloud.google.com/artifact-registry/docs/integrate-gke",
        "nodes.image_repositories",
    ),
    NeededApi(
        "cloudkms.googleapis.com",
        "the key that encrypts Secrets",
        f"{GKE}/how-to/encrypting-secrets",
        "security.encryption.customer_managed",
        True,
    ),
    NeededApi(
        "binaryauthorization.googleapis.com",
        "the policy of Binary Authorization",
        "https://docs.cloud.google.com/binary-authorization/docs/enabling",
        "security.binary_authorization",
        True,
    ),
    NeededApi(
        "containersecurity.googleapis.com",
        "the security posture",
        f"{GKE}/how-to/protect-workload-configuration",
        "security.posture",
        "BASIC",
    ),
    NeededApi(
        "gkebackup.googleapis.com",
        "Backup for GKE",
        f"{GKE}/add-on/backup-for-gke/how-to/install",
        "addons.backup_agent",
    ),
    NeededApi(
        "secretmanager.googleapis.com",
        "the add-on for Secret Manager",
        "https://docs.cloud.google.com/secret-manager/docs/secret-manager-managed-csi-component",
        "addons.secret_manager",
    ),
    NeededApi(
        "gkehub.googleapis.com",
        "the membership in a fleet",
        "https://docs.cloud.google.com/kubernetes-engine/fleet-management/docs/before-you-begin",
        "addons.fleet_project",
    ),
    NeededApi(
        "storage.googleapis.com",
        "the bucket of Pod snapshots",
        f"{GKE}/concepts/pod-snapshots",
        "addons.pod_snapshots",
    ),
    NeededApi(
        "pubsub.googleapis.com",
        "the topic of upgrade notifications",
        f"{GKE}/concepts/cluster-notifications",
        "release.notifications",
    ),
)

SERVICE_AGENTS: Final = {
    CONTAINER: "security.encryption.customer_managed",
}
"""APIs whose service agent must be there before a role is bound to it, with the argument of the cluster that
binds one. An agent comes some time after its API, or with `services identity create`. Sources:
terraform-google-modules/terraform-google-kubernetes-engine, examples/safer_cluster_iap_bastion/apis.tf
(`activate_api_identities`); IAM documentation, "Service agents".
"""

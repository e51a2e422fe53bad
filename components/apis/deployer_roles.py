"""The least roles of whoever runs `pulumi up`, per type of resource. Pure data."""

from dataclasses import dataclass
from typing import Final

ROLES: Final = "https://docs.cloud.google.com/iam/docs/roles-permissions"


@dataclass(frozen=True)
class DeployerRole:
    """One row.

    role: its name.
    where: on what it is bound.
    types: the types of resources that need it; one that ends in a star stands for all that begin so.
    why: what it is for.
    source: where it was read that the role allows that.
    """

    role: str
    where: str
    types: tuple[str, ...]
    why: str
    source: str


PROJECT: Final = "the project"

DEPLOYER_ROLES: Final = (
    DeployerRole(
        "roles/container.admin",
        PROJECT,
        ("gcp:container/*", "kubernetes:*"),
        "clusters, node pools, and every object in a cluster, CRDs and RBAC among them. It has "
        "container.clusters.connect, without which the DNS endpoint answers nobody. "
        "roles/container.clusterAdmin is enough where the stack makes only the cluster",
        f"{ROLES}/container; https://docs.cloud.google.com/kubernetes-engine/docs/how-to/iam",
    ),
    DeployerRole(
        "roles/iam.serviceAccountUser",
        "the nodes' service account, or the project where that is made by the stack",
        ("gcp:container/*",),
        "iam.serviceAccounts.actAs: whoever makes nodes acts as their account",
        f"{ROLES}/container (container.admin says so); "
        "https://docs.cloud.google.com/kubernetes-engine/docs/how-to/service-accounts",
    ),
    DeployerRole(
        "roles/iam.serviceAccountAdmin",
        PROJECT,
        ("gcp:serviceaccount/*",),
        "the accounts of nodes and of workloads, and who may use those of workloads",
        f"{ROLES}/iam",
    ),
    DeployerRole(
        "roles/resourcemanager.projectIamAdmin",
        PROJECT,
        ("gcp:projects/iAMMember:*",),
        "the roles of those accounts in the project. Who has it can take any role: bind it with a condition "
        "on iam.googleapis.com/modifiedGrantsByRole that names the roles which the stack binds",
        f"{ROLES}/resourcemanager; https://docs.cloud.google.com/iam/docs/setting-limits-on-granting-roles",
    ),
    DeployerRole(
        "roles/cloudkms.admin",
        PROJECT,
        ("gcp:kms/*",),
        "key ring and key, and who may use the key; it cannot use the key itself. A key that was kept is "
        "found by cloudkms.keyRings.list and cloudkms.cryptoKeys.list. Not needed with a key of yours that "
        "GKE may use already",
        f"{ROLES}/cloudkms",
    ),
    DeployerRole(
        "roles/serviceusage.serviceUsageAdmin",
        PROJECT,
        ("gcp:projects/service:*", "gcp:projects/serviceIdentity:*"),
        "turning on APIs, and making service agents",
        f"{ROLES}/serviceusage; https://docs.cloud.google.com/service-usage/docs/access-control",
    ),
    DeployerRole(
        "roles/compute.networkAdmin",
        "the project of the network",
        (
            "gcp:compute/network:*",
            "gcp:compute/subnetwork:*",
            "gcp:compute/router:*",
            "gcp:compute/routerNat:*",
            "gcp:compute/address:*",
            "gcp:compute/globalAddress:*",
            "gcp:compute/route:*",
        ),
        "networks, subnetworks, routes, routers, NAT and addresses; not firewall rules",
        f"{ROLES}/compute",
    ),
    DeployerRole(
        "roles/compute.securityAdmin",
        "the project of the network",
        ("gcp:compute/firewall:*", "gcp:compute/subnetworkIAMMember:*"),
        "firewall rules, and who may use a subnetwork of a Shared VPC",
        f"{ROLES}/compute",
    ),
    DeployerRole(
        "roles/dns.admin",
        "the project of the network",
        ("gcp:dns/*",),
        "private zones, by which nodes without a way out reach Google",
        f"{ROLES}/dns",
    ),
    DeployerRole(
        "roles/iam.roleAdmin",
        PROJECT,
        ("gcp:projects/iAMCustomRole:*",),
        "roles of the stack's own",
        f"{ROLES}/iam",
    ),
    DeployerRole(
        "roles/artifactregistry.admin",
        "the project of the repositories",
        ("gcp:artifactregistry/*",),
        "repositories, and who may pull from them",
        f"{ROLES}/artifactregistry",
    ),
    DeployerRole(
        "roles/storage.admin",
        "the buckets that a workload may use",
        ("gcp:storage/bucketIAMMember:*",),
        "who may use them",
        f"{ROLES}/storage",
    ),
    DeployerRole(
        "roles/secretmanager.admin",
        "the secrets that a workload or a service agent may read",
        ("gcp:secretmanager/secretIamMember:*",),
        "who may read them",
        f"{ROLES}/secretmanager",
    ),
    DeployerRole(
        "roles/pubsub.admin",
        "the topics and subscriptions that a workload may use",
        ("gcp:pubsub/topicIAMMember:*", "gcp:pubsub/subscriptionIAMMember:*"),
        "who may use them",
        f"{ROLES}/pubsub",
    ),
    DeployerRole(
        "roles/secretmanager.admin",
        "the secrets with the passwords of upstream registries",
        ("gcp:secretmanager/*",),
        "who may read them: Artifact Registry's service agent. Not needed where somebody else gives it that",
        f"{ROLES}/secretmanager; "
        "https://docs.cloud.google.com/artifact-registry/docs/repositories/configure-remote-authentication",
    ),
)
"""A stack needs the rows of what it makes, and no more."""


def roles_for(resource_type: str) -> tuple[DeployerRole, ...]:
    """The roles that a resource needs. resource_type: its token, e.g. `gcp:kms/keyRing:KeyRing`."""
    return tuple(
        each for each in DEPLOYER_ROLES if any(matches(pattern, resource_type) for pattern in each.types)
    )


def matches(pattern: str, resource_type: str) -> bool:
    """Whether a type is the one of a pattern, or begins like it."""
    return resource_type.startswith(pattern[:-1]) if pattern.endswith("*") else resource_type == pattern

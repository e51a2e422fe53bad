"""What Google's APIs refuse although the provider lets it pass: only when the resource is made or changed.

What the provider refuses by itself is in the table of facts, as types, required properties and conflicts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .cloud import ApiError
from .clusters import SANDBOX_KEY
from .faults import (
    DATAPLANE_V2,
    both_kinds_of_limits,
    channel_without_upgrades,
    default_pool_in_sandbox,
    machine_without_snapshots,
    missing_account,
    missing_identity_pool,
    no_ordinary_pool,
    overlapping_ranges,
    reserved_taints,
    small_machine,
    unusable_key,
    without_dataplane_v2,
    wrong_image,
    wrong_version,
    zone_of_that_name,
)
from .places import exists
from .requests import Request
from .spreading import APIS, api_message, new_account, new_grant, off, unknown_agent
from .tokens import (
    CLUSTER,
    CRYPTO_KEY_MEMBER,
    MANAGED_ZONE,
    NODE_POOL,
    PROJECT_MEMBER,
    REPOSITORY_MEMBER,
    SUBNETWORK,
)

LONGEST_NAME = 40


@dataclass(frozen=True)
class Refusal:
    """One row.

    type:    of the resource; one that ends in a star stands for all that begin so.
    message: what the API says; `{}` is what `found` gives.
    found:   what is wrong, else None or False.
    source:  where this is known from.
    """

    type: str
    message: str
    source: str
    found: Callable[[Request], Any]
    status: int = 400


def check(type: str, request: Request) -> None:
    """Errors: ApiError with the first thing that is refused, as the APIs do it."""
    for refusal in REFUSALS:
        if matches(refusal.type, type):
            found = refusal.found(request)
            if found:
                raise ApiError(refusal.status, refusal.message.format(found))


def matches(pattern: str, type: str) -> bool:
    return type.startswith(pattern[:-1]) if pattern.endswith("*") else type == pattern


SANDBOX_GUIDE = "GKE documentation, GKE Sandbox, requirements and limitations"

EVENTUAL = "IAM documentation, Access change propagation; docs of google_service_account"

REFUSALS = (
    Refusal(
        SUBNETWORK,
        "Invalid IPCidrRange: {}.",
        "Compute Engine API, subnetworks.insert: ranges of a network do not overlap",
        overlapping_ranges,
    ),
    Refusal(
        MANAGED_ZONE,
        "The network {} is already bound to a private zone of this name.",
        "Cloud DNS documentation, Overlapping zones: one private zone of a name in a network",
        zone_of_that_name,
    ),
    *(
        Refusal(
            type,
            api_message(api),
            "hashicorp/terraform-provider-google#16883; Service Usage documentation",
            off(api),
            403,
        )
        for type, api in APIS.items()
    ),
    Refusal(
        CRYPTO_KEY_MEMBER,
        "Service account {} does not exist.",
        "hashicorp/terraform-provider-google#9969",
        unknown_agent,
    ),
    *(
        Refusal(type, "Service account {} does not exist.", EVENTUAL, new_account)
        for type in (PROJECT_MEMBER, REPOSITORY_MEMBER, NODE_POOL)
    ),
    Refusal(
        CLUSTER,
        "Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied on resource '{}' (or it may not exist).",
        EVENTUAL,
        new_grant,
    ),
    Refusal(
        CLUSTER,
        'Location "{}" does not exist.',
        "GKE API, projects.locations.clusters.create",
        lambda request: not exists(request.at("location")) and request.at("location"),
    ),
    Refusal(
        CLUSTER,
        "Autopilot clusters must be regional clusters.",
        "GKE documentation, Autopilot overview",
        lambda request: request.at("enableAutopilot") and request.at("location")[-2:-1] == "-",
    ),
    Refusal(
        CLUSTER,
        'No valid versions with the prefix "{}" found.',
        "GKE documentation, Specifying cluster version",
        wrong_version,
    ),
    Refusal(
        CLUSTER,
        "Cluster.initial_node_count must be greater than zero.",
        "hashicorp/terraform-provider-google, docs of google_container_cluster, initial_node_count",
        lambda request: not any(map(request.at, ("enableAutopilot", "initialNodeCount", "nodePools"))),
    ),
    Refusal(
        CLUSTER,
        "GKE Sandbox cannot be enabled for the default node pool.",
        "terraform-google-modules/terraform-google-kubernetes-engine#240",
        lambda request: not request.at("enableAutopilot") and default_pool_in_sandbox(request),
    ),
    Refusal(
        CLUSTER,
        "Enabling NetworkPolicy for clusters with DatapathProvider=ADVANCED_DATAPATH is not allowed.",
        "GKE documentation, GKE Dataplane V2: it has network policies built in",
        lambda request: (
            request.at("networkPolicy.enabled") and request.at("datapathProvider") == DATAPLANE_V2
        ),
    ),
    Refusal(
        CLUSTER,
        "FQDN Network Policy requires Dataplane V2.",
        "GKE documentation, FQDN network policies, requirements",
        without_dataplane_v2("enableFqdnNetworkPolicy", True),
    ),
    Refusal(
        CLUSTER,
        "Inter-node transparent encryption requires Dataplane V2.",
        "GKE documentation, Encrypt your data in-transit",
        without_dataplane_v2("inTransitEncryptionConfig", "IN_TRANSIT_ENCRYPTION_INTER_NODE_TRANSPARENT"),
    ),
    Refusal(
        CLUSTER,
        "Database encryption key name must be set when encryption is enabled.",
        "GKE API, DatabaseEncryption.keyName",
        lambda request: (
            request.at("databaseEncryption.state") == "ENCRYPTED"
            and not request.at("databaseEncryption.keyName")
        ),
    ),
    Refusal(
        CLUSTER,
        "Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied on resource '{}' (or it may not exist).",
        "GKE documentation, Encrypt secrets at the application layer: the service agent needs the role",
        unusable_key,
    ),
    Refusal(
        "gcp:container/*",
        f"The name must not have more than {LONGEST_NAME} characters: {{}}.",
        "GKE API, Cluster.name and NodePool.name",
        lambda request: len(request.at("name")) > LONGEST_NAME and request.at("name"),
    ),
    Refusal(
        "gcp:container/*",
        "Auto_upgrade must be true when release_channel {} is set.",
        "crossplane-contrib/provider-gcp#288",
        channel_without_upgrades,
    ),
    Refusal(
        NODE_POOL,
        "Not found: {}.",
        "GKE API, projects.locations.clusters.nodePools.create",
        lambda request: request.cluster is None and request.at("cluster"),
        404,
    ),
    Refusal(
        NODE_POOL,
        "Autopilot clusters do not support mutating node pools.",
        "gke-labs/kube-agents#823",
        lambda request: request.in_cluster("enableAutopilot"),
    ),
    Refusal(
        NODE_POOL,
        f'Node taints with key "{SANDBOX_KEY}" are managed by GKE and must not be manually specified.',
        "crossplane-contrib/provider-gcp#491",
        reserved_taints,
    ),
    Refusal(
        NODE_POOL,
        f'Node labels with key "{SANDBOX_KEY}" are managed by GKE and must not be manually specified.',
        "terraform-google-modules/terraform-google-kubernetes-engine#252",
        lambda request: SANDBOX_KEY in (request.at("nodeConfig.labels") or {}),
    ),
    Refusal(
        NODE_POOL, "GKE Sandbox needs the image type COS_CONTAINERD, not {}.", SANDBOX_GUIDE, wrong_image
    ),
    Refusal(
        NODE_POOL, "GKE Sandbox is not available on machines of the type {}.", SANDBOX_GUIDE, small_machine
    ),
    Refusal(
        NODE_POOL,
        "GKE Sandbox needs at least one other node pool without it, for the system's pods.",
        SANDBOX_GUIDE,
        no_ordinary_pool,
    ),
    Refusal(
        NODE_POOL,
        "Pod snapshots are not available on machines of the type {}.",
        "GKE documentation, Pod snapshots, limitations",
        machine_without_snapshots,
    ),
    Refusal(
        NODE_POOL,
        "Node counts per zone and total node counts cannot both be set.",
        "GKE API, NodePoolAutoscaling",
        both_kinds_of_limits,
    ),
    Refusal(
        NODE_POOL, "Service account {} does not exist.", "GKE API, NodeConfig.serviceAccount", missing_account
    ),
    Refusal(
        PROJECT_MEMBER,
        "Service account {} does not exist.",
        "Resource Manager API, projects.setIamPolicy",
        missing_account,
    ),
    Refusal(
        REPOSITORY_MEMBER,
        "Service account {} does not exist.",
        "Artifact Registry API, repositories.setIamPolicy",
        missing_account,
    ),
    *(
        Refusal(
            type,
            "Identity Pool does not exist ({}). Please check that you specified a valid resource name as "
            "returned in the `name` attribute in the configuration API.",
            "terraform-google-modules/terraform-google-kubernetes-engine#916",
            missing_identity_pool,
        )
        for type in (
            PROJECT_MEMBER,
            "gcp:serviceaccount/iAMMember:IAMMember",
            "gcp:storage/bucketIAMMember:BucketIAMMember",
            "gcp:secretmanager/secretIamMember:SecretIamMember",
            "gcp:pubsub/topicIAMMember:TopicIAMMember",
            "gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember",
            REPOSITORY_MEMBER,
        )
    ),
)

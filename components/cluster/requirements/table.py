"""The requirement table: what GKE asks for before a feature works, one row per feature.

Nothing here was tried on Google Cloud: every row says where it was read, and when. Versions and channels
move, so a user may put rows of their own in place (`overrides`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .facts import Channel, Feature, Mode

BOTH = (Mode.AUTOPILOT, Mode.STANDARD)
KUBERNETES_ENGINE_API = "container.googleapis.com"
DOCUMENTATION = "https://docs.cloud.google.com/kubernetes-engine/docs"


@dataclass(frozen=True)
class Requirement:
    """What one feature asks for.

    title: its name in a sentence.
    source: where this was read, with the version or page.
    read: when it was read, or how old the source is.
    min_versions: the oldest versions that have it, one per minor version that it came to; empty: none is on
        record.
    refused_channels: the release channels on which it was seen refused, by mode.
    modes: the modes that have it.
    needs: features that must be on.
    excludes: features that must be off.
    refused_families: machine families on which gVisor pools cannot have it.
    refused_annotations: annotations of a pod with which it does not work, with their value.
    apis: Google APIs that must be on, beside that of GKE.
    """

    title: str
    source: str
    read: str
    min_versions: tuple[str, ...] = ()
    refused_channels: Mapping[Mode, tuple[Channel, ...]] = field(
        default_factory=dict[Mode, tuple[Channel, ...]]
    )
    modes: tuple[Mode, ...] = BOTH
    needs: tuple[Feature, ...] = ()
    excludes: tuple[Feature, ...] = ()
    refused_families: tuple[str, ...] = ()
    refused_annotations: Mapping[str, str] = field(default_factory=dict[str, str])
    apis: tuple[str, ...] = ()


Requirements = Mapping[Feature, Requirement]

SNAPSHOT_CHANNELS = {Mode.AUTOPILOT: (Channel.REGULAR,)}
"""AgentForEach, docs/GCP_Evaluation.md at 636d78b (October 2026): on the Regular channel the API answered
`Addons {"pod-snapshot"} are not supported for Autopilot clusters`; on Rapid (1.36.4) it took it. Regular gave
1.35.7 then, which is above the floor, so a version does not help.
"""

SNAPSHOT_SIDECARS = {"gke-gcsfuse/volumes": "true"}
"""The Cloud Storage FUSE sidecar. Source: GKE documentation, "About Pod snapshots", limitations."""

REQUIREMENTS: Requirements = MappingProxyType(
    {
        Feature.AGENT_SANDBOX: Requirement(
            "the Agent Sandbox add-on",
            f"{DOCUMENTATION}/how-to/how-install-agent-sandbox; cluster-api-provider-gcp, "
            "docs/book/src/managed/addons.md",
            "October 2026",
            min_versions=("1.35.2-gke.1269000",),
            needs=(Feature.GVISOR,),
            apis=("artifactregistry.googleapis.com",),
        ),
        Feature.AGENT_SANDBOX_V1BETA1: Requirement(
            "the API version v1beta1 by the Agent Sandbox add-on",
            f"{DOCUMENTATION}/how-to/how-install-agent-sandbox",
            "October 2026",
            min_versions=("1.36.3-gke.1767000",),
            needs=(Feature.AGENT_SANDBOX,),
        ),
        Feature.POD_SNAPSHOTS: Requirement(
            "a snapshot of a whole pod",
            f"{DOCUMENTATION}/concepts/pod-snapshots; GKE release notes of 6 May 2026",
            "October 2026",
            min_versions=("1.35.3-gke.1234000",),
            refused_channels=SNAPSHOT_CHANNELS,
            needs=(Feature.GVISOR, Feature.WORKLOAD_IDENTITY),
            refused_families=("e2",),
            refused_annotations=SNAPSHOT_SIDECARS,
        ),
        # E2 has these from 1.35.3-gke.1031000 on, which is below the floor of snapshots altogether.
        Feature.ROOTFS_SNAPSHOTS: Requirement(
            "a snapshot of a root file system",
            f"{DOCUMENTATION}/concepts/pod-snapshots; GKE release notes of 6 May 2026",
            "October 2026",
            min_versions=("1.35.3-gke.1234000",),
            refused_channels=SNAPSHOT_CHANNELS,
            needs=(Feature.GVISOR, Feature.WORKLOAD_IDENTITY),
            refused_annotations=SNAPSHOT_SIDECARS,
        ),
        Feature.GVISOR: Requirement("GKE Sandbox (gVisor)", f"{DOCUMENTATION}/concepts/sandbox-pods", "2026"),
        Feature.NETWORK_POLICY: Requirement(
            "a NetworkPolicy",
            f"{DOCUMENTATION}/how-to/network-policy",
            "2026",
            needs=(Feature.NETWORK_POLICY_ENFORCER,),
        ),
        Feature.FQDN_NETWORK_POLICY: Requirement(
            "an FQDNNetworkPolicy",
            f"{DOCUMENTATION}/how-to/fqdn-network-policies; "
            f"{DOCUMENTATION}/how-to/enable-inter-node-transparent-encryption, limitations",
            "2026",
            min_versions=("1.26.4-gke.500", "1.27.1-gke.400"),
            needs=(Feature.DATAPLANE_V2,),
            excludes=(Feature.IN_TRANSIT_ENCRYPTION,),
        ),
        Feature.CILIUM_CLUSTERWIDE_NETWORK_POLICY: Requirement(
            "a CiliumClusterwideNetworkPolicy",
            f"{DOCUMENTATION}/how-to/configure-cilium-network-policy",
            "2026",
            min_versions=("1.28.6-gke.1095000", "1.29.1-gke.1016000"),
            needs=(Feature.DATAPLANE_V2,),
        ),
        Feature.NETWORK_POLICY_ENFORCER: Requirement(
            "an enforcer of NetworkPolicies (Dataplane V2, or Calico)",
            f"{DOCUMENTATION}/how-to/network-policy",
            "2026",
        ),
        Feature.DATAPLANE_V2: Requirement("Dataplane V2", f"{DOCUMENTATION}/concepts/dataplane-v2", "2026"),
        Feature.WORKLOAD_IDENTITY: Requirement(
            "Workload Identity", f"{DOCUMENTATION}/concepts/workload-identity", "2026"
        ),
        Feature.INTRANODE_VISIBILITY: Requirement(
            "intranode visibility", f"{DOCUMENTATION}/how-to/intranode-visibility", "2026"
        ),
        Feature.ANONYMOUS_AUTHENTICATION_LIMITS: Requirement(
            "anonymous authentication for health checks alone",
            f"{DOCUMENTATION}/how-to/hardening-your-cluster",
            "2026",
            min_versions=("1.32.2-gke.1234000",),
        ),
        Feature.RBAC_BINDING_LIMITS: Requirement(
            "the ban on RBAC bindings to everybody",
            f"{DOCUMENTATION}/best-practices/rbac",
            "2026",
            min_versions=("1.30.1-gke.1283000",),
        ),
        Feature.IN_TRANSIT_ENCRYPTION: Requirement(
            "inter-node transparent encryption",
            f"{DOCUMENTATION}/how-to/enable-inter-node-transparent-encryption",
            "2026",
            min_versions=("1.26.10-gke.1024000", "1.27.7-gke.1506000", "1.28.2-gke.1098000"),
            modes=(Mode.STANDARD,),
            needs=(Feature.DATAPLANE_V2,),
            excludes=(Feature.INTRANODE_VISIBILITY,),
        ),
        Feature.KUBELET_READ_ONLY_PORT_OFF: Requirement(
            "the kubelet without its read-only port",
            f"{DOCUMENTATION}/how-to/disable-kubelet-readonly-port",
            "2026",
            min_versions=("1.26.4-gke.500",),
        ),
    }
)

AUTOPILOT_HAS = frozenset(
    {
        Feature.GVISOR,
        Feature.DATAPLANE_V2,
        Feature.NETWORK_POLICY_ENFORCER,
        Feature.WORKLOAD_IDENTITY,
    }
)
"""What every Autopilot cluster has. Source: GKE documentation, "Compare features in Autopilot and
Standard".
"""

IMPLIES = {Feature.DATAPLANE_V2: Feature.NETWORK_POLICY_ENFORCER}
"""What a feature brings along."""

OLDEST_NEW_CLUSTER = {
    Channel.RAPID: "1.36",
    Channel.REGULAR: "1.35",
    Channel.STABLE: "1.34",
    Channel.EXTENDED: "1.31",
    Channel.UNSPECIFIED: "1.35",
}
"""The minor version that a new cluster has at least, when none is asked for: the channel's default, which
never goes back a minor version (its patches do). Source: GKE release notes of 2026, 8 September (Regular and
no channel 1.35.7; the oldest version on offer 1.31.14) and summer (Stable 1.34.8); for Rapid AgentForEach,
docs/GCP_Evaluation.md at 636d78b (1.36.4).
"""


def required_apis(features: Iterable[Feature], table: Requirements = REQUIREMENTS) -> tuple[str, ...]:
    """The Google APIs that a cluster with these features needs, by name, GKE's own among them."""
    named = {api for feature in features for api in table[feature].apis}
    return tuple(sorted({KUBERNETES_ENGINE_API, *named}))

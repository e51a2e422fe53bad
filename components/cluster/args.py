"""The arguments that both modes of a cluster share, in groups."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Required, TypedDict

import pulumi

from .requirements.overrides import GkeRequirementArgs


class ClusterControlPlaneEndpoint(StrEnum):
    """The way to the API server from outside the cluster."""

    DNS = "dns"
    """A name that resolves everywhere. IAM decides who gets through; there is no IP address to reach."""
    AUTHORIZED_NETWORKS = "authorized-networks"
    """A public IP address that answers the named networks alone."""
    PRIVATE = "private"
    """An address in the VPC alone. Whoever runs `pulumi up` must run in the VPC, or be joined to it."""


class ClusterReleaseChannel(StrEnum):
    """The release channel. Source: GKE REST v1, ReleaseChannel.Channel."""

    RAPID = "RAPID"
    """New versions first, each week."""
    REGULAR = "REGULAR"
    """Several upgrades a month."""
    STABLE = "STABLE"
    """An upgrade every few months."""
    EXTENDED = "EXTENDED"
    """As REGULAR, and each minor version for up to 24 months."""


class ClusterMaintenanceExclusionScope(StrEnum):
    """What is not upgraded meanwhile. Source: GKE REST v1, MaintenanceExclusionOptions.Scope."""

    NO_UPGRADES = "NO_UPGRADES"
    """Nothing is."""
    NO_MINOR_UPGRADES = "NO_MINOR_UPGRADES"
    """The minor version; patches come."""
    NO_MINOR_OR_NODE_UPGRADES = "NO_MINOR_OR_NODE_UPGRADES"
    """The minor version, and nodes; the control plane is patched."""


class ClusterNotificationEvent(StrEnum):
    """What is told. Source: pulumi_gcp 10.2, ClusterNotificationConfigPubsubFilter."""

    UPGRADE_AVAILABLE_EVENT = "UPGRADE_AVAILABLE_EVENT"
    """A version can be had."""
    UPGRADE_EVENT = "UPGRADE_EVENT"
    """An upgrade begins."""
    UPGRADE_INFO_EVENT = "UPGRADE_INFO_EVENT"
    """How an upgrade went."""
    SECURITY_BULLETIN_EVENT = "SECURITY_BULLETIN_EVENT"
    """A bulletin concerns this cluster."""


class ClusterSecurityPosture(StrEnum):
    """How workloads are watched for risky settings. Source: pulumi_gcp 10.2, ClusterSecurityPostureConfig."""

    DISABLED = "DISABLED"
    """Not at all."""
    BASIC = "BASIC"
    """Known risky settings are shown in the console."""
    ENTERPRISE = "ENTERPRISE"
    """Threats as well."""


class ClusterLoggingComponent(StrEnum):
    """Whose logs go to Cloud Logging. Source: pulumi_gcp 10.2, ClusterLoggingConfig."""

    SYSTEM_COMPONENTS = "SYSTEM_COMPONENTS"
    """GKE's own; needed for the others."""
    WORKLOADS = "WORKLOADS"
    """All containers, what untrusted code prints among them."""
    APISERVER = "APISERVER"
    """The API server."""
    CONTROLLER_MANAGER = "CONTROLLER_MANAGER"
    """The controller manager."""
    SCHEDULER = "SCHEDULER"
    """The scheduler."""
    KCP_VPA = "KCP_VPA"
    """The vertical autoscaler of the control plane."""


class ClusterNetworkReferenceArgs(TypedDict, total=False):
    """The network that the cluster is put in; it exists already."""

    network: Required[pulumi.Input[str]]
    """Name of the VPC network, or its self link (Shared VPC)."""
    subnetwork: Required[pulumi.Input[str]]
    """Name of the subnetwork in the cluster's region, or its self link."""
    pod_range: pulumi.Input[str]
    """Name of the secondary range for pods. Default: GKE makes one; then `service_range` is left out too."""
    service_range: pulumi.Input[str]
    """Name of the secondary range for Services."""


class ClusterAccessArgs(TypedDict, total=False):
    """Who reaches the API server."""

    endpoint: ClusterControlPlaneEndpoint
    """The way to it. Default `dns`; with `authorized_networks`, those."""
    authorized_networks: Mapping[str, pulumi.Input[str]]
    """Networks that may connect, name to CIDR range, e.g. `{"office": "203.0.113.0/24"}`. Not with `dns`.
    Under `private`, ranges of the VPC beside the subnetwork of the nodes.
    """
    private_endpoint_subnetwork: pulumi.Input[str]
    """Subnetwork for the private endpoint. Default: that of the nodes. A change makes a new cluster."""
    global_access: bool
    """Under `private`: whether other regions of the VPC reach it. Default false."""
    google_group: pulumi.Input[str]
    """The group `gke-security-groups@…` whose member groups may be named in RBAC. Default none."""


class ClusterRecurringWindowArgs(TypedDict, total=False):
    """A window that recurs."""

    start_time: Required[pulumi.Input[str]]
    """First start, RFC 3339 in UTC, e.g. `2027-01-02T02:00:00Z`."""
    end_time: Required[pulumi.Input[str]]
    """First end, likewise."""
    recurrence: Required[pulumi.Input[str]]
    """An RRULE of RFC 5545, e.g. `FREQ=WEEKLY;BYDAY=SA,SU`. GKE wants 48 hours in any 32 days."""


class ClusterMaintenanceExclusionArgs(TypedDict, total=False):
    """A time without maintenance."""

    start_time: Required[pulumi.Input[str]]
    """Start, RFC 3339 in UTC."""
    end_time: pulumi.Input[str]
    """End, likewise. Left out: the end of support of the minor version, not with `NO_UPGRADES`."""
    scope: ClusterMaintenanceExclusionScope
    """What is not upgraded. Default `NO_UPGRADES`."""


class ClusterMaintenanceArgs(TypedDict, total=False):
    """When GKE may upgrade."""

    daily_start: pulumi.Input[str]
    """Start of the daily window of 4 hours, `HH:MM` in UTC. Default `03:00`, where no window recurs."""
    recurring: ClusterRecurringWindowArgs
    """A window that recurs, in the place of the daily one."""
    exclusions: Mapping[str, ClusterMaintenanceExclusionArgs]
    """Times without maintenance, by name; at most 20."""
    patch_interval: pulumi.Input[str]
    """Least time between two patches of the control plane, in seconds, e.g. `604800s`."""
    minor_interval: pulumi.Input[str]
    """Least time between two minor upgrades of the control plane, in seconds, e.g. `7776000s`."""


class ClusterNotificationsArgs(TypedDict, total=False):
    """Messages about upgrades."""

    topic: Required[pulumi.Input[str]]
    """Pub/Sub topic of the cluster's project, `projects/…/topics/…`."""
    events: Sequence[ClusterNotificationEvent]
    """What is told. Default: everything."""


class ClusterReleaseArgs(TypedDict, total=False):
    """Versions and upgrades."""

    channel: ClusterReleaseChannel
    """The release channel. Default REGULAR."""
    min_master_version: pulumi.Input[str]
    """Least version of the control plane, e.g. `1.36.3-gke.1767000` or `1.36`. Default: the channel's. GKE
    goes on from it by itself, and an `up` after that changes nothing.
    """
    maintenance: ClusterMaintenanceArgs
    """When GKE may upgrade."""
    notifications: ClusterNotificationsArgs
    """Messages about upgrades. Default none."""
    requirements: Mapping[str, GkeRequirementArgs]
    """Entries of the table of requirements in place of ours, by feature, e.g.
    `{"pod-snapshots": {"min_version": "1.37.0-gke.1"}}`.
    """


class ClusterEncryptionArgs(TypedDict, total=False):
    """The Cloud KMS key that encrypts Secrets in the cluster's database, above Google's own encryption."""

    customer_managed: bool
    """Whether there is such a key. Default true."""
    key_name: pulumi.Input[str]
    """A key in the cluster's region, `projects/…/locations/…/keyRings/…/cryptoKeys/…`. Default: one is made,
    with its key ring. Both stay when the stack is destroyed: without the key no backup can be read. The next
    `up` of the stack takes them again, for a component of the same name in the same project and region, if
    project and location are plain text; where one is an output, it makes new ones.
    """
    grant_service_agent: bool
    """Whether GKE's service agent is given roles/cloudkms.cryptoKeyEncrypterDecrypter on it. Default true for
    a key that is made here, false for one of your own.
    """
    service_agent: pulumi.Input[str]
    """Email of GKE's service agent, for that role. Default: from the project's number, which is asked for. In
    a project whose APIs are turned on by the same program, give GoogleApis' output `service_agents`.
    """
    rotation_days: int
    """After how many days a key that is made here is rotated. Default 90."""


class ClusterSecurityArgs(TypedDict, total=False):
    """What keeps the cluster closed, beyond what is always so."""

    encryption: ClusterEncryptionArgs
    """Encryption of Secrets."""
    binary_authorization: bool
    """Whether the project's Binary Authorization policy is enforced; it needs the API
    binaryauthorization.googleapis.com. Default true.
    """
    posture: ClusterSecurityPosture
    """How workloads are watched. Default BASIC."""
    in_transit_encryption: bool
    """Standard only: whether traffic between nodes is encrypted by WireGuard, above Google's own encryption.
    It costs throughput, and goes without FQDN policies and intranode visibility. Default false.
    """


class ClusterNetworkingArgs(TypedDict, total=False):
    """Network policy, and what is seen of it. Dataplane V2 enforces it, always."""

    fqdn_network_policies: bool
    """Whether FQDNNetworkPolicy objects are served. Default true. A Standard cluster that was made without
    needs a restart of the DaemonSet anetd after it is switched on (pulumi_gcp 10.2, Cluster).
    """
    policy_denial_logging: bool
    """Whether connections that a policy denies are logged. Default false."""
    dataplane_metrics: bool
    """Whether Dataplane V2 exports metrics of flows and policy verdicts. Default true."""
    dataplane_relay: bool
    """Whether flows can be watched live (Hubble). Default false."""
    gateway_api: bool
    """Whether GKE installs the Gateway API. Default: GKE's, on for Autopilot and off for Standard."""


class ClusterObservabilityArgs(TypedDict, total=False):
    """What is recorded of the cluster."""

    logging_components: Sequence[ClusterLoggingComponent]
    """Whose logs go to Cloud Logging. Default SYSTEM_COMPONENTS and WORKLOADS."""
    monitoring_components: Sequence[pulumi.Input[str]]
    """Whose metrics go to Cloud Monitoring. Default: what GKE turns on in a new cluster."""
    managed_prometheus: bool
    """Whether Google collects what PodMonitoring objects name. Default true."""
    managed_opentelemetry: bool
    """Whether Google runs an OpenTelemetry collector. Default: GKE's, false."""


class ClusterAddonsArgs(TypedDict, total=False):
    """What GKE installs, or does beside."""

    agent_sandbox: bool
    """Whether GKE installs its managed Agent Sandbox, in the place of AgentSandboxController: never both.
    Default false.
    """
    gvisor_pool: str
    """Standard only: the name of a gVisor node pool that the cluster has already. Google enables Agent
    Sandbox on a Standard cluster after it has one.
    """
    pod_snapshots: bool
    """Whether pods can be snapshotted. Default false."""
    backup_agent: bool
    """Whether Backup for GKE runs its agent. Default false."""
    secret_manager: bool
    """Whether pods can mount secrets of Secret Manager. Default false."""
    image_streaming: bool
    """Whether containers start while their image is still loading, from Artifact Registry. Default true;
    Autopilot always does.
    """
    fleet_project: pulumi.Input[str]
    """The project whose fleet the cluster joins. Default none."""
    cost_allocation: bool
    """Whether costs are shown by namespace and label. Default true."""

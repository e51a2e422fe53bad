"""The arguments of a network, in groups."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Required, TypedDict

import pulumi


class ClusterNetworkRoutingMode(StrEnum):
    """How far Cloud Router tells routes. Source: Compute Engine REST v1, Network.routingConfig."""

    REGIONAL = "REGIONAL"
    """Within its region."""
    GLOBAL = "GLOBAL"
    """In all regions."""


class ClusterNetworkFlowLogInterval(StrEnum):
    """Over what time flows are added up. Source: pulumi_gcp 10.2, SubnetworkLogConfig."""

    INTERVAL_5_SEC = "INTERVAL_5_SEC"
    """5 seconds."""
    INTERVAL_30_SEC = "INTERVAL_30_SEC"
    """30 seconds."""
    INTERVAL_1_MIN = "INTERVAL_1_MIN"
    """A minute."""
    INTERVAL_5_MIN = "INTERVAL_5_MIN"
    """5 minutes."""
    INTERVAL_10_MIN = "INTERVAL_10_MIN"
    """10 minutes."""
    INTERVAL_15_MIN = "INTERVAL_15_MIN"
    """15 minutes."""


class ClusterNetworkNatLog(StrEnum):
    """What Cloud NAT logs. Source: pulumi_gcp 10.2, RouterNatLogConfig; NONE is ours."""

    ERRORS_ONLY = "ERRORS_ONLY"
    """Packets that were dropped for want of a port."""
    TRANSLATIONS_ONLY = "TRANSLATIONS_ONLY"
    """New connections."""
    ALL = "ALL"
    """Both."""
    NONE = "NONE"
    """Nothing."""


class ClusterNetworkGoogleApisDomain(StrEnum):
    """By which addresses Google APIs are reached. Source: VPC documentation, "Configure Private Google
    Access", domain options; PUBLIC is its default domains.
    """

    PRIVATE = "private"
    """Those of private.googleapis.com: all APIs, by four addresses that a firewall can name."""
    RESTRICTED = "restricted"
    """Those of restricted.googleapis.com: only APIs that VPC Service Controls support, as a perimeter wants
    it.
    """
    PUBLIC = "public"
    """Google's many public addresses. A firewall cannot tell them from others."""


class ClusterNetworkRangesArgs(TypedDict, total=False):
    """Ranges of IPv4 addresses in CIDR form. No two may overlap. `plan_ranges` finds the first three."""

    nodes: Required[pulumi.Input[str]]
    """The subnetwork's own range. It can be widened later, not moved."""
    pods: Required[pulumi.Input[str]]
    """The secondary range `pods`."""
    services: Required[pulumi.Input[str]]
    """The secondary range `services`."""
    more_pods: Mapping[str, pulumi.Input[str]]
    """Further secondary ranges by their names, for node pools whose `pods.range` names one."""
    control_plane: pulumi.Input[str]
    """Where the control plane answers, when that is outside of the subnetwork: the /28 of a cluster that is
    joined by peering, or the range of the private endpoint's own subnetwork. Default: within the subnetwork.
    """
    others: Mapping[str, pulumi.Input[str]]
    """Ranges that are taken elsewhere, by a name of your own: peered networks, VPN, other subnetworks. They
    must not overlap, and are no part of the internet for `egress.internet_ports`.
    """


class ClusterNetworkPlanArgs(TypedDict, total=False):
    """What the ranges must hold."""

    nodes: Required[int]
    """Nodes of all clusters together; count those of an upgrade as well."""
    pods_per_node: int
    """Most pods on a node, 8 to 256; a node takes twice as many addresses. Default 110, GKE's for Standard;
    Autopilot has 32.
    """
    services: int
    """Services, those of Kubernetes and GKE as well. Default: not checked."""


class ClusterNetworkExistingArgs(TypedDict, total=False):
    """A network and a subnetwork that exist, in `project` and `region`. They are looked up, in a preview as
    well.
    """

    network: Required[pulumi.Input[str]]
    """Name of the VPC network."""
    subnetwork: Required[pulumi.Input[str]]
    """Name of the subnetwork."""
    pod_range: pulumi.Input[str]
    """Name of the secondary range for pods. Default: GKE makes one; then `service_range` is left out too."""
    service_range: pulumi.Input[str]
    """Name of the secondary range for Services."""
    more_pod_ranges: Sequence[pulumi.Input[str]]
    """Names of further secondary ranges, for node pools whose `pods.range` names one: the egress rules let
    nodes and pods reach each other there as well.
    """


class ClusterNetworkNatArgs(TypedDict, total=False):
    """Cloud NAT: the way of private nodes to the internet, out but not in."""

    enabled: bool
    """Whether there is one. Default true; beside `existing` false, since such a network may have one."""
    address_count: int
    """How many static addresses it has, to be allowed by others. Default 0: Google takes and returns
    addresses as needed.
    """
    min_ports_per_vm: int
    """Ports that each node has at any time, a power of 2, 32 or more. Default 64."""
    max_ports_per_vm: int
    """Ports that a node may have at most, a power of 2, up to 65536. Default 4096. One destination sees at
    most so many connections of a node at once.
    """
    tcp_time_wait_seconds: int
    """How long the port of a closed connection is not used again. Default: Google's, 120; less helps where
    many short connections go to one destination.
    """
    log: ClusterNetworkNatLog
    """What is logged. Default ERRORS_ONLY."""


class ClusterNetworkGoogleApisArgs(TypedDict, total=False):
    """How nodes and pods reach Google APIs, Artifact Registry among them."""

    domain: ClusterNetworkGoogleApisDomain
    """By which addresses. Default `private`; beside `existing` without `egress`, `public`."""
    dns_zones: bool
    """Whether the private DNS zones and the route are made that lead there; needs the API dns.googleapis.com.
    Default true. False: the network has them already; a second zone of one name is refused by Cloud DNS.
    """


class ClusterNetworkEgressAllowanceArgs(TypedDict, total=False):
    """A destination that sandbox nodes may reach."""

    ranges: Required[Sequence[pulumi.Input[str]]]
    """Its IPv4 ranges in CIDR form, none broader than /8."""
    protocol: pulumi.Input[str]
    """The protocol: tcp, udp, icmp, sctp, esp, ah or all. Default tcp."""
    ports: Sequence[pulumi.Input[str]]
    """Its ports, e.g. `5432` or `8000-8080`. Default: all."""


class ClusterNetworkEgressArgs(TypedDict, total=False):
    """What leaves the nodes that carry `sandbox_tag`. Everything else is denied."""

    enabled: bool
    """Whether there are such rules. Default true; beside `existing`, only where this group is given."""
    internet_ports: Sequence[pulumi.Input[str]]
    """TCP ports that are open to public addresses, and to no private ones, e.g. `443`. Default: none."""
    allow: Mapping[str, ClusterNetworkEgressAllowanceArgs]
    """Destinations by a name of your own. Default: none but the cluster and Google APIs."""
    log_denied: bool
    """Whether a denied connection is logged: with a sandbox it is a sign. Default true."""


class ClusterNetworkWebhookArgs(TypedDict, total=False):
    """The way from the control plane to an admission or conversion webhook. The controller's releases before
    v1.0.0 have one on 9443; private nodes are reached on 443 and 10250 only.
    """

    source_range: Required[pulumi.Input[str]]
    """The control plane's range."""
    port: int
    """The port on which the pod listens. Default 9443."""
    target_tags: Sequence[pulumi.Input[str]]
    """Network tags of the nodes. Default: all machines of the network."""


class ClusterNetworkFlowLogsArgs(TypedDict, total=False):
    """VPC Flow Logs of the subnetwork."""

    enabled: bool
    """Whether there are any. Default true."""
    sampling_percent: int
    """How many of the flows are recorded, 1 to 100. Default 50."""
    interval: ClusterNetworkFlowLogInterval
    """Over what time they are added up. Default INTERVAL_30_SEC."""


class ClusterNetworkSharedVpcArgs(TypedDict, total=False):
    """Clusters of another project in this network, whose project is then the host project. That project must
    be attached to it, and have the GKE API enabled, as this one.
    """

    service_project: Required[pulumi.Input[str]]
    """The clusters' project."""
    grant_roles: bool
    """Whether its service agents get the roles that they need here. Default true; false where somebody else
    has bound them.
    """
    manage_firewall: bool
    """Whether GKE may make firewall rules here by itself, for Services of the type LoadBalancer and for
    Ingress. Default false: sandboxes need none.
    """


class ClusterNetworkArgs(TypedDict, total=False):
    """A network for clusters."""

    region: Required[pulumi.Input[str]]
    """The region, e.g. `europe-west4`. A change makes a new network."""
    project: pulumi.Input[str]
    """The network's project. Default: the config `gcp:project`, also beside a provider of your own."""
    ranges: ClusterNetworkRangesArgs
    """Its addresses. Either this, for a network that is made, or `existing`."""
    existing: ClusterNetworkExistingArgs
    """A network that exists."""
    planned: ClusterNetworkPlanArgs
    """What the ranges must hold. Default: not checked."""
    nat: ClusterNetworkNatArgs
    """The way of private nodes to the internet."""
    google_apis: ClusterNetworkGoogleApisArgs
    """The way to Google APIs."""
    egress: ClusterNetworkEgressArgs
    """What leaves the sandbox nodes."""
    webhook: ClusterNetworkWebhookArgs
    """The way from the control plane to a webhook. Default: none."""
    flow_logs: ClusterNetworkFlowLogsArgs
    """VPC Flow Logs; of a network that is made."""
    shared_vpc: ClusterNetworkSharedVpcArgs
    """Clusters of another project. Default: of this one alone."""
    routing_mode: ClusterNetworkRoutingMode
    """How far Cloud Router tells routes; of a network that is made. Default REGIONAL."""

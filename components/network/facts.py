"""What Google Cloud says of networks: numbers, ranges and names, each with its source. Pure."""

from typing import Final, NamedTuple

# --- sizes -------------------------------------------------------------------------------------------------

UNUSABLE_PRIMARY_ADDRESSES: Final = 4
"""Addresses of a subnetwork's own range that no node gets. Source: VPC documentation, "Subnets", unusable
addresses in IPv4 subnet ranges.
"""

SMALLEST_PRIMARY_PREFIX: Final = 29
"""The smallest range of a subnetwork. Source: the same page, limitations for IPv4 subnet ranges."""

ADDRESSES_PER_POD: Final = 2
"""A node's block has at least twice as many addresses as it may have pods, rounded up to a power of 2: 110
pods take a /24, 32 pods a /26. Source: GKE documentation, "Configure maximum Pods per node".
"""

DEFAULT_PODS_PER_NODE: Final = 110
"""Of Standard; Autopilot has 32. Source: the same page."""

FEWEST_PODS_PER_NODE: Final = 8
MOST_PODS_PER_NODE: Final = 256
"""Source: the same page."""

DEFAULT_SERVICES: Final = 4096
LARGEST_SERVICES_PREFIX: Final = 16
SMALLEST_SERVICES_PREFIX: Final = 28
"""Source: GKE documentation, "Create a VPC-native cluster", IP address ranges for Services: /20 by default,
/28 to /16.
"""

# --- ranges ------------------------------------------------------------------------------------------------


class Reserved(NamedTuple):
    """A range with what it is for."""

    cidr: str
    use: str


PROHIBITED: Final = (
    Reserved("0.0.0.0/8", "the current network"),
    Reserved("127.0.0.0/8", "loopback"),
    Reserved("169.254.0.0/16", "link-local addresses, the metadata server's among them"),
    Reserved("224.0.0.0/4", "multicast"),
    Reserved("255.255.255.255/32", "broadcast"),
    Reserved("199.36.153.4/30", "restricted.googleapis.com"),
    Reserved("199.36.153.8/30", "private.googleapis.com"),
)
"""No subnetwork has these. Source: VPC documentation, "Subnets", prohibited IPv4 subnet ranges."""

DOCKER_BRIDGE: Final = Reserved("172.17.0.0/16", "the Docker bridge")
"""Source: Cloud Composer documentation, "Configure private IP networking": reserved in Cloud SQL; Cloud Build
uses it as well.
"""

FUTURE_USE: Final = Reserved("240.0.0.0/4", "future use (class E)")
"""Allowed, but some operating systems and routers drop it. Source: VPC documentation, "Subnets", valid IPv4
ranges.
"""

PRIVATE: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
)
"""Ranges of a VPC network that are nobody's on the internet. Any other one is a public range that is used
privately. Source: the same list.
"""

# --- Google APIs -------------------------------------------------------------------------------------------


class GoogleApisDomain(NamedTuple):
    """A name for Google APIs, and its addresses."""

    name: str
    cidr: str


DOMAINS: Final = {
    "private": GoogleApisDomain("private.googleapis.com", "199.36.153.8/30"),
    "restricted": GoogleApisDomain("restricted.googleapis.com", "199.36.153.4/30"),
}
"""They answer HTTP over TCP, and nothing else. Source: VPC documentation, "Configure Private Google Access",
domain options.
"""

OTHER_DOMAINS: Final = ("gcr.io", "pkg.dev", "gke.goog")
"""Names of Google beside googleapis.com: GKE's own images, Artifact Registry, and the DNS endpoint of control
planes. Source: the same page, configure DNS for other domains.
"""

DNS_TTL_SECONDS: Final = 300

# --- Cloud NAT ---------------------------------------------------------------------------------------------

PORTS_PER_ADDRESS: Final = 64512
"""Ports of one address of Cloud NAT, of each protocol. Source: Cloud NAT documentation, "IP addresses and
ports".
"""

FEWEST_NAT_PORTS: Final = 32
MOST_NAT_PORTS: Final = 65536
"""Bounds of a node's ports with dynamic allocation, powers of 2. Source: the same page."""

DEFAULT_MIN_PORTS: Final = 64
DEFAULT_MAX_PORTS: Final = 4096
"""A quiet node keeps no more than Google's own default without dynamic allocation; a busy one has enough for
some hundred sandboxes, and no one node uses up an address.
"""

# --- firewall ----------------------------------------------------------------------------------------------

WEBHOOK_PORT: Final = 9443
"""Source: agent-sandbox v0.5.6, k8s/controller.yaml; see cluster/requirements/webhook.py."""

PROTOCOLS: Final = ("all", "tcp", "udp", "icmp", "esp", "ah", "sctp", "ipip")
"""Source: pulumi_gcp 10.2, FirewallAllow.protocol."""

BROADEST_ALLOWANCE: Final = 8
"""Bits of the broadest network that is one destination: 10.0.0.0/8."""

# --- roles -------------------------------------------------------------------------------------------------

NETWORK_USER: Final = "roles/compute.networkUser"
"""On the subnetwork, for the Google APIs service agent and for GKE's."""

HOST_SERVICE_AGENT_USER: Final = "roles/container.hostServiceAgentUser"
"""On the host project, for GKE's service agent of the service project."""

FIREWALL_PERMISSIONS: Final = (
    "compute.firewalls.create",
    "compute.firewalls.delete",
    "compute.firewalls.get",
    "compute.firewalls.list",
    "compute.firewalls.update",
    "compute.networks.updatePolicy",
)
"""What GKE needs to make firewall rules in the host project, as a custom role; roles/compute.securityAdmin
has more. Source of all three: GKE documentation, "Set up clusters with Shared VPC".
"""

"""The address ranges of a local cluster, chosen as GKE chooses them."""

from ipaddress import ip_network

# GKE's own default for Services since 1.27 in Autopilot and 1.29 in Standard: the same range in every
# cluster. What is written for GKE (network rules, NO_PROXY lists) then fits here too.
# https://cloud.google.com/kubernetes-engine/docs/concepts/alias-ips#cluster_sizing_secondary_range_svcs
SERVICE_RANGE = "34.118.224.0/20"

# The API server is always the first address of the Service range.
API_SERVICE_ADDRESS = str(ip_network(SERVICE_RANGE)[1])

# The pods' range, of which each node gets a /24, as GKE's default of 110 pods per node does. Nothing is
# routed: no pod of these nodes has a network.
POD_RANGE = "10.4.0.0/14"

# The nodes' addresses, from the range that a VPC in auto mode gives to us-central1.
# https://cloud.google.com/vpc/docs/subnets#ip-ranges
NODE_RANGE = "10.128.0.0/20"


def node_address(index: int) -> str:
    """The address of the node with this index, from 0; the first two of a subnet are the VPC's own."""
    return str(ip_network(NODE_RANGE)[index + 2])

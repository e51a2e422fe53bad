"""The metadata server of a node, which gives a pod its credentials of Google Cloud."""

from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final


@dataclass(frozen=True)
class MetadataAddress:
    """Where a network policy sees the metadata server.

    address: the destination that the policy compares.
    ports: the TCP ports on which it answers.
    """

    address: IPv4Address
    ports: frozenset[int]


METADATA_ADDRESSES: Final = (
    MetadataAddress(IPv4Address("169.254.169.254"), frozenset({80, 8080})),
    MetadataAddress(IPv4Address("169.254.169.252"), frozenset({987, 988})),
)
"""With Dataplane V2 the first, otherwise the second. Source: GKE documentation, "About Workload Identity
Federation for GKE", GKE metadata server, for 80 and 988; gke-labs/kube-agents pull requests 676 and 805 for
8080 and 987, on which it answers as well.
"""

METADATA_PORTS: Final = frozenset[int]().union(*(each.ports for each in METADATA_ADDRESSES))
"""All of these ports."""

LINK_LOCAL: Final = "169.254.0.0/16"
"""The range that both addresses lie in. Source: RFC 3927."""

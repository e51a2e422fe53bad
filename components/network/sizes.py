"""How many nodes, pods and Services fit in a range, and how large a range is that holds them. Pure."""

from .facts import (
    ADDRESSES_PER_POD,
    LARGEST_SERVICES_PREFIX,
    SMALLEST_PRIMARY_PREFIX,
    SMALLEST_SERVICES_PREFIX,
    UNUSABLE_PRIMARY_ADDRESSES,
)

ADDRESS_BITS = 32


def prefix_for(addresses: int) -> int:
    """The length of the longest prefix whose range has at least so many addresses, 1 or more."""
    return ADDRESS_BITS - (addresses - 1).bit_length()


def node_block_prefix(pods_per_node: int) -> int:
    """The prefix of the block of pod addresses that each node takes."""
    return prefix_for(ADDRESSES_PER_POD * pods_per_node)


def nodes_prefix(nodes: int) -> int:
    """The prefix of a subnetwork's own range for so many nodes."""
    return min(SMALLEST_PRIMARY_PREFIX, prefix_for(nodes + UNUSABLE_PRIMARY_ADDRESSES))


def pods_prefix(nodes: int, pods_per_node: int) -> int:
    """The prefix of a range for the pods of so many nodes."""
    return node_block_prefix(pods_per_node) - (nodes - 1).bit_length()


def services_prefix(services: int) -> int:
    """The prefix of a range for so many Services, within the bounds that GKE sets."""
    return max(LARGEST_SERVICES_PREFIX, min(SMALLEST_SERVICES_PREFIX, prefix_for(services)))


def node_capacity(prefix: int) -> int:
    """How many nodes a subnetwork's own range holds."""
    return max(0, 2 ** (ADDRESS_BITS - prefix) - UNUSABLE_PRIMARY_ADDRESSES)


def pod_node_capacity(prefix: int, pods_per_node: int) -> int:
    """For how many nodes a range of pods has a block."""
    block = node_block_prefix(pods_per_node)
    return 2 ** (block - prefix) if prefix <= block else 0


def service_capacity(prefix: int) -> int:
    """How many Services a range holds."""
    return 2 ** (ADDRESS_BITS - prefix)

"""The way into the control plane: that there is one, and that it is not open to everybody. Pure."""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Network, ip_network
from typing import Any, Final, cast

from ...problems import Problem
from ...shapes.opaque import IsOpaque
from ..settings.lookup import at

BROADEST: Final = 8
"""Bits of the broadest network that is still one: 10.0.0.0/8."""

DNS_TRAFFIC: Final = "control_plane_endpoints_config.dns_endpoint_config.allow_external_traffic"
IP_ENABLED: Final = "control_plane_endpoints_config.ip_endpoints_config.enabled"
PRIVATE_ENDPOINT: Final = "private_cluster_config.enable_private_endpoint"
AUTHORIZED: Final = "master_authorized_networks_config"


def reached_by_dns(properties: Mapping[str, Any]) -> bool:
    """Whether clients use the DNS endpoint; otherwise an IP address, and the cluster's own CA."""
    return at(properties, DNS_TRAFFIC) is True


def is_private(properties: Mapping[str, Any]) -> bool:
    """Whether the control plane answers in the VPC alone."""
    return not reached_by_dns(properties) and at(properties, PRIVATE_ENDPOINT) is True


def endpoint_problems(properties: Mapping[str, Any], is_opaque: IsOpaque) -> Iterator[Problem]:
    """No way in, an open way in, and networks that are none."""
    if at(properties, DNS_TRAFFIC) is False and at(properties, IP_ENABLED) is False:
        yield Problem(
            "control_plane_endpoints_config",
            "leaves no way to the API server",
            "both endpoints are off, so nothing in the cluster could be made",
            "access.endpoint: dns, authorized-networks or private",
        )
    networks = at(properties, AUTHORIZED)
    unknown = any(is_opaque(at(properties, path)) for path in (IP_ENABLED, PRIVATE_ENDPOINT, AUTHORIZED))
    public = at(properties, IP_ENABLED) is not False and at(properties, PRIVATE_ENDPOINT) is not True
    if not unknown and public and not has_blocks(networks):
        yield Problem(
            AUTHORIZED,
            "names no network",
            "the public IP endpoint answers everybody, or nobody but nodes",
            'access.authorized_networks: {"office": "203.0.113.0/24"}, or access.endpoint: dns',
        )
    if at(properties, f"{AUTHORIZED}.gcp_public_cidrs_access_enabled") is True:
        yield Problem(
            f"{AUTHORIZED}.gcp_public_cidrs_access_enabled",
            "is true",
            "every virtual machine of every Google Cloud customer could connect",
            "false",
        )
    blocks = at(properties, f"{AUTHORIZED}.cidr_blocks")
    if isinstance(blocks, list | tuple):
        for index, block in enumerate(cast(list[object], blocks)):
            if isinstance(block, Mapping):
                cidr = cast(Mapping[str, Any], block).get("cidr_block")
                yield from cidr_problems(cidr, f"{AUTHORIZED}.cidr_blocks[{index}].cidr_block")


def has_blocks(networks: object) -> bool:
    """Whether any network is authorised; what is not known yet counts as one."""
    if not isinstance(networks, Mapping):
        return False
    blocks = cast(Mapping[str, Any], networks).get("cidr_blocks")
    return blocks is not None and blocks != []


def cidr_problems(cidr: object, path: str) -> Iterator[Problem]:
    """What is wrong with one authorised network; only text is judged."""
    if not isinstance(cidr, str):
        return
    try:
        network = ip_network(cidr)
    except ValueError:
        network = None
    if not isinstance(network, IPv4Network) or "/" not in cidr:
        yield Problem(
            path,
            "is no IPv4 network in CIDR form",
            "the provider wants the first address of the network (pulumi_gcp 10.2)",
            "203.0.113.0/24, or 203.0.113.7/32 for one address",
        )
    elif network.prefixlen < BROADEST:
        yield Problem(
            path,
            "is most of the internet",
            "authorised networks are there to keep strangers out",
            "the ranges of your offices and runners, or access.endpoint: dns",
        )

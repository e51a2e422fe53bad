"""Network, subnetwork, Cloud NAT and the names of Google APIs, as properties of pulumi_gcp. Pure; values may
be outputs.
"""

from collections.abc import Mapping
from ipaddress import IPv4Network
from typing import Any, Final, NamedTuple

from .choices import Group, group, nat_ports, number
from .facts import DNS_TTL_SECONDS, OTHER_DOMAINS, GoogleApisDomain

DEFAULT_SAMPLING_PERCENT: Final = 50
PERCENT: Final = 100

POD_RANGE: Final = "pods"
SERVICE_RANGE: Final = "services"
"""Names of the secondary ranges of a subnetwork that is made."""


def network_properties(args: Group) -> dict[str, Any]:
    """The VPC network."""
    return {"auto_create_subnetworks": False, "routing_mode": text(args.get("routing_mode"), "REGIONAL")}


def subnetwork_properties(args: Group) -> dict[str, Any]:
    """The subnetwork with its secondary ranges."""
    ranges: Mapping[str, Any] = args["ranges"]
    secondary: dict[str, Any] = {
        POD_RANGE: ranges["pods"],
        SERVICE_RANGE: ranges["services"],
        **group(ranges, "more_pods"),
    }
    logs = log_properties(group(args, "flow_logs"))
    return {
        "region": args["region"],
        "ip_cidr_range": ranges["nodes"],
        "secondary_ip_ranges": [
            {"range_name": name, "ip_cidr_range": cidr} for name, cidr in secondary.items()
        ],
        "private_ip_google_access": True,
        "stack_type": "IPV4_ONLY",
        **({} if logs is None else {"log_config": logs}),
    }


def log_properties(flow_logs: Group) -> dict[str, Any] | None:
    """VPC Flow Logs; None for none."""
    if flow_logs.get("enabled") is False:
        return None
    percent = number(flow_logs, "sampling_percent", DEFAULT_SAMPLING_PERCENT)
    return {
        "aggregation_interval": text(flow_logs.get("interval"), "INTERVAL_30_SEC"),
        "flow_sampling": percent / PERCENT,
        "metadata": "INCLUDE_ALL_METADATA",
    }


def cluster_ranges(ranges: Mapping[str, Any]) -> list[Any]:
    """What nodes and pods of a cluster in this subnetwork talk to."""
    own: list[Any] = [
        ranges["nodes"],
        ranges["pods"],
        ranges["services"],
        *group(ranges, "more_pods").values(),
    ]
    control_plane = ranges.get("control_plane")
    return own if control_plane is None else [*own, control_plane]


def nat_properties(args: Group, subnetwork: Any, addresses: list[Any]) -> dict[str, Any]:
    """Cloud NAT of one subnetwork, with all its ranges.

    addresses: the links of static ones; empty for those that Google takes.
    """
    nat = group(args, "nat")
    least, most = nat_ports(args)
    log = text(nat.get("log"), "ERRORS_ONLY")
    wait = nat.get("tcp_time_wait_seconds")
    return {
        "region": args["region"],
        "nat_ip_allocate_option": "MANUAL_ONLY" if addresses else "AUTO_ONLY",
        **({"nat_ips": addresses} if addresses else {}),
        "source_subnetwork_ip_ranges_to_nat": "LIST_OF_SUBNETWORKS",
        "subnetworks": [{"name": subnetwork, "source_ip_ranges_to_nats": ["ALL_IP_RANGES"]}],
        "enable_dynamic_port_allocation": True,
        # The two exclude each other: Cloud NAT documentation, "IP addresses and ports".
        "enable_endpoint_independent_mapping": False,
        "min_ports_per_vm": least,
        "max_ports_per_vm": most,
        **({} if wait is None else {"tcp_time_wait_timeout_sec": int(wait)}),
        "log_config": {"enable": log != "NONE", "filter": "ERRORS_ONLY" if log == "NONE" else log},
    }


class Zone(NamedTuple):
    """A private DNS zone.

    dns_name: with a dot at the end.
    address_name: what has the addresses; all other names in the zone lead to it.
    """

    dns_name: str
    address_name: str


def dns_zones(domain: GoogleApisDomain) -> dict[str, Zone]:
    """The zones by which Google's names lead to a domain's addresses, by the end of the resource's name."""
    others = {name.replace(".", "-"): Zone(f"{name}.", f"{name}.") for name in OTHER_DOMAINS}
    return {"googleapis-com": Zone("googleapis.com.", f"{domain.name}."), **others}


def record_sets(zone: Zone, domain: GoogleApisDomain) -> dict[str, dict[str, Any]]:
    """The records of a zone, by the end of the resource's name."""
    addresses = [str(address) for address in IPv4Network(domain.cidr)]
    return {
        "addresses": {
            "name": zone.address_name,
            "type": "A",
            "ttl": DNS_TTL_SECONDS,
            "rrdatas": addresses,
        },
        "names": {
            "name": f"*.{zone.dns_name}",
            "type": "CNAME",
            "ttl": DNS_TTL_SECONDS,
            "rrdatas": [zone.address_name],
        },
    }


def text(value: Any, default: str) -> str:
    """An enum's value as the text that it is."""
    return default if value is None else str(value)

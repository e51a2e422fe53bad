"""What is wrong with the ways of traffic: Cloud NAT, egress rules, and the way to a webhook. Pure; only plain
values are judged.
"""

import re
from collections.abc import Iterator
from typing import Final

from ..problems import Problem
from ..shapes.paths import join
from .choices import (
    Group,
    google_apis_domain,
    group,
    has_nat,
    is_existing,
    listed,
    makes_egress_rules,
    makes_nat,
    nat_ports,
    number,
    webhook_port,
)
from .cidr import ipv4_network
from .facts import BROADEST_ALLOWANCE, FEWEST_NAT_PORTS, MOST_NAT_PORTS, PORTS_PER_ADDRESS, PROTOCOLS
from .ranges import cidr_problems

ALLOWANCE_NAME: Final = re.compile(r"[a-z]([a-z0-9-]{0,14}[a-z0-9])?")
"""It becomes part of a rule's name."""

PORTS: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
MOST_PORT: Final = 65535
WITH_PORTS: Final = ("tcp", "udp", "sctp")


def nat_problems(args: Group) -> Iterator[Problem]:
    """Numbers that Cloud NAT does not take, and too few ports for the planned nodes."""
    nat = group(args, "nat")
    if not makes_nat(args):
        for key, value in nat.items():
            if key != "enabled" and value is not None:
                yield Problem(f"nat.{key}", "is given, but no Cloud NAT is made", fix="nat.enabled: true")
        return
    least, most = nat_ports(args)
    bounds = f"is no power of 2 from {FEWEST_NAT_PORTS} to {MOST_NAT_PORTS}"
    wrong = False
    for key, ports in (("min_ports_per_vm", least), ("max_ports_per_vm", most)):
        if not FEWEST_NAT_PORTS <= ports <= MOST_NAT_PORTS or ports & (ports - 1):
            wrong = True
            yield Problem(f"nat.{key}", bounds, 'Cloud NAT documentation, "IP addresses and ports"', "64")
    if not wrong and least >= most:
        wrong = True
        yield Problem(
            "nat.max_ports_per_vm",
            "is not more than min_ports_per_vm",
            "ports are given out dynamically between the two",
            str(2 * least) if 2 * least <= MOST_NAT_PORTS else "fewer min_ports_per_vm",
        )
    if nat.get("tcp_time_wait_seconds") is not None and nat["tcp_time_wait_seconds"] < 1:
        yield Problem("nat.tcp_time_wait_seconds", "is less than 1")
    addresses = number(nat, "address_count", 0)
    if addresses < 0:
        yield Problem("nat.address_count", "is less than 0")
    nodes = number(group(args, "planned"), "nodes", 0)
    if not wrong and addresses > 0 and nodes * least > addresses * PORTS_PER_ADDRESS:
        needed = -(-nodes * least // PORTS_PER_ADDRESS)
        yield Problem(
            "nat.address_count",
            f"is {addresses}, whose ports are enough for {addresses * PORTS_PER_ADDRESS // least} nodes, and "
            f"{nodes} are planned",
            f"an address has {PORTS_PER_ADDRESS} ports, and each node keeps {least}; further nodes reach "
            "nothing",
            f"{needed}, or fewer min_ports_per_vm",
        )


def egress_problems(args: Group) -> Iterator[Problem]:
    """Rules that would cut the nodes off, and destinations that are none."""
    egress = group(args, "egress")
    if not makes_egress_rules(args):
        for key, value in egress.items():
            if key != "enabled" and value is not None:
                yield Problem(f"egress.{key}", "is given, but there are no rules", fix="egress.enabled: true")
        return
    if google_apis_domain(args) is None:
        yield Problem(
            "google_apis.domain",
            "is public, beside egress rules",
            "no rule can name Google's public addresses, so the nodes could not pull or log",
            "private or restricted, or egress.enabled: false",
        )
    if is_existing(args) and group(args, "existing").get("pod_range") is None:
        yield Problem(
            "existing.pod_range",
            "is missing, beside egress rules",
            "they let nodes and pods reach each other, so the ranges must be known before GKE makes them",
            "the names of pod_range and service_range, or no egress",
        )
    ports = listed(egress, "internet_ports")
    for index, port in enumerate(ports):
        yield from port_problems(port, f"egress.internet_ports[{index}]")
    if ports and has_nat(args) is False:
        yield Problem(
            "egress.internet_ports",
            "is given without Cloud NAT",
            "private nodes reach no public address then",
            "nat.enabled: true, or no internet_ports",
        )
    for name, allowance in group(egress, "allow").items():
        yield from allowance_problems(allowance, name, join("egress.allow", name))


def allowance_problems(allowance: Group, name: str, path: str) -> Iterator[Problem]:
    """What is wrong with one destination."""
    if not ALLOWANCE_NAME.fullmatch(name):
        yield Problem(
            path,
            "is no name of at most 16 lower-case letters, digits and hyphens, a letter first",
            "it becomes part of the rule's name",
            "a name such as database",
        )
    if not allowance["ranges"]:
        yield Problem(f"{path}.ranges", "is empty", "the rule would name nothing", "a range in CIDR form")
    for index, value in enumerate(allowance["ranges"]):
        where = f"{path}.ranges[{index}]"
        yield from cidr_problems(value, where)
        network = ipv4_network(value)
        if network is not None and network.prefixlen < BROADEST_ALLOWANCE:
            yield Problem(
                where,
                "is most of the internet, and every private network beside it",
                "a sandbox that breaks out could reach the neighbours of the cluster",
                'internet_ports: ["443"] for public addresses alone, or the ranges that are meant',
            )
    protocol = allowance.get("protocol")
    if isinstance(protocol, str) and protocol not in PROTOCOLS:
        yield Problem(f"{path}.protocol", f"is none of {', '.join(PROTOCOLS)}")
    ports = listed(allowance, "ports")
    if ports and isinstance(protocol, str) and protocol in PROTOCOLS and protocol not in WITH_PORTS:
        yield Problem(f"{path}.ports", f"is given beside the protocol {protocol}, which has no ports")
    for index, port in enumerate(ports):
        yield from port_problems(port, f"{path}.ports[{index}]")


def port_problems(port: object, path: str) -> Iterator[Problem]:
    """What is wrong with a port or a range of ports; only text is judged."""
    if not isinstance(port, str):
        return
    found = PORTS.fullmatch(port)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= MOST_PORT:
        yield Problem(path, "is no port, and no range of ports", fix='"443" or "8000-8080"')


def webhook_problems(args: Group) -> Iterator[Problem]:
    """A source that is open to all, and a port that is none."""
    webhook = group(args, "webhook")
    source = webhook.get("source_range")
    yield from cidr_problems(source, "webhook.source_range")
    network = ipv4_network(source)
    if network is not None and network.prefixlen < BROADEST_ALLOWANCE:
        yield Problem(
            "webhook.source_range",
            "is most of the internet",
            "the control plane alone calls a webhook",
            "the control plane's range, e.g. 172.16.0.32/28",
        )
    if webhook and not 1 <= webhook_port(args) <= MOST_PORT:
        yield Problem("webhook.port", f"is not between 1 and {MOST_PORT}")

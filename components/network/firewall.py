"""The firewall rules of a network, as properties of `gcp.compute.Firewall`. Pure; values may be outputs.

A rule names its targets by network tag, and then holds for all that a machine sends: its own packets and
those of its pods, whether they leave with the pod's address, which is an alias range of the machine, or with
the machine's. Source: VPC documentation, "VPC firewall rules", targets and IP addresses for egress rules;
GKE documentation, "Automatically created firewall rules", applicable firewalls.

Always open, so in no rule: a machine's metadata server, which also gives DNS and the time (VPC
documentation, "VPC firewall rules", always allowed traffic).
"""

from collections.abc import Mapping
from typing import Any, Final

from .choices import Group, google_apis_domain, group, listed, webhook_port
from .facts import PRIVATE

ALLOWED: Final = 1000
"""Priority of what is open in any case; the lowest number wins."""

CLOSED_TO_INTERNET_PORTS: Final = 2000
INTERNET: Final = 3000
DENIED: Final = 65000
"""Below every rule that somebody makes without thinking of a priority, which then has 1000, and above the
implied rule that lets everything out, 65535.
"""

LOGGED: Final[Mapping[str, Any]] = {"metadata": "INCLUDE_ALL_METADATA"}

EVERYTHING: Final = [{"protocol": "all"}]


def egress_rules(args: Group, tag: Any, cluster_ranges: Any) -> dict[str, dict[str, Any]]:
    """What leaves the sandbox nodes, each rule by the end of its name.

    tag: the network tag of the nodes.
    cluster_ranges: of nodes, pods, Services and control plane. Nodes and pods talk by any protocol (GKE
        documentation, "Automatically created firewall rules").
    """
    egress = group(args, "egress")
    rules: dict[str, dict[str, Any]] = {
        "cluster": {
            "description": "Sandbox nodes: their own cluster",
            "priority": ALLOWED,
            "destination_ranges": cluster_ranges,
            "allows": EVERYTHING,
        }
    }
    domain = google_apis_domain(args)
    if domain is not None:
        rules["google-apis"] = {
            "description": f"Sandbox nodes: {domain.name}",
            "priority": ALLOWED,
            "destination_ranges": [domain.cidr],
            "allows": [{"protocol": "tcp", "ports": ["443"]}],
        }
    for name, allowance in group(egress, "allow").items():
        rules[f"to-{name}"] = {
            "description": f"Sandbox nodes: {name}",
            "priority": ALLOWED,
            "destination_ranges": listed(allowance, "ranges"),
            "allows": [opened(allowance)],
        }
    ports = listed(egress, "internet_ports")
    if ports:
        rules["private"] = {
            "description": "Sandbox nodes: private networks are not the internet",
            "priority": CLOSED_TO_INTERNET_PORTS,
            "destination_ranges": [*PRIVATE, *group(group(args, "ranges"), "others").values()],
            "denies": EVERYTHING,
        }
        rules["internet"] = {
            "description": "Sandbox nodes: public addresses",
            "priority": INTERNET,
            "destination_ranges": ["0.0.0.0/0"],
            "allows": [{"protocol": "tcp", "ports": ports}],
        }
    for end, everywhere in (("denied", "0.0.0.0/0"), ("denied-ipv6", "::/0")):
        # A rule has ranges of one family, and a subnetwork of somebody else's may have both.
        rules[end] = {
            "description": "Sandbox nodes: everything else",
            "priority": DENIED,
            "destination_ranges": [everywhere],
            "denies": EVERYTHING,
        }
    if egress.get("log_denied") is not False:
        for rule in rules.values():
            if "denies" in rule:
                rule["log_config"] = dict(LOGGED)
    return {end: {"direction": "EGRESS", "target_tags": [tag], **rule} for end, rule in rules.items()}


def opened(allowance: Group) -> dict[str, Any]:
    """Protocol and ports of one destination."""
    ports = listed(allowance, "ports")
    protocol = allowance.get("protocol")
    return {"protocol": "tcp" if protocol is None else protocol, **({"ports": ports} if ports else {})}


def webhook_rule(args: Group) -> dict[str, Any]:
    """The way from the control plane to a webhook."""
    webhook = group(args, "webhook")
    tags = listed(webhook, "target_tags")
    return {
        "description": "The control plane calls a webhook",
        "direction": "INGRESS",
        "priority": ALLOWED,
        "source_ranges": [webhook["source_range"]],
        "allows": [{"protocol": "tcp", "ports": [str(webhook_port(args))]}],
        **({"target_tags": tags} if tags else {}),
    }

"""The way from the control plane to the controller's conversion webhook."""

import re
from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from ...controller.releases import parse_version, served_api_versions
from ...problems import Problem
from .facts import ControllerFacts, FirewallRule
from .verdict import Check, Outcome, Verdict

WEBHOOK_PORT = 9443
"""Where a controller of 0.5.x answers conversions. Source: agent-sandbox v0.5.6, k8s/controller.yaml, Service
agent-sandbox-webhook-service 443 to 9443; 1.0.0 has none (agent-sandbox#1470).
"""

ALLOWED_PORTS = "443 and 10250"
"""Where GKE's own firewall rule lets the control plane in to private nodes. Source: GKE documentation, "Add
firewall rules for specific use cases".
"""


def webhook_verdicts(controller: ControllerFacts) -> Iterator[Verdict]:
    """Whether the control plane of a cluster with private nodes reaches the controller's webhook.

    A controller without one asks for nothing, nor does the managed add-on, which is not asked about here. The
    paths are `release` and `firewall_rules`.
    """
    if not controller.private_nodes:
        return
    version = parse_version(controller.release)
    if version is None:
        yield Verdict(
            Check.WEBHOOK_FIREWALL,
            Outcome.UNDETERMINED,
            Problem(
                "release",
                "is no known release, so whether it has a conversion webhook is not known",
                f"with private nodes the control plane reaches ports {ALLOWED_PORTS} only",
                f"if it has one, a firewall rule for tcp {WEBHOOK_PORT}",
            ),
        )
        return
    if len(served_api_versions(version)) < 2 or any(
        lets_in(rule, controller.control_plane_cidr) for rule in controller.firewall_rules
    ):
        return
    source = controller.control_plane_cidr or "the control plane's range"
    yield Verdict(
        Check.WEBHOOK_FIREWALL,
        Outcome.WARNING,
        Problem(
            "firewall_rules",
            f"nothing lets the control plane in on tcp {WEBHOOK_PORT}, where {controller.release} converts "
            "API versions",
            f"with private nodes it reaches ports {ALLOWED_PORTS} only; reads and writes of sandboxes then "
            "end in `context deadline exceeded`",
            f"an ingress rule from {source} to the nodes for tcp {WEBHOOK_PORT}; or release v1.0.0 or later, "
            "which has no webhook",
        ),
    )


def lets_in(rule: FirewallRule, cidr: str | None) -> bool:
    """Whether a rule lets tcp traffic in to the webhook's port from all of a range; from any, when the range
    is not known.
    """
    ports = [each for name in ("tcp", "6", "all") if name in rule.allow for each in rule.allow[name] or ("",)]
    return any(_holds_port(each) for each in ports) and (
        cidr is None or any(_covers(each, cidr) for each in rule.source_ranges)
    )


PORTS = re.compile(r"([0-9]+)(?:-([0-9]+))?")


def _holds_port(ports: str) -> bool:
    match = PORTS.fullmatch(ports)
    return not ports or (match is not None and int(match[1]) <= WEBHOOK_PORT <= int(match[2] or match[1]))


def _covers(outer: str, inner: str) -> bool:
    wide, narrow = _network(outer), _network(inner)
    if isinstance(wide, IPv4Network) and isinstance(narrow, IPv4Network):
        return narrow.subnet_of(wide)
    if isinstance(wide, IPv6Network) and isinstance(narrow, IPv6Network):
        return narrow.subnet_of(wide)
    return False


def _network(cidr: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(cidr, strict=False)
    except ValueError:
        return None

"""What an existing cluster lacks for what it is asked for. Pure."""

from collections.abc import Iterable, Iterator
from ipaddress import ip_address, ip_network

from ..problems import Problem
from .existing_facts import Endpoints, ExistingFacts
from .requirements import REQUIREMENTS, Check, Feature, Requirements, Verdict, cluster_verdicts, placed
from .requirements.derived import features_of

RELEASE = "a release of the controller"
"""What is installed, where no more of it is known."""

FOUND_ON = frozenset({Check.CHANNEL, Check.VERSION_FLOOR, Check.MODE, Check.NEEDED_FEATURE, Check.CONFLICT})
"""What need not be asked about a feature that is on: GKE has taken it."""

PRIVATE_NETWORKS = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
"""Source: RFC 1918."""

VISIBLE = frozenset(
    {
        Feature.AGENT_SANDBOX,
        Feature.ANONYMOUS_AUTHENTICATION_LIMITS,
        Feature.CILIUM_CLUSTERWIDE_NETWORK_POLICY,
        Feature.DATAPLANE_V2,
        Feature.FQDN_NETWORK_POLICY,
        Feature.NETWORK_POLICY_ENFORCER,
        Feature.POD_SNAPSHOTS,
        Feature.RBAC_BINDING_LIMITS,
        Feature.WORKLOAD_IDENTITY,
    }
)
"""What a lookup shows to be on or off."""


def existing_verdicts(
    found: ExistingFacts, asked: Iterable[Feature], release: bool, table: Requirements = REQUIREMENTS
) -> list[Verdict]:
    """What the requirement table says about the cluster.

    release: whether a release of the controller is to be installed.
    """
    facts = found.asked_for(asked, RELEASE if release else "")
    verdicts = cluster_verdicts(facts, table)
    kept = [each for each in verdicts if not (each.check in FOUND_ON and each.feature in found.features)]
    if Feature.GVISOR not in facts.features:
        # Nobody asks for a pool that is there: it comes with what is made in the cluster.
        kept = [each for each in kept if each.check is not Check.GVISOR_POOL]
    return placed(kept, {"controller_release": "agent_sandbox"})


def missing_problems(
    found: ExistingFacts, asked: Iterable[Feature], table: Requirements = REQUIREMENTS
) -> Iterator[Problem]:
    """Features that are asked for and off. What the cluster is is not changed from here."""
    on = features_of(found.asked_for((), "")) | found.features
    for feature in asked:
        if feature in VISIBLE and feature not in on:
            yield Problem(
                f"features.{feature}",
                f"{table[feature].title} is off in this cluster",
                "GKE would take what needs it, and not do it",
                "it turned on where the cluster is made",
            )


def endpoint_problems(endpoints: Endpoints, choice: str | None) -> Iterator[Problem]:
    """A way to the API server that is closed."""
    if choice == "dns" and not endpoints.dns:
        yield Problem("endpoint", "is dns, and the cluster has no DNS endpoint", fix="ip")
    elif choice == "ip" and not endpoints.ip_enabled:
        yield Problem("endpoint", "is ip, and the cluster's IP endpoints are off", fix="dns")
    elif not endpoints.dns and not endpoints.ip_enabled:
        yield Problem("endpoint", "is none: the cluster has neither a DNS endpoint nor an IP endpoint")


def endpoint_warnings(endpoints: Endpoints, choice: str | None) -> Iterator[Problem]:
    """A way that is open to some only."""
    server, certificate = chosen_endpoint(endpoints, choice)
    if certificate is not None and is_private(server):
        yield Problem(
            "endpoint",
            f"is the private address {server}",
            "it answers in the cluster's VPC alone; elsewhere every object ends in a timeout",
            "a runner in that VPC, or endpoint: dns where the cluster has it",
        )
    if certificate is None and not endpoints.dns_open:
        yield Problem(
            "endpoint",
            "is the DNS endpoint, which lets in nothing from outside of Google Cloud",
            "allow_external_traffic is off; elsewhere every object ends in a timeout",
            "a runner in the cluster's VPC",
        )


def is_private(server: str) -> bool:
    """Whether a server is an address of a private network."""
    try:
        address = ip_address(server.partition(":")[0])
    except ValueError:
        return False
    return any(address in network for network in PRIVATE_NETWORKS)


def chosen_endpoint(endpoints: Endpoints, choice: str | None) -> tuple[str, str | None]:
    """The server, and the CA certificate that it needs: none for the DNS endpoint.

    choice: dns or ip; None: the DNS endpoint where it is open, else the address where it answers.
    """
    by_dns = choice == "dns" or (choice is None and (endpoints.dns_open or not endpoints.ip_enabled))
    if by_dns and endpoints.dns:
        return endpoints.dns, None
    return endpoints.ip, endpoints.ca_certificate

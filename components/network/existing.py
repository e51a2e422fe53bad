"""A subnetwork that exists: what it is, and what it lacks. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network
from typing import Any

from ..problems import Problem
from ..shapes.suggest import suggestion
from .choices import Group, google_apis_domain, group, listed
from .cidr import ipv4_network
from .problems import planned_size_problems


@dataclass(frozen=True)
class FoundSubnetwork:
    """What a lookup says of it.

    network, link: self links.
    secondary: ranges by their names.
    """

    network: str
    link: str
    cidr: str
    secondary: Mapping[str, str]
    private_google_access: bool


def found_subnetwork(result: Any) -> FoundSubnetwork:
    """The answer of the data source `gcp.compute.getSubnetwork`."""
    secondary = {each.range_name: each.ip_cidr_range for each in result.secondary_ip_ranges or ()}
    return FoundSubnetwork(
        network=result.network,
        link=result.self_link,
        cidr=result.ip_cidr_range,
        secondary=secondary,
        private_google_access=bool(result.private_ip_google_access),
    )


def found_problems(found: FoundSubnetwork, args: Group) -> Iterator[Problem]:
    """Everything that a cluster would miss in it.

    args: of the component, with the group `existing` known.
    """
    existing = group(args, "existing")
    name = found.network.rpartition("/")[2]
    if existing["network"] != name:
        yield Problem(
            "existing.network",
            f"is {existing['network']}, and the subnetwork {existing['subnetwork']} belongs to {name}",
            fix=f"{name}, or a subnetwork of {existing['network']}",
        )
    for path, wanted in wanted_ranges(existing).items():
        if wanted not in found.secondary:
            none = "neither pod_range nor service_range: GKE makes both"
            there = ", ".join(found.secondary) or "none at all"
            yield Problem(
                f"existing.{path}",
                f"is {wanted}, which is no secondary range of the subnetwork; it has {there}",
                "GKE takes addresses from secondary ranges by their names",
                suggestion(wanted, found.secondary) or ("one of these" if found.secondary else none),
            )
    domain = google_apis_domain(args)
    if domain is not None:
        yield from access_problems(
            found, existing, f"machines without addresses of their own do not reach {domain.name} then"
        )
    for problem in planned_size_problems(args, found_networks(found, existing)):
        path = {"nodes": "subnetwork", "pods": "pod_range", "services": "service_range"}[problem.path]
        yield Problem(f"existing.{path}", problem.what, problem.why, problem.fix)


def found_notices(found: FoundSubnetwork, args: Group) -> Iterator[Problem]:
    """What to tell of a subnetwork that is good enough."""
    if google_apis_domain(args) is None:
        yield from access_problems(
            found,
            group(args, "existing"),
            "private nodes reach Google APIs by Cloud NAT alone then, or not at all",
        )
    if args.get("egress") is None:
        yield Problem(
            "egress",
            "is not given, so nothing here limits what leaves the sandbox nodes",
            "what breaks out of a sandbox reaches whatever the network lets it",
            "egress: {} for rules on the nodes that carry sandbox_tag, unless the network has its own",
        )


def access_problems(found: FoundSubnetwork, existing: Group, why: str) -> Iterator[Problem]:
    """A subnetwork without Private Google Access."""
    name = existing["subnetwork"]
    if not found.private_google_access:
        yield Problem(
            "existing.subnetwork",
            f"{name} has no Private Google Access",
            why,
            "the same once its owner has turned it on: "
            f"gcloud compute networks subnets update {name} --enable-private-ip-google-access",
        )


def wanted_ranges(existing: Group) -> dict[str, str]:
    """The names of secondary ranges that the arguments give, by their paths within the group."""
    single = {key: existing[key] for key in ("pod_range", "service_range") if existing.get(key) is not None}
    more = {
        f"more_pod_ranges[{index}]": each for index, each in enumerate(listed(existing, "more_pod_ranges"))
    }
    return {**single, **more}


def found_networks(found: FoundSubnetwork, existing: Group) -> dict[str, IPv4Network]:
    """Its networks by the paths of `ranges`, for the sizes."""
    paths = {"pod_range": "pods", "service_range": "services"}
    wanted = wanted_ranges(existing)
    texts = {"nodes": found.cidr} | {
        paths.get(path, f"more_pods.{name}"): found.secondary.get(name) for path, name in wanted.items()
    }
    networks = {path: ipv4_network(text) for path, text in texts.items()}
    return {path: network for path, network in networks.items() if network is not None}


def found_cluster_ranges(found: FoundSubnetwork, existing: Group) -> list[str]:
    """What nodes and pods of a cluster in it talk to; other ranges of the subnetwork are somebody else's."""
    return [found.cidr, *(found.secondary[name] for name in wanted_ranges(existing).values())]

"""The resources of a network, each part with what a cluster waits for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import pulumi
from pulumi_gcp import compute, dns, projects

from ..gcp import gke_service_agent, project_number
from .choices import Group, google_apis_domain, group, number
from .facts import FIREWALL_PERMISSIONS, HOST_SERVICE_AGENT_USER, NETWORK_USER
from .firewall import egress_rules, webhook_rule
from .properties import (
    POD_RANGE,
    SERVICE_RANGE,
    cluster_ranges,
    dns_zones,
    nat_properties,
    network_properties,
    record_sets,
    subnetwork_properties,
)

Resources = list[pulumi.Resource]


@dataclass(frozen=True)
class ClusterSubnetwork:
    """Where clusters are put.

    network, subnetwork: self links.
    pod_range, service_range: names of secondary ranges.
    has_ranges: whether there are such; otherwise GKE makes them, and their names are empty.
    ranges: what nodes and pods of a cluster talk to.
    """

    network: pulumi.Input[str]
    subnetwork: pulumi.Input[str]
    pod_range: pulumi.Input[str]
    service_range: pulumi.Input[str]
    has_ranges: bool
    ranges: Any


@dataclass(frozen=True)
class Nat:
    """Cloud NAT, and its static addresses."""

    resources: Resources
    addresses: list[pulumi.Output[str]]


def made_subnetwork(
    name: str, args: Group, project: pulumi.Input[str], opts: pulumi.ResourceOptions
) -> ClusterSubnetwork:
    """A VPC network with one subnetwork."""
    network = compute.Network(
        name,
        project=project,
        # A change of the description replaces the network: subnetworks of one network cannot have the same
        # ranges, so that for another region is in a network of its own, beside the old one until that goes.
        description=pulumi.Output.concat("Clusters for untrusted code in ", args["region"]),
        **network_properties(args),
        opts=opts,
    )
    subnetwork = compute.Subnetwork(
        name, project=project, network=network.self_link, **subnetwork_properties(args), opts=opts
    )
    return ClusterSubnetwork(
        network=network.self_link,
        subnetwork=subnetwork.self_link,
        pod_range=POD_RANGE,
        service_range=SERVICE_RANGE,
        has_ranges=True,
        ranges=cluster_ranges(args["ranges"]),
    )


def made_nat(
    name: str,
    args: Group,
    project: pulumi.Input[str],
    subnetwork: ClusterSubnetwork,
    opts: pulumi.ResourceOptions,
) -> Nat:
    """A router, Cloud NAT on it, and its static addresses."""
    count = number(group(args, "nat"), "address_count", 0)
    addresses = [
        compute.Address(f"{name}-nat-{index}", project=project, region=args["region"], opts=opts)
        for index in range(count)
    ]
    router = compute.Router(
        f"{name}-nat", project=project, region=args["region"], network=subnetwork.network, opts=opts
    )
    nat = compute.RouterNat(
        f"{name}-nat",
        project=project,
        router=router.name,
        **nat_properties(args, subnetwork.subnetwork, [address.self_link for address in addresses]),
        opts=opts,
    )
    return Nat([nat], [address.address for address in addresses])


def made_firewall(
    name: str,
    args: Group,
    project: pulumi.Input[str],
    subnetwork: ClusterSubnetwork,
    tag: str | None,
    opts: pulumi.ResourceOptions,
) -> Resources:
    """The firewall rules.

    tag: of the sandbox nodes; None: what leaves them is not limited.
    """
    rules: dict[str, Mapping[str, Any]] = {}
    if tag is not None:
        found = egress_rules(args, tag, subnetwork.ranges)
        rules |= {f"{name}-egress-{end}": rule for end, rule in found.items()}
    if args.get("webhook") is not None:
        rules[f"{name}-webhook"] = webhook_rule(args)
    kept = staying(opts, "network")
    return [
        compute.Firewall(key, project=project, network=subnetwork.network, **cast(Any, rule), opts=kept)
        for key, rule in rules.items()
    ]


def made_names(
    name: str,
    args: Group,
    project: pulumi.Input[str],
    network: pulumi.Input[str],
    opts: pulumi.ResourceOptions,
) -> Resources:
    """The zones by which Google's names lead to the addresses of the chosen domain, and a route to those,
    which stays right when somebody leads the default route elsewhere.
    """
    domain = google_apis_domain(args)
    if domain is None:
        return []
    made: Resources = [
        compute.Route(
            f"{name}-google-apis",
            project=project,
            network=network,
            description=domain.name,
            dest_range=domain.cidr,
            next_hop_gateway="default-internet-gateway",
            opts=opts,
        )
    ]
    for end, zone in dns_zones(domain).items():
        managed = dns.ManagedZone(
            f"{name}-{end}",
            project=project,
            description=f"Leads to {domain.name}",
            dns_name=zone.dns_name,
            visibility="private",
            private_visibility_config={"networks": [{"network_url": network}]},
            opts=staying(opts, "private_visibility_config"),
        )
        made += [
            dns.RecordSet(
                f"{name}-{end}-{kind}",
                project=project,
                managed_zone=managed.name,
                **cast(Any, records),
                opts=opts,
            )
            for kind, records in record_sets(zone, domain).items()
        ]
    return made


def made_bindings(
    name: str,
    args: Group,
    project: pulumi.Input[str],
    subnetwork: ClusterSubnetwork,
    role_id: str,
    opts: pulumi.ResourceOptions,
) -> Resources:
    """What the service agents of a service project need in the host project, and no more. Source: GKE
    documentation, "Set up clusters with Shared VPC".

    role_id: of the custom role by which GKE makes firewall rules, where it may.
    """
    shared = group(args, "shared_vpc")
    number = project_number(shared["service_project"], opts.parent)
    google_apis = pulumi.Output.concat("serviceAccount:", number, "@cloudservices.gserviceaccount.com")
    gke = pulumi.Output.concat("serviceAccount:", gke_service_agent(number))
    made: Resources = []
    if shared.get("grant_roles") is not False:
        made += [
            compute.SubnetworkIAMMember(
                f"{name}-{end}",
                project=project,
                region=args["region"],
                subnetwork=subnetwork.subnetwork,
                role=NETWORK_USER,
                member=member,
                opts=opts,
            )
            for end, member in (("google-apis-agent", google_apis), ("gke-agent", gke))
        ]
        made.append(
            projects.IAMMember(
                f"{name}-host-agent-user",
                project=project,
                role=HOST_SERVICE_AGENT_USER,
                member=gke,
                opts=opts,
            )
        )
    if shared.get("manage_firewall"):
        role = projects.IAMCustomRole(
            f"{name}-firewall",
            project=project,
            role_id=role_id,
            title="GKE makes firewall rules",
            permissions=list(FIREWALL_PERMISSIONS),
            opts=opts,
        )
        made.append(
            projects.IAMMember(f"{name}-firewall", project=project, role=role.name, member=gke, opts=opts)
        )
    return made


def staying(opts: pulumi.ResourceOptions, property: str) -> pulumi.ResourceOptions:
    """Options of what belongs to a network by a property: for another network it is made anew, and the old
    one counts until the old network goes. Moved over, it would leave the old network's nodes without rules,
    or without names, while they still run.
    """
    return pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(replace_on_changes=[property]))

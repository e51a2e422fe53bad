"""The component ClusterNetwork: where clusters for untrusted code are put, and what leaves them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

import pulumi
from pulumi_gcp import compute

from ..cluster.judgement import undisclosed, value_at
from ..cluster.node_names import identity_name
from ..composition import available_after, checked_when_known, child_options, is_opaque, stack_scope
from ..composition.outputs import outputs_of, replaced
from ..gcp import project_of
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes import value_problems
from ..waiting import GOOGLE, waits_for
from .args import ClusterNetworkArgs
from .choices import is_existing, makes_dns_zones, makes_egress_rules, makes_nat
from .creation import (
    ClusterSubnetwork,
    Nat,
    made_bindings,
    made_firewall,
    made_names,
    made_nat,
    made_subnetwork,
)
from .existing import found_cluster_ranges, found_notices, found_problems, found_subnetwork
from .problems import below, combination_notices, combination_problems, name_problems
from .ranges import range_problems


class ClusterNetwork(pulumi.ComponentResource):
    """A VPC network for clusters with private nodes: a subnetwork with ranges for pods and Services, Private
    Google Access and flow logs, Cloud NAT, names of Google APIs that lead to addresses a firewall can name,
    and egress rules for the nodes that carry `sandbox_tag`: their cluster, Google APIs and what is named, and
    nothing else. Or the same beside a network that exists, and for the clusters of another project.

    Everything has a name of the engine's. For programs in Python there is `reference` as well: all of the
    argument `network` of a cluster component. It and every output but `nat_addresses` wait for all that nodes
    need to come up.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they are
    known, and of a subnetwork that exists once it was found.
    """

    network: pulumi.Output[str]
    """The self link of the VPC network."""
    subnetwork: pulumi.Output[str]
    """The self link of the subnetwork."""
    pod_range: pulumi.Output[str]
    """The name of the secondary range for pods; empty where GKE makes one."""
    service_range: pulumi.Output[str]
    """The name of the secondary range for Services; empty where GKE makes one."""
    project: pulumi.Output[str]
    """The network's project; under Shared VPC the host project."""
    region: pulumi.Output[str]
    """The region."""
    sandbox_tag: pulumi.Output[str]
    """The network tag of the nodes that the egress rules are about: for `network_tags` of node pools, beside
    a tag of their own. Such nodes pull images by Google's names alone, so from Artifact Registry.
    """
    nat_addresses: pulumi.Output[Sequence[str]]
    """The static addresses of Cloud NAT, for the lists of others; empty where there are none."""

    def __init__(
        self, name: str, args: ClusterNetworkArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:ClusterNetwork", name, {}, opts)
        title = f"ClusterNetwork {name}"
        given = cast(Mapping[str, Any], args)
        known = checked_arguments(title, name, given)
        warn(self, title, combination_notices(given))
        project = project_of(known)
        scope = stack_scope()
        children = child_options(self, opts, hooks=waits_for(*GOOGLE))

        if is_existing(known):
            place = existing_subnetwork(self, title, known, opts)
        else:
            place = made_subnetwork(name, known, project, children)
        nat = made_nat(name, known, project, place, children) if makes_nat(known) else Nat([], [])
        tag = identity_name(f"{name}-sandboxes", scope)
        usable = [
            *nat.resources,
            *made_firewall(name, known, project, place, tag if makes_egress_rules(known) else None, children),
        ]
        if makes_dns_zones(known):
            usable += made_names(name, known, project, place.network, children)
        if known.get("shared_vpc") is not None:
            role_id = identity_name(f"{name}-firewall", scope).replace("-", "_")
            usable += made_bindings(name, known, project, place, role_id, children)

        self.network = available_after(place.network, usable)
        self.subnetwork = available_after(place.subnetwork, usable)
        self.pod_range = available_after(place.pod_range, usable)
        self.service_range = available_after(place.service_range, usable)
        self.project = available_after(project, usable)
        self.region = available_after(known["region"], usable)
        self.sandbox_tag = available_after(tag, usable)
        self.nat_addresses = pulumi.Output.all(*nat.addresses)
        # Not annotated: other languages compose the group from the outputs.
        self.reference: dict[str, Any] = {"network": self.network, "subnetwork": self.subnetwork}
        if place.has_ranges:
            self.reference |= {"pod_range": self.pod_range, "service_range": self.service_range}
        self.register_outputs({each: getattr(self, each) for each in ClusterNetwork.__annotations__})


def existing_subnetwork(
    component: pulumi.ComponentResource,
    title: str,
    args: Mapping[str, Any],
    opts: pulumi.ResourceOptions | None,
) -> ClusterSubnetwork:
    """The subnetwork that the arguments name, once it was found good enough."""
    existing = args["existing"]
    waits_for = opts.depends_on if opts is not None else None
    lookup = compute.get_subnetwork_output(
        name=existing["subnetwork"],
        region=args["region"],
        project=project_of(args),
        opts=pulumi.InvokeOutputOptions(parent=component, depends_on=cast(Any, waits_for)),
    )

    def checked(known: Sequence[Any]) -> Mapping[str, Any]:
        found, plain = found_subnetwork(known[0]), {**args, "existing": known[1]}
        # An output may be a secret's.
        hidden = [known[1][key] for key, value in existing.items() if is_opaque(value)]
        with refusing():
            refuse(title, reduce(undisclosed, hidden, list(found_problems(found, plain))))
        warn(component, title, reduce(undisclosed, hidden, list(found_notices(found, plain))))
        ranges = found_cluster_ranges(found, known[1])
        return {"network": found.network, "subnetwork": found.link, "ranges": ranges}

    found = pulumi.Output.all(lookup, existing).apply(checked)
    return ClusterSubnetwork(
        network=found["network"],
        subnetwork=found["subnetwork"],
        pod_range="" if existing.get("pod_range") is None else existing["pod_range"],
        service_range="" if existing.get("service_range") is None else existing["service_range"],
        has_ranges=existing.get("pod_range") is not None,
        ranges=found["ranges"],
    )


def warn(component: pulumi.ComponentResource, title: str, notices: Iterable[Problem]) -> None:
    """Tells what is no error."""
    for notice in notices:
        pulumi.log.warn(f"{title}: {notice}", component)


def checked_arguments(title: str, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments, refused now for what is wrong already, and later for outputs that turn out wrong."""
    with refusing():
        refuse(title, [*name_problems(name), *argument_problems(args)])
    known = checked_when_known(
        title, args, lambda plain, path: undisclosed(argument_problems(plain), value_at(plain, path))
    )
    return known if is_existing(args) else {**known, "ranges": compared_ranges(title, known["ranges"])}


def compared_ranges(title: str, ranges: Mapping[str, Any]) -> Any:
    """The ranges; those that are outputs are compared with each other as well, once all are known."""
    later = [path for path, _ in outputs_of(ranges, ())]
    if len(later) < 2:
        return ranges

    def compared(plain: Mapping[str, Any]) -> Mapping[str, Any]:
        found = [below("ranges", problem) for problem in range_problems(plain)]
        with refusing():
            refuse(title, reduce(undisclosed, (value_at(plain, path) for path in later), found))
        return plain

    together: pulumi.Output[Mapping[str, Any]] = pulumi.Output.from_input(ranges).apply(compared)
    result: Any = ranges
    for path in later:
        result = replaced(result, path, together.apply(lambda plain, path=path: value_at(plain, path)))
    return result


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types and, when they have none, of their values."""
    problems = list(value_problems(ClusterNetworkArgs, args, "", is_opaque))
    return problems or combination_problems(args, project_of(args))

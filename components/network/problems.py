"""Everything that is wrong with the arguments of a network, beyond their types, and what to tell of those
that are right. Pure; only plain values are judged.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from ..cluster.checks import region_of
from ..problems import Problem
from ..shapes.paths import join
from .choices import Group, group, is_existing, pods_per_node
from .facts import FEWEST_PODS_PER_NODE, MOST_PODS_PER_NODE, NETWORK_USER
from .ranges import judged_networks, range_notices, range_problems, size_problems
from .traffic import egress_problems, nat_problems, webhook_problems

NAME: Final = re.compile(r"[a-z]([a-z0-9-]*[a-z0-9])?")
LONGEST_NAME: Final = 28
"""A name of Compute Engine has at most 63 characters (RFC 1035). The longest that is made here goes on with
`-egress-to-`, the name of a destination, and a hyphen and 7 characters of the engine's.
"""

RANGE_NAME: Final = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""Source: Compute Engine REST v1, Subnetwork.secondaryIpRanges.rangeName."""


def shared_vpc_problems(args: Group, cluster_project: str, network_project: str) -> list[Problem]:
    """A network in another project than the cluster's, on which that one has no rights.

    args: of ClusterNetwork. The paths begin at them.
    cluster_project: the project of the cluster that is put in it.
    network_project: the network's own.
    """
    if cluster_project == network_project:
        return []
    sharing = group(args, "shared_vpc").get("service_project")
    if sharing == cluster_project or (sharing is not None and not isinstance(sharing, str)):
        return []
    return [
        Problem(
            "shared_vpc.service_project",
            f"is not {cluster_project}, the project of the cluster in this network of {network_project}",
            f"nothing gives GKE's service agent of that project {NETWORK_USER} on the subnetwork",
            f'shared_vpc: {{"service_project": "{cluster_project}"}}',
        )
    ]


def name_problems(name: str) -> Iterator[Problem]:
    """A component's name that the resources' names cannot be made from."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        yield Problem(
            "name",
            f"is no name of at most {LONGEST_NAME} lower-case letters, digits and hyphens, a letter first",
            "the names of network, firewall rules and zones are made from it, and have at most 63 characters",
        )


def combination_problems(args: Group, project: object) -> list[Problem]:
    """Every problem of the values, and of what does not go together.

    args: of the right types. project: the network's, from the arguments or the config; None: nobody said it.
    """
    return [
        *place_problems(args, project),
        *choice_problems(args),
        *planned_problems(group(args, "planned")),
        *own_range_problems(args),
        *existing_name_problems(group(args, "existing")),
        *nat_problems(args),
        *egress_problems(args),
        *webhook_problems(args),
        *flow_log_problems(group(args, "flow_logs")),
        *service_project_problems(args, project),
    ]


def combination_notices(args: Group) -> list[Problem]:
    """What to tell while going on, of arguments without problems."""
    return [below("ranges", each) for each in range_notices(group(args, "ranges"))]


def place_problems(args: Group, project: object) -> Iterator[Problem]:
    """A region that is none, and a project that nobody said."""
    region = args["region"]
    if isinstance(region, str) and region_of(region) != region:
        yield Problem(
            "region",
            "is no region",
            "a subnetwork lies in a region, with all its zones",
            region_of(region) or "europe-west4",
        )
    if project is None:
        yield Problem(
            "project",
            "is missing, and so is the config gcp:project",
            "the network is looked for, or made, in it",
            "the project's id",
        )


def choice_problems(args: Group) -> Iterator[Problem]:
    """Neither or both of a network that is made and one that exists; and what only one of them has."""
    if not is_existing(args):
        if args.get("ranges") is None:
            yield Problem(
                "ranges",
                "is missing, and so is existing",
                fix="ranges for a network that is made, or existing for one that is there",
            )
        return
    for key in ("ranges", "flow_logs", "routing_mode"):
        if args.get(key) is not None:
            yield Problem(
                key, "is given beside existing", "what exists is not changed", "one of the two, not both"
            )


def planned_problems(planned: Group) -> Iterator[Problem]:
    """Numbers out of bounds."""
    for key in ("nodes", "services"):
        if planned.get(key) is not None and planned[key] < 1:
            yield Problem(f"planned.{key}", "is less than 1")
    pods = planned.get("pods_per_node")
    if pods is not None and not FEWEST_PODS_PER_NODE <= pods <= MOST_PODS_PER_NODE:
        yield Problem(
            "planned.pods_per_node",
            f"is not between {FEWEST_PODS_PER_NODE} and {MOST_PODS_PER_NODE}",
            'GKE documentation, "Configure maximum Pods per node"',
        )


def own_range_problems(args: Group) -> Iterator[Problem]:
    """What is wrong with the ranges of a network that is made."""
    ranges = group(args, "ranges")
    for problem in range_problems(ranges):
        yield below("ranges", problem)
    for name in group(ranges, "more_pods"):
        if not RANGE_NAME.fullmatch(name) or name in ("pods", "services"):
            yield Problem(
                join("ranges.more_pods", name),
                "is no name for a further range",
                "lower-case letters, digits and hyphens, a letter first; pods and services are taken",
                "a name such as pods-of-team-a",
            )
    for problem in planned_size_problems(args, judged_networks(ranges)):
        yield below("ranges", problem)


def planned_size_problems(args: Group, known: Mapping[str, Any]) -> list[Problem]:
    """Networks that do not hold what is planned, by the paths of `ranges`; nothing where nothing is.

    known: networks by path.
    """
    planned = group(args, "planned")
    if planned.get("nodes") is None or any(planned_problems(planned)):
        return []
    services = planned.get("services")
    return list(
        size_problems(
            known, int(planned["nodes"]), pods_per_node(args), None if services is None else int(services)
        )
    )


def below(path: str, problem: Problem) -> Problem:
    """The same problem, one level down."""
    return replace(problem, path=f"{path}.{problem.path}")


def existing_name_problems(existing: Group) -> Iterator[Problem]:
    """Paths in the place of names, and one range without the other."""
    for key in ("network", "subnetwork"):
        value = existing.get(key)
        if isinstance(value, str) and "/" in value:
            yield Problem(
                f"existing.{key}",
                "is a path",
                "project and region are arguments of their own",
                value.rpartition("/")[2] or "its name alone",
            )
    names = ("pod_range", "service_range")
    missing = [name for name in names if existing.get(name) is None]
    if len(missing) == len(names) and existing.get("more_pod_ranges"):
        yield Problem(
            "existing.more_pod_ranges",
            "is given without pod_range",
            "further ranges stand beside the cluster's own",
            "pod_range and service_range as well",
        )
    if existing and len(missing) == 1:
        yield Problem(
            f"existing.{missing[0]}",
            "is missing beside the other range",
            "GKE would make a range of its own in the subnetwork",
            "both names, or neither",
        )


def flow_log_problems(flow_logs: Group) -> Iterator[Problem]:
    """A share that is none."""
    percent = flow_logs.get("sampling_percent")
    if percent is not None and not 1 <= percent <= 100:
        yield Problem(
            "flow_logs.sampling_percent",
            "is not between 1 and 100",
            fix="50, or enabled: false for no logs",
        )


def service_project_problems(args: Group, project: object) -> Iterator[Problem]:
    """A project that shares its network with itself."""
    service_project = group(args, "shared_vpc").get("service_project")
    if isinstance(service_project, str) and service_project == project:
        yield Problem(
            "shared_vpc.service_project",
            "is the network's own project",
            "clusters of one project with their network share nothing",
            "the project of the clusters, or no shared_vpc",
        )

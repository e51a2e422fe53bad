"""What is wrong with what lies around the cluster, by itself and with the cluster and its images. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ..apis.google_apis import argument_problems as api_problems
from ..cluster.checks import region_of
from ..cluster.settings.groups import group
from ..facts.agent_sandbox import CONTROLLER_IMAGE
from ..images import pod_images, pull_notices, pull_problems, supply_notices, supply_problems
from ..images.remote_repositories import argument_problems as image_problems
from ..network.choices import has_nat, makes_egress_rules
from ..network.cluster_network import argument_problems as network_argument_problems
from ..network.problems import name_problems, shared_vpc_problems
from ..problems import Problem
from ..shapes.paths import join
from .config import StackConfig
from .paths import below
from .placement import placements
from .plan import MODES, cluster_args, group_of, kind_of, node_pools
from .surroundings import (
    api_args,
    image_args,
    network_args,
    planned_stack,
    planned_surroundings,
    referenced_stack,
)
from .template_facts import PlannedTemplate, planned_templates

Group = Mapping[str, Any]

HTTPS: Final = "443"
Judge = Callable[[bool | None, Mapping[str, str], Mapping[str, object]], list[Problem]]
PullJudge = Callable[[Mapping[str, str], Mapping[str, object], Mapping[str, Group], str, str], list[Problem]]
MADE: Final = " or ".join(f"cluster.{kind}" for kind in MODES)


def surrounding_problems(stack: StackConfig) -> Iterator[Problem]:
    """Every problem of APIs, network and mirrors. One of their own is not judged once more with the rest."""
    own = [
        *network_problems(stack),
        *mirror_problems(stack),
        *google_api_problems(stack),
        *cluster_reference_problems(stack),
    ]
    yield from own
    if not own:
        yield from pulling(stack, supply_problems, pull_problems)


def surrounding_notices(stack: StackConfig) -> Iterator[Problem]:
    """What to tell of a stack without problems: images of which nobody knows whether they can be pulled."""
    yield from pulling(stack, supply_notices, pull_notices)


def network_problems(stack: StackConfig) -> Iterator[Problem]:
    """A network that is said twice or not at all, that no cluster is put in, or that is wrong by itself."""
    cluster, args = stack["cluster"], network_args(stack)
    kind = kind_of(cluster)
    if kind not in MODES:
        if args is not None:
            yield Problem(
                "network",
                f"is given beside cluster.{kind}",
                "a cluster that is there has its network already",
                f"the network in the stack of the cluster, or {MADE}",
            )
        return
    named = group_of(cluster).get("network")
    if args is None:
        if named is None:
            yield Problem(
                f"cluster.{kind}.network",
                "is missing, and so is network",
                fix="the names of a network and a subnetwork that are there, or network with ranges for one "
                "that is made",
            )
        return
    if named is not None:
        yield Problem(
            f"cluster.{kind}.network", "is given beside network", "a cluster is in one network", "one of them"
        )
    yield from below("network", name_problems(cluster["name"]))
    yield from below("network", network_argument_problems(args))
    location = cluster_args(cluster).get("location") or ""
    if args["region"] != region_of(location):
        yield Problem(
            "network.region",
            f"is {args['region']}, and the cluster is in {location}",
            "its nodes need a subnetwork in their region",
            "nothing, for that of the cluster",
        )
    project, own = cluster_args(cluster)["project"], str(args["project"])
    yield from below("network", shared_vpc_problems(args, project, own))


def mirror_problems(stack: StackConfig) -> Iterator[Problem]:
    """What is wrong with the mirrors by themselves."""
    args = image_args(stack)
    if args is None:
        return
    missing = [key for key in ("location", "project") if args.get(key) is None]
    for key in missing:
        yield Problem(
            f"images.{key}",
            "is missing, and the cluster does not say it either",
            "the repositories are made there",
            "a region, best the cluster's" if key == "location" else "the project's id",
        )
    if not missing:
        yield from below("images", image_problems(args))


def google_api_problems(stack: StackConfig) -> Iterator[Problem]:
    """What is wrong with the APIs by themselves."""
    args = api_args(stack)
    if args is None:
        return
    if args.get("project") is None:
        yield Problem(
            "apis",
            f"is given beside cluster.{kind_of(stack['cluster'])}, which names no project",
            "APIs are turned on in a project",
            "apis in the stack that makes the cluster",
        )
        return
    yield from below("apis", api_problems(args, args["project"]))


def cluster_reference_problems(stack: StackConfig) -> Iterator[Problem]:
    """A cluster of another stack that is named here once more, or not at all."""
    cluster = stack["cluster"]
    if kind_of(cluster) != "existing":
        return
    group_given = group_of(cluster)
    said = [key for key in ("cluster_name", "location", "project") if group_given.get(key) is not None]
    if referenced_stack(stack):
        for key in said:
            yield Problem(
                f"cluster.existing.{key}",
                "is given beside stack",
                "it is an output of that stack",
                "one of the two",
            )
        return
    for key in ("cluster_name", "location"):
        if key not in said:
            yield Problem(
                f"cluster.existing.{key}",
                "is missing, and so is stack",
                fix="name and location of the cluster, or stack, the stack that made it",
            )


def pulling(stack: StackConfig, supply: Judge, pull: PullJudge) -> Iterator[Problem]:
    """What is found for the images that run in a cluster that is made here.

    supply: supply_problems or supply_notices. pull: pull_problems or pull_notices.
    """
    kind = kind_of(stack["cluster"])
    if kind not in MODES:
        return
    image_map: Group = planned_surroundings(stack).image_map or {}
    templates = list(planned_templates(stack.get("tenants") or {}))
    sandboxes = {path: image for each in templates for path, image in template_images(each).items()}
    controller = controller_images(stack)
    yield from supply(reaches_internet(stack, with_sandboxes=True), sandboxes, image_map)
    yield from supply(reaches_internet(stack, with_sandboxes=kind == "autopilot"), controller, image_map)
    project = cluster_args(stack["cluster"])["project"]
    for path, (images, repositories) in pulled_by(stack, sandboxes, controller).items():
        yield from pull(images, image_map, repositories, path, project)


def reaches_internet(stack: StackConfig, *, with_sandboxes: bool) -> bool | None:
    """Whether nodes reach registries on the internet; None where nobody knows.

    with_sandboxes: whether sandboxes run on these nodes, so that the network's egress rules are about them.
    """
    args = network_args(stack)
    if args is None:
        return None
    if with_sandboxes and makes_egress_rules(args):
        return HTTPS in (group(args, "egress").get("internet_ports") or ()) and has_nat(args)
    return has_nat(args)


def pulled_by(
    stack: StackConfig, sandboxes: Mapping[str, str], controller: Mapping[str, str]
) -> dict[str, tuple[dict[str, str], Group]]:
    """What is pulled, and what may be, by the path of the map that says what may be. Nodes whose account is
    the user's own are left out: what that may do is not known here.
    """
    cluster = planned_stack(stack)["cluster"]
    kind = kind_of(cluster)
    found: dict[str, tuple[dict[str, str], Group]] = {}
    nodes = group(cluster_args(cluster), "nodes")
    if nodes.get("service_account") is None:
        images = {**controller, **(sandboxes if kind == "autopilot" else {})}
        path = f"cluster.{kind}.nodes.image_repositories"
        found[path] = (images, group(nodes, "image_repositories"))
    for placement in placements(stack):
        for name in placement.pools:
            path = f"{join(f'cluster.{kind}.pools', name)}.repositories"
            images, _ = found.get(path, ({}, {}))
            may_pull = group(node_pools(cluster)[name], "repositories")
            found[path] = ({**images, **template_images(placement.template)}, may_pull)
    return found


def template_images(template: PlannedTemplate) -> dict[str, str]:
    """Its images as they are written, by the path of their field."""
    pod, image = template.args.get("pod"), template.args.get("image")
    written = {} if image is None else {f"{template.path}.image": str(image)}
    return {**written, **pod_images(pod or {}, f"{template.path}.pod")}


def controller_images(stack: StackConfig) -> dict[str, str]:
    """The image of the controller that is installed, as it is written; nothing where none is."""
    controller = stack.get("controller")
    if controller is None:
        return {}
    image = controller.get("image")
    return {"controller" if image is None else "controller.image": str(image or CONTROLLER_IMAGE)}

"""What lies around the cluster of a stack config (Google APIs, network, mirrors of images): their arguments,
and what the rest of the config takes over from them. Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from ..apis.needed import needed_apis
from ..cluster.checks import region_of
from ..cluster.encryption import grants_service_agent
from ..cluster.judgement import Later
from ..cluster.settings.groups import group
from ..images import planned_image_map, planned_repositories
from ..images.remote_repository_settings import upstreams_of
from ..network.choices import makes_dns_zones
from .config import StackConfig
from .plan import MODES, cluster_args, group_of, kind_of, node_pools

Group = Mapping[str, Any]

DNS: Final = "dns.googleapis.com"
"""The API of ClusterNetwork's private zones. Source: Cloud DNS documentation, "Create a managed zone"."""

SECRET_MANAGER: Final = "secretmanager.googleapis.com"
CLOUD_KMS: Final = "cloudkms.googleapis.com"
"""The APIs of a password for an upstream, and of a key for what is fetched. Source: Artifact Registry docs,
"Configure authentication to remote repository upstreams", "Enable customer-managed encryption keys".
"""


@dataclass(frozen=True)
class Surroundings:
    """What the rest of a stack takes over; values are text, outputs, or stand-ins.

    network: the group `network` of the cluster; None: the cluster names one itself.
    sandbox_tag: the network tag of the nodes that sandboxes run on, likewise.
    image_map: where images are pulled from instead; None: from where their names say.
    repositories: what nodes may pull from beside what is said for them, by name.
    service_agent: GKE's service agent in the project; None: it is found by the project's number.
    cluster: name, location and project of a cluster of another stack; None: the cluster says them itself.
    """

    network: Group | None = None
    sandbox_tag: Any = None
    image_map: Any = None
    repositories: Group = field(default_factory=dict[str, Any])
    service_agent: Any = None
    cluster: Group | None = None


def surrounded(stack: StackConfig, around: Surroundings) -> StackConfig:
    """The stack config with what its surroundings give, in the arguments of cluster, node pools, controller
    and templates. What the user says there counts first.
    """
    result: dict[str, Any] = {**stack, "cluster": surrounded_cluster(stack, around)}
    if around.image_map is None:
        return cast("StackConfig", result)
    controller = stack.get("controller")
    if controller is not None:
        manifest = {"image_map": around.image_map, **group(controller, "manifest")}
        result["controller"] = {**controller, "manifest": manifest}
    if stack.get("tenants") is not None:
        result["tenants"] = {
            name: {**tenant, "templates": with_image_map(tenant.get("templates") or {}, around.image_map)}
            for name, tenant in stack.get("tenants", {}).items()
        }
    return cast("StackConfig", result)


def with_image_map(templates: Group, image_map: Any) -> dict[str, Any]:
    """The templates with the map, each."""
    return {name: {"image_map": image_map, **args} for name, args in templates.items()}


def surrounded_cluster(stack: StackConfig, around: Surroundings) -> dict[str, Any]:
    """The group `cluster` with what its surroundings give."""
    cluster, kind = stack["cluster"], kind_of(stack["cluster"])
    if kind == "kubeconfig":
        return {**cluster}
    args = {key: value for key, value in group_of(cluster).items() if key != "stack"}
    if kind == "existing" and around.cluster is not None:
        args = {**around.cluster, **args}
    if kind in MODES:
        args = surrounded_nodes(args, around, tagged=kind == "autopilot")
        if around.network is not None:
            args["network"] = around.network
        security = group(args, "security")
        if around.service_agent is not None and grants_service_agent(group(security, "encryption")):
            args["security"] = with_service_agent(security, around.service_agent)
    if node_pools(cluster):
        args["pools"] = {name: surrounded_pool(pool, around) for name, pool in node_pools(cluster).items()}
    return {**cluster, kind: args}


def surrounded_nodes(args: Group, around: Surroundings, *, tagged: bool) -> dict[str, Any]:
    """The arguments of a cluster that is made, with the repositories for its own nodes.

    tagged: whether sandboxes run on these nodes too.
    """
    nodes: dict[str, Any] = {**group(args, "nodes")}
    if around.repositories and nodes.get("service_account") is None:
        nodes["image_repositories"] = {**around.repositories, **group(nodes, "image_repositories")}
    if tagged and around.sandbox_tag is not None:
        nodes["network_tags"] = [*(nodes.get("network_tags") or ()), around.sandbox_tag]
    return {**args, "nodes": nodes} if nodes else {**args}


def surrounded_pool(pool: Group, around: Surroundings) -> dict[str, Any]:
    """A gVisor pool with the repositories, and the tag that the network's egress rules are about."""
    result = {**pool}
    if around.repositories:
        result["repositories"] = {**around.repositories, **group(pool, "repositories")}
    if around.sandbox_tag is not None:
        machine = pool["machine"]
        tags = [*(machine.get("network_tags") or ()), around.sandbox_tag]
        result["machine"] = {**machine, "network_tags": tags}
    return result


def with_service_agent(security: Group, service_agent: Any) -> dict[str, Any]:
    """The group `security` with the service agent that is given the key."""
    encryption = {"service_agent": service_agent, **group(security, "encryption")}
    return {**security, "encryption": encryption}


def planned_surroundings(stack: StackConfig) -> Surroundings:
    """The same before anything is made: stand-ins, at which no check looks, for what is not known yet."""
    name, own, mirrors = stack["cluster"]["name"], group_of(stack["cluster"]), image_args(stack)
    # Where the stack says too little, that is told elsewhere, and the rest is judged all the same.
    known = mirrors if mirrors and all(mirrors.get(key) for key in ("project", "location")) else None
    return Surroundings(
        network=None if own.get("network") else {"network": Later(), "subnetwork": Later()},
        sandbox_tag=None if stack.get("network") is None else Later(),
        image_map=None if known is None else planned_image_map(name, known, ""),
        repositories={} if known is None else planned_repositories(name, known, ""),
        service_agent=None if stack.get("apis") is None else Later(),
        cluster={"cluster_name": Later(), "location": Later()},
    )


def planned_stack(stack: StackConfig) -> StackConfig:
    """The stack config as it is judged before anything is made."""
    return surrounded(stack, planned_surroundings(stack))


def referenced_stack(stack: StackConfig) -> str | None:
    """The stack that the cluster is taken from; None: from no other."""
    return cast("str | None", group_of(stack["cluster"]).get("stack"))


def network_args(stack: StackConfig) -> dict[str, Any] | None:
    """The arguments of ClusterNetwork; None: there is none. Region and project are the cluster's where
    nothing else is said.
    """
    given = stack.get("network")
    if given is None:
        return None
    cluster = cluster_args(stack["cluster"])
    location = cluster.get("location")
    place = {"project": cluster.get("project"), "region": region_of(location) if location else None}
    args = {**{key: value for key, value in place.items() if value}, **given}
    if given.get("shared_vpc") is not None:
        args["shared_vpc"] = {"service_project": cluster.get("project"), **given["shared_vpc"]}
    return args


def image_args(stack: StackConfig) -> dict[str, Any] | None:
    """The arguments of RemoteImageRepositories; None: there are none. Location and project are the cluster's
    where nothing else is said.
    """
    given = stack.get("images")
    if given is None:
        return None
    cluster = cluster_args(stack["cluster"])
    location = cluster.get("location")
    place = {"project": cluster.get("project"), "location": region_of(location) if location else None}
    return {**{key: value for key, value in place.items() if value}, **given}


def api_args(stack: StackConfig) -> dict[str, Any] | None:
    """The arguments of GoogleApis; None: none is turned on. Without a list of their own these are the APIs
    that cluster, network and mirrors need.
    """
    given = stack.get("apis")
    if given is None:
        return None
    cluster = cluster_args(stack["cluster"])
    planned = surrounded_nodes(cluster, planned_surroundings(stack), tagged=False)
    apis = {*needed_apis(planned)}
    network, mirrors = network_args(stack), image_args(stack) or {}
    if network is not None and makes_dns_zones(network):
        apis.add(DNS)
    if mirrors.get("kms_key_name") is not None:
        apis.add(CLOUD_KMS)
    if any(each.get("credentials") is not None for each in upstreams_of(mirrors).values()):
        apis.add(SECRET_MANAGER)
    return {"project": cluster.get("project"), "apis": sorted(apis), **given}

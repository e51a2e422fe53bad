"""What lies around the cluster of a stack: APIs, network, mirrors, and a cluster of another stack."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import pulumi

from ..apis.google_apis import GoogleApis, service_agents_of
from ..images import RemoteImageRepositories
from ..network.cluster_network import ClusterNetwork
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from .config import StackConfig
from .surroundings import Surroundings, api_args, image_args, network_args, referenced_stack, surrounded

GKE: Final = "container.googleapis.com"


@dataclass(frozen=True)
class SurroundedStack:
    """A stack config with what its surroundings give, and what was made.

    stack: the config.
    resources: what everything else of the stack waits for.
    outputs: what the stack tells of its surroundings.
    """

    stack: StackConfig
    resources: tuple[pulumi.Resource, ...]
    outputs: Mapping[str, Any]


def make_surroundings(stack: StackConfig) -> SurroundedStack:
    """The APIs, the network and the mirrors that the config asks for, and the outputs of a stack that it
    names, written into the rest of the config.

    Errors: pulumi.RunError with every problem of the arguments.
    """
    name = stack["cluster"]["name"]
    asked_apis, asked_network, asked_images = api_args(stack), network_args(stack), image_args(stack)
    apis = None if asked_apis is None else GoogleApis(name, cast(Any, asked_apis))
    resources = () if apis is None else (apis,)
    after = pulumi.ResourceOptions(depends_on=list(resources))
    network = None if asked_network is None else ClusterNetwork(name, cast(Any, asked_network), after)
    images = None if asked_images is None else RemoteImageRepositories(name, cast(Any, asked_images), after)
    referenced = referenced_stack(stack)
    told = None if referenced is None else pulumi.StackReference(referenced)
    image_map: Any = None if images is None else images.image_map
    if image_map is None and told is not None:
        image_map = told.get_output("images").apply(lambda known: known or {})
    around = Surroundings(
        network=None if network is None else network.reference,
        sandbox_tag=None if network is None else network.sandbox_tag,
        image_map=image_map,
        repositories={} if images is None else images.repositories,
        service_agent=None if apis is None else service_agent(apis, asked_apis or {}),
        cluster=None if told is None or referenced is None else cluster_of(told, referenced),
    )
    outputs = {
        **({} if image_map is None else {"images": image_map}),
        **({} if network is None else {"network": network_outputs(network)}),
    }
    return SurroundedStack(surrounded(stack, around), resources, outputs)


def service_agent(apis: GoogleApis, args: Mapping[str, Any]) -> pulumi.Output[str] | None:
    """The email of GKE's service agent; None where these APIs make none."""
    if GKE not in service_agents_of(args):
        return None
    return apis.service_agents.apply(lambda agents: agents[GKE])


def network_outputs(network: ClusterNetwork) -> dict[str, Any]:
    """What the stack tells of its network."""
    return {
        "name": network.network,
        "subnetwork": network.subnetwork,
        "sandbox_tag": network.sandbox_tag,
        "nat_addresses": network.nat_addresses,
    }


def cluster_of(told: pulumi.StackReference, stack: str) -> dict[str, Any]:
    """Where the cluster of another stack is, by that stack's output `cluster`.

    Errors: pulumi.RunError, from the outputs, where there is none.
    """

    def required(cluster: Any, key: str) -> str:
        value = cast("Mapping[str, Any]", cluster).get(key) if isinstance(cluster, Mapping) else None
        with refusing():
            refuse(f"Stack {pulumi.get_stack()}", [] if value else [missing_output(stack, key)])
        return str(value)

    found = told.get_output("cluster")
    return {
        argument: found.apply(lambda cluster, key=key: required(cluster, key))
        for argument, key in (("cluster_name", "name"), ("location", "location"), ("project", "project"))
    }


def missing_output(stack: str, key: str) -> Problem:
    """A stack that tells of no cluster on GKE."""
    return Problem(
        "cluster.existing.stack",
        f"is {stack}, which has no output cluster.{key}",
        "a stack that was not brought up yet, or has no cluster on GKE, tells of none",
        "the stack that makes the cluster, after its first `up`",
    )

"""Arguments of a cluster that say the same twice, or nothing, or what does not go together. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...problems import Problem
from ...shapes.opaque import IsOpaque
from ..node_names import network_tag_problems
from ..requirements import Mode
from ..settings.groups import endpoint_of, group

NAME: Final = re.compile(r"[a-z]([a-z0-9-]*[a-z0-9])?")
LONGEST_NAME: Final = 32
"""A cluster's name has at most 40 characters, by the provider's own check (terraform-provider-google 7,
resource_container_cluster.go); the engine adds a hyphen and 7 characters.
"""

SHORTEST_ROTATION: Final = 1
EMAIL: Final = re.compile(r"[\w.-]+@[\w-]+(\.[\w-]+)+")


def name_problems(name: str) -> Iterator[Problem]:
    """A name that the cluster's own cannot be made from."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        yield Problem(
            "name",
            f"is no name of at most {LONGEST_NAME} lower-case letters, digits and hyphens, a letter first",
            "the cluster's name is made from it, and has at most 40 characters",
        )


def combination_problems(
    args: Mapping[str, Any], mode: Mode, project: object, is_opaque: IsOpaque
) -> Iterator[Problem]:
    """Every combination of arguments that means nothing.

    project: the project's id, from the arguments or the config; None: nobody said it.
    """
    if project is None:
        yield Problem(
            "project",
            "is missing, and so is the config gcp:project",
            "the pool of Workload Identity is named by it",
            "the project's id",
        )
    yield from access_problems(group(args, "access"))
    yield from encryption_problems(group(group(args, "security"), "encryption"))
    yield from addon_problems(group(args, "addons"), mode)
    yield from node_problems(group(args, "nodes"), is_opaque)


def access_problems(access: Mapping[str, Any]) -> Iterator[Problem]:
    """Networks where nobody asks for them, and none where somebody does."""
    endpoint = endpoint_of(access)
    if endpoint == "dns" and access.get("authorized_networks"):
        yield Problem(
            "access.authorized_networks",
            "is given although the endpoint is dns",
            "they guard IP addresses, and there is none: IAM guards the DNS endpoint",
            "endpoint: authorized-networks, or no networks",
        )
    if endpoint == "authorized-networks" and not access.get("authorized_networks"):
        yield Problem(
            "access.authorized_networks",
            "is missing",
            "nobody but nodes could connect",
            '{"office": "203.0.113.0/24"}, or endpoint: dns',
        )
    if endpoint != "private" and access.get("global_access") is not None:
        yield Problem(
            "access.global_access", "is given although the endpoint is not private", "it has no effect then"
        )


def encryption_problems(encryption: Mapping[str, Any]) -> Iterator[Problem]:
    """A key that is not used, and what is said of a key that is not made."""
    path = "security.encryption"
    if encryption.get("customer_managed") is False:
        for key in ("key_name", "grant_service_agent", "service_agent", "rotation_days"):
            if encryption.get(key) is not None:
                yield Problem(
                    f"{path}.{key}", "is given although customer_managed is false", "no key is used then"
                )
    elif encryption.get("key_name") is not None and encryption.get("rotation_days") is not None:
        yield Problem(
            f"{path}.rotation_days",
            "is given beside key_name",
            "a key of your own is rotated where it was made",
        )
    elif encryption.get("key_name") is None and encryption.get("grant_service_agent") is False:
        yield Problem(
            f"{path}.grant_service_agent",
            "is false for a key that is made here",
            "GKE could not use the key, and would not make the cluster",
            "key_name for a key that GKE may use already",
        )
    yield from service_agent_problems(encryption, path)
    days = encryption.get("rotation_days")
    if isinstance(days, int | float) and days < SHORTEST_ROTATION:
        yield Problem(
            f"{path}.rotation_days", f"is less than {SHORTEST_ROTATION}", "Cloud KMS wants a day", "90"
        )


def service_agent_problems(encryption: Mapping[str, Any], path: str) -> Iterator[Problem]:
    """An agent that is given nothing, and one that is no email."""
    agent: object = encryption.get("service_agent")
    granted = encryption.get("grant_service_agent")
    if agent is not None and encryption.get("key_name") is not None and not granted:
        yield Problem(
            f"{path}.service_agent",
            "is given for a key of your own",
            "nothing is bound to it then",
            "grant_service_agent: true, or leave it out",
        )
    if isinstance(agent, str) and not EMAIL.fullmatch(agent):
        yield Problem(
            f"{path}.service_agent",
            "is no email of a service account",
            "a role is bound to it as serviceAccount:EMAIL",
            "service-PROJECT_NUMBER@container-engine-robot.iam.gserviceaccount.com",
        )


def addon_problems(addons: Mapping[str, Any], mode: Mode) -> Iterator[Problem]:
    """What the mode has by itself or cannot have."""
    if mode is Mode.AUTOPILOT and addons.get("gvisor_pool"):
        yield Problem(
            "addons.gvisor_pool",
            "is given on Autopilot",
            "Autopilot has no node pools of the user's, and gVisor without one",
            "agent_sandbox: true alone",
        )
    if mode is Mode.AUTOPILOT and addons.get("image_streaming") is False:
        yield Problem(
            "addons.image_streaming",
            "is false on Autopilot",
            "Autopilot always streams images (GKE documentation, Use Image streaming)",
            "nothing: leave it out",
        )
    if mode is Mode.STANDARD and addons.get("gvisor_pool") and not addons.get("agent_sandbox"):
        yield Problem(
            "addons.gvisor_pool",
            "is given without agent_sandbox",
            "it has no effect then",
            "agent_sandbox: true",
        )


def node_problems(nodes: Mapping[str, Any], is_opaque: IsOpaque) -> Iterator[Problem]:
    """An identity twice, tags of a wrong form, pools whose limits cross, and node auto-provisioning without
    limits.
    """
    yield from network_tag_problems(nodes.get("network_tags"), "nodes.network_tags")
    if nodes.get("service_account") is not None and nodes.get("image_repositories"):
        yield Problem(
            "nodes.image_repositories",
            "is given beside service_account",
            "an account of your own is given its roles where it was made",
        )
    account = nodes.get("service_account")
    if not is_opaque(account) and account in ("", "default"):
        yield Problem(
            "nodes.service_account",
            "is the project's default account",
            "it may edit the whole project, and so might whoever breaks out of a pod",
            "an account of your own, or nothing: one is made",
        )
    pool = group(nodes, "system_pool")
    least, most = pool.get("min_nodes"), pool.get("max_nodes")
    if isinstance(least, int | float) and least < 1:
        yield Problem(
            "nodes.system_pool.min_nodes",
            "is less than 1",
            "GKE's own pods run nowhere else: one ordinary node must remain",
            "1",
        )
    if isinstance(least, int | float) and isinstance(most, int | float) and most < least:
        yield Problem("nodes.system_pool.max_nodes", "is less than min_nodes")
    provisioning = nodes.get("auto_provisioning")
    if isinstance(provisioning, Mapping):
        for key in ("max_cpu", "max_memory_gib"):
            limit = group(nodes, "auto_provisioning").get(key)
            if isinstance(limit, int | float) and limit < 1:
                yield Problem(f"nodes.auto_provisioning.{key}", "is less than 1", "no node could be made")

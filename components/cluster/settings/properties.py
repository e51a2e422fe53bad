"""All properties of a cluster, from the arguments of the component. Pure; values may be outputs."""

from collections.abc import Mapping
from functools import reduce
from typing import Any, cast

from ..overrides import merged
from ..requirements import Mode
from .defaults import default_properties
from .groups import (
    access_properties,
    addon_properties,
    group,
    network_properties,
    networking_properties,
    observability_properties,
    release_properties,
    security_properties,
)
from .lookup import given
from .nodes import node_properties


def cluster_properties(
    args: Mapping[str, Any],
    mode: Mode,
    *,
    project: Any = None,
    workload_pool: Any = None,
    service_account: Any = None,
    key_name: Any = None,
) -> dict[str, Any]:
    """What the cluster is made of, in the form of pulumi_gcp: the defaults, what the arguments say in their
    place, and the overrides over all of it.

    args: of the component, already of the right types.
    project: the project's id.
    workload_pool: `PROJECT.svc.id.goog`; Autopilot has it by itself.
    service_account: the email of the account of the nodes that GKE makes by itself.
    key_name: the Cloud KMS key for Secrets; None: there is none.
    """
    pool = workload_pool if mode is Mode.STANDARD else None
    layers: list[dict[str, Any]] = [
        given(location=args.get("location"), project=project),
        network_properties(group(args, "network")),
        access_properties(group(args, "access")),
        release_properties(group(args, "release")),
        security_properties(group(args, "security"), mode),
        networking_properties(group(args, "networking")),
        observability_properties(group(args, "observability")),
        addon_properties(group(args, "addons"), mode),
        node_properties(group(args, "nodes"), mode, service_account),
        given(
            workload_identity_config=given(workload_pool=pool),
            database_encryption=None if key_name is None else {"state": "ENCRYPTED", "key_name": key_name},
            deletion_protection=args.get("deletion_protection"),
        ),
        cast(dict[str, Any], args.get("overrides") or {}),
    ]
    return reduce(merged, layers, default_properties(mode))

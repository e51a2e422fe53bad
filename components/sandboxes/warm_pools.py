"""The object of a warm pool, from the arguments of the component, and everything that is wrong with it.
Pure.
"""

from collections.abc import Mapping
from typing import Any

from ..problems import Problem
from ..shapes.names import label_name_problems
from ..shapes.opaque import IsOpaque, never_opaque
from .api.check import check
from .namespaces import reserved_namespace_problems
from .pods import whole

API_VERSION = "extensions.agents.x-k8s.io/v1beta1"
KIND = "SandboxWarmPool"

LONGEST_NAME = 57
"""A sandbox of the pool is called `<pool>-xxxxx`, and its headless Service, a DNS label of at most 63
characters, likewise. Source: agent-sandbox v0.5.6, extensions/controllers/sandboxwarmpool_controller.go
(GenerateName).
"""

DEFAULT_WAIT_SECONDS = 600
"""Enough for a node to be added and a large image to be pulled."""


def warm_pool_object(args: Mapping[str, Any]) -> dict[str, Any]:
    """The SandboxWarmPool in API form, under the name by which clients claim.

    args: the arguments of the component `SandboxWarmPool`, already of the right types; values may be outputs.
    """
    replicas = whole(args["replicas"])
    metadata: dict[str, Any] = {"name": args["pool_name"], "namespace": args["namespace"]}
    if awaited(args):
        # A pool has no conditions; readyReplicas is absent at 0, so an empty pool has nothing to wait for.
        metadata["annotations"] = {"pulumi.com/waitFor": f"jsonpath={{.status.readyReplicas}}={replicas}"}
    spec: dict[str, Any] = {"sandboxTemplateRef": {"name": args["template"]}, "replicas": replicas}
    if args.get("update_strategy") is not None:
        spec["updateStrategy"] = {"type": str(args["update_strategy"])}
    return {"apiVersion": API_VERSION, "kind": KIND, "metadata": metadata, "spec": spec}


def wait_seconds(args: Mapping[str, Any]) -> int:
    """How long an update waits for the pool."""
    return whole(args.get("wait_seconds", DEFAULT_WAIT_SECONDS))


def awaited(args: Mapping[str, Any]) -> bool:
    """Whether an update waits until the pool is full."""
    return whole(args["replicas"]) > 0 and wait_seconds(args) > 0


def warm_pool_problems(
    pool: Mapping[str, Any], crd_schema: Mapping[str, Any] | None = None, is_opaque: IsOpaque = never_opaque
) -> list[Problem]:
    """Every problem of a SandboxWarmPool object."""
    found = check(pool, crd_schema, is_opaque=is_opaque)
    found += label_name_problems(pool["metadata"]["name"], "metadata.name", LONGEST_NAME)
    found += reserved_namespace_problems(pool["metadata"]["namespace"], "metadata.namespace")
    return found


ARGUMENT_PATHS = (
    ("metadata.name", "pool_name"),
    ("metadata.namespace", "namespace"),
    ("spec.sandboxTemplateRef.name", "template"),
    ("spec.replicas", "replicas"),
    ("spec.updateStrategy.type", "update_strategy"),
)
"""Where a field of the object comes from in the arguments."""

"""How full the warm pools of the embedded cluster are."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from automation.kubectl import kubectl
from automation.paths import Paths

KIND = "sandboxwarmpools.extensions.agents.x-k8s.io"


class StatusError(Exception):
    """Why the pools cannot be listed."""


@dataclass(frozen=True)
class PoolStatus:
    """A warm pool: its place, how many sandboxes it should hold ready, and how many it does."""

    namespace: str
    name: str
    wanted: int
    ready: int


def pool_of(item: Mapping[str, Any]) -> PoolStatus:
    """The status of a SandboxWarmPool object; numbers that are 0 are left out by the controller."""
    metadata, spec, status = item["metadata"], item["spec"], item.get("status", {})
    return PoolStatus(
        metadata["namespace"], metadata["name"], spec.get("replicas", 0), status.get("readyReplicas", 0)
    )


def pool_statuses(paths: Paths) -> list[PoolStatus]:
    """All pools of the cluster; none while the CRDs are not installed.

    Errors: StatusError when the cluster does not answer.
    """
    done = kubectl(paths, "get", KIND, "--all-namespaces", "--output", "json")
    if done.returncode != 0:
        if "the server doesn't have a resource type" in done.stderr:
            return []
        raise StatusError(
            f"the pools cannot be listed: {done.stderr.strip()}. Repair the cluster with: make up"
        )
    return [pool_of(item) for item in json.loads(done.stdout)["items"]]


def table(pools: list[PoolStatus]) -> str:
    """The pools, a line each."""
    if not pools:
        return "no warm pools; deploy them with: make up"
    rows = [("NAMESPACE", "POOL", "READY")]
    rows += [(pool.namespace, pool.name, f"{pool.ready}/{pool.wanted}") for pool in pools]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )

"""Which cluster a stack is on. What is known of processes and kubectl here is of the embedded one alone."""

import json
from pathlib import Path
from typing import Any

from automation.paths import PROJECT, Paths
from gke_agent_sandbox.cluster.settings.groups import endpoint_of
from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.stack import read_file
from gke_agent_sandbox.stack.config import ClusterConfig


def cluster_of(paths: Paths, stack: str) -> ClusterConfig:
    """What the config of a stack says of its cluster.

    Errors: ProblemsError for a config that cannot be read.
    """
    return read_file(paths.root / f"Pulumi.{stack}.yaml")["cluster"]


def kubeconfig_of(paths: Paths, stack: str) -> Path | None:
    """The kubeconfig that a stack names; None: its cluster is on GKE.

    Errors: ProblemsError for a config that cannot be read.
    """
    path = cluster_of(paths, stack).get("kubeconfig")
    return None if path is None else paths.root / path


def is_embedded(paths: Paths, stack: str) -> bool:
    """Whether a stack is on the embedded cluster.

    Errors: ProblemsError for a config that cannot be read.
    """
    kubeconfig = kubeconfig_of(paths, stack)
    return kubeconfig is not None and kubeconfig.resolve() == paths.kubeconfig.resolve()


def has_dns_endpoint(paths: Paths, stack: str) -> bool:
    """Whether the API server of a stack on GKE is reached by its DNS endpoint.

    Errors: ProblemsError for a config that cannot be read.
    """
    cluster = cluster_of(paths, stack)
    made = cluster.get("autopilot") or cluster.get("standard")
    if made is not None:
        return endpoint_of(made.get("access") or {}) == "dns"
    return (cluster.get("existing") or {}).get("endpoint") != "ip"


def left_elsewhere(paths: Paths) -> dict[str, int]:
    """How many resources the stacks still have whose cluster is not the embedded one, or is not known."""
    found: dict[str, int] = {}
    for file in sorted((paths.state / ".pulumi" / "stacks" / PROJECT).glob("*.json")):
        checkpoint: Any = json.loads(file.read_text()).get("checkpoint") or {}
        latest: Any = checkpoint.get("latest") or {}
        resources: list[Any] = latest.get("resources") or []
        count = len(resources)
        try:
            elsewhere = not is_embedded(paths, file.stem)
        except ProblemsError:
            elsewhere = True
        if count and elsewhere:
            found[file.stem] = count
    return found

"""The end of `make up`: what there is now, and what to do next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from automation.clusters import has_dns_endpoint, is_embedded, kubeconfig_of
from automation.paths import Paths
from gke_agent_sandbox.cluster.cluster_ids import parse_cluster_id


def summary(paths: Paths, name: str, outputs: Mapping[str, Any]) -> str:
    """Names what the stack made and gives three commands to go on with, ready to be pasted."""
    lines = [f"The stack {name} is up."]
    controller = outputs.get("controller", {})
    if controller:
        lines.append(
            f"  controller  Agent Sandbox {controller['release']} in namespace {controller['namespace']}"
        )
    pools: list[tuple[str, str, int]] = []
    for tenant, made in outputs.get("tenants", {}).items():
        lines.append(f"  tenant      {tenant}: namespace {made['namespace']}")
        for key, template in made["templates"].items():
            lines.append(f"  template    {key}: SandboxTemplate {template}")
        for key, pool in made["pools"].items():
            lines.append(
                f"  pool        {key}: SandboxWarmPool {pool['name']} with {int(pool['replicas'])} sandboxes"
            )
            pools.append((made["namespace"], pool["name"], int(pool["replicas"])))
    if pools:
        lines += ["", *next_steps(access_of(paths, name, outputs), name, *pools[0])]
    return "\n".join(lines)


@dataclass(frozen=True)
class Access:
    """How the cluster of a stack is reached from the project's folder.

    first: commands to run before.
    kubectl: the program and its options.
    environment: of a program that reads a kubeconfig; empty, or with a blank at its end.
    preview: the command for a preview.
    """

    first: tuple[str, ...]
    kubectl: str
    environment: str
    preview: str


def access_of(paths: Paths, name: str, outputs: Mapping[str, Any]) -> Access:
    """How the cluster is reached: the embedded one, one by a kubeconfig, or one on GKE."""
    preview = f".venv/bin/python -m automation preview --stack {name}"
    if is_embedded(paths, name):
        inside = paths.local.is_relative_to(paths.root)
        local = paths.local.relative_to(paths.root) if inside else paths.local
        kubeconfig = f"{local}/kubeconfig"
        kubectl = f"{local}/bin/kubectl --kubeconfig {kubeconfig}"
        return Access((), kubectl, f"KUBECONFIG={kubeconfig} ", "make preview")
    own = kubeconfig_of(paths, name)
    if own is not None:
        return Access((), f"kubectl --kubeconfig {own}", f"KUBECONFIG={own} ", preview)
    project, location, cluster = parse_cluster_id(outputs["cluster"]["id"])
    credentials = f"gcloud container clusters get-credentials {cluster} --location {location}"
    endpoint = " --dns-endpoint" if has_dns_endpoint(paths, name) else ""
    return Access((f"{credentials} --project {project}{endpoint}",), "kubectl", "", preview)


def next_steps(access: Access, stack: str, namespace: str, pool: str, replicas: int) -> list[str]:
    """Three steps, run from the project's root."""
    claim = f"{access.environment}.venv/bin/python examples/claim_sandbox.py {namespace} {pool}"
    change = f"sed -i 's/replicas: {replicas}/replicas: {replicas + 1}/' Pulumi.{stack}.yaml"
    return [
        "Next, from this folder:",
        "  1. See the pool:",
        *(f"     {command}" for command in access.first),
        f"     {access.kubectl} -n {namespace} get sandboxwarmpools",
        "  2. Claim a sandbox with the official SDK:",
        f"     {claim}",
        "  3. Change a value and see what would happen:",
        f"     {change} && {access.preview}",
    ]

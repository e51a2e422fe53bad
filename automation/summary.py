"""The end of `make up`: what there is now, and what to do next."""

from collections.abc import Mapping
from typing import Any

from automation.paths import Paths


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
        lines += ["", *next_steps(paths, name, *pools[0])]
    return "\n".join(lines)


def next_steps(paths: Paths, stack: str, namespace: str, pool: str, replicas: int) -> list[str]:
    """Three commands, run from the project's root."""
    local = paths.local.relative_to(paths.root) if paths.local.is_relative_to(paths.root) else paths.local
    return [
        "Next, from this folder:",
        "  1. See the pool:",
        f"     {local}/bin/kubectl --kubeconfig {local}/kubeconfig -n {namespace} get sandboxwarmpools",
        "  2. Claim a sandbox with the official SDK:",
        f"     KUBECONFIG={local}/kubeconfig .venv/bin/python examples/claim_sandbox.py {namespace} {pool}",
        "  3. Change a value and see what would happen:",
        f"     sed -i 's/replicas: {replicas}/replicas: {replicas + 1}/' Pulumi.{stack}.yaml && make preview",
    ]

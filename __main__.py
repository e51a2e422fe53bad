"""The stack program: the components that `Pulumi.<stack>.yaml` asks for."""

from pathlib import Path

import pulumi

from gke_agent_sandbox import (
    AgentSandboxController,
    SandboxNamespace,
    SandboxTemplate,
    SandboxWarmPool,
    kubernetes_provider,
)
from gke_agent_sandbox.stack import read_config

stack = read_config()
name = stack["cluster"]["name"]
kubeconfig = Path(stack["cluster"]["kubeconfig"]).read_text()
cluster = kubernetes_provider(name, kubeconfig, name)
controller = AgentSandboxController(
    "agent-sandbox",
    {"kubeconfig": kubeconfig, "cluster_identifier": name, **stack.get("controller", {})},
    pulumi.ResourceOptions(providers=[cluster]),
)
installed = pulumi.ResourceOptions(providers=[cluster], depends_on=[controller])

tenants = {}
for tenant, config in stack.get("tenants", {}).items():
    place = {key: value for key, value in config.items() if key not in ("templates", "pools")}
    namespace = SandboxNamespace(tenant, {"namespace": tenant, **place}, installed)
    templates = {
        key: SandboxTemplate(f"{tenant}-{key}", {"namespace": namespace.namespace, **args}, installed)
        for key, args in config.get("templates", {}).items()
    }
    pools = {
        key: SandboxWarmPool(
            f"{tenant}-{key}",
            {
                **args,
                "namespace": namespace.namespace,
                "pool_name": key,
                "template": templates[args["template"]].template_name,
            },
            installed,
        )
        for key, args in config.get("pools", {}).items()
    }
    tenants[tenant] = {
        "namespace": namespace.namespace,
        "templates": {key: template.template_name for key, template in templates.items()},
        "pools": {key: {"name": pool.pool_name, "replicas": pool.replicas} for key, pool in pools.items()},
    }

pulumi.export("controller", {"namespace": controller.namespace, "release": controller.release})
pulumi.export("tenants", tenants)

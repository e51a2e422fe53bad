"""The stack program: the components that `Pulumi.<stack>.yaml` asks for."""

import pulumi

from gke_agent_sandbox import SandboxNamespace, SandboxTemplate, SandboxWarmPool
from gke_agent_sandbox.stack import install_controller, make_cluster, read_config

stack = read_config()
cluster = make_cluster(stack["cluster"])
controller = install_controller(stack, cluster)
waits_for = [*([controller] if controller else []), *cluster.resources]
installed = pulumi.ResourceOptions(providers=[cluster.provider], depends_on=waits_for)

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

pulumi.export("cluster", cluster.outputs)
if controller:
    pulumi.export("controller", {"namespace": controller.namespace, "release": controller.release})
pulumi.export("tenants", tenants)

"""The tenants of a stack: their namespaces, templates, pools and identities."""

from collections.abc import Mapping
from typing import Any, cast

import pulumi

from ..controller.install import AgentSandboxController
from ..identity.workload_identity import WorkloadIdentity
from ..sandboxes.template import SandboxTemplate
from ..sandboxes.warm_pool import SandboxWarmPool
from ..tenancy.namespace import SandboxNamespace
from .config import StackConfig
from .creation import ClusterHandle
from .plan import namespace_args

Group = Mapping[str, Any]


def make_tenants(
    stack: StackConfig, cluster: ClusterHandle, controller: AgentSandboxController | None
) -> dict[str, Any]:
    """Each tenant of the config, after the cluster and the controller.

    Returns what the stack tells of them, by namespace.

    Errors: pulumi.RunError with every problem of the arguments.
    """
    waits_for = [*([controller] if controller else []), *cluster.resources]
    opts = pulumi.ResourceOptions(providers=[cluster.provider], depends_on=waits_for)
    return {name: make_tenant(name, config, cluster, opts) for name, config in tenants_of(stack).items()}


def tenants_of(stack: StackConfig) -> Mapping[str, Group]:
    """The tenants by namespace."""
    return cast("Mapping[str, Group]", stack.get("tenants") or {})


def make_tenant(
    name: str, config: Group, cluster: ClusterHandle, opts: pulumi.ResourceOptions
) -> dict[str, Any]:
    """One tenant, and what the stack tells of it."""
    namespace = SandboxNamespace(name, cast(Any, namespace_args(name, config)), opts)
    inside = {"namespace": namespace.namespace}
    templates = {
        key: SandboxTemplate(f"{name}-{key}", cast(Any, {**inside, **args}), opts)
        for key, args in groups(config, "templates").items()
    }
    pools = {
        key: SandboxWarmPool(f"{name}-{key}", cast(Any, {**pool_args(key, args, templates), **inside}), opts)
        for key, args in groups(config, "pools").items()
    }
    identities = {
        key: WorkloadIdentity(f"{name}-{key}", cast(Any, identity_args(key, args, namespace, cluster)), opts)
        for key, args in groups(config, "identities").items()
    }
    return {
        "namespace": namespace.namespace,
        "templates": {key: template.template_name for key, template in templates.items()},
        "pools": {key: {"name": pool.pool_name, "replicas": pool.replicas} for key, pool in pools.items()},
        "identities": {
            key: {"service_account": each.service_account, "member": each.member}
            for key, each in identities.items()
        },
    }


def groups(config: Group, key: str) -> Mapping[str, Group]:
    """The groups below a key, by name."""
    return cast("Mapping[str, Group]", config.get(key) or {})


def pool_args(key: str, args: Group, templates: Mapping[str, SandboxTemplate]) -> dict[str, Any]:
    """The arguments of a warm pool, which is called as in the config."""
    return {**args, "pool_name": key, "template": templates[args["template"]].template_name}


def identity_args(
    key: str, args: Group, namespace: SandboxNamespace, cluster: ClusterHandle
) -> dict[str, Any]:
    """The arguments of an identity, whose ServiceAccount is called as in the config."""
    return {
        **args,
        "workload_pool": cluster.workload_pool,
        "namespace": namespace.namespace,
        "service_account": {"name": key, **(args.get("service_account") or {})},
    }

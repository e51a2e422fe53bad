"""The component SandboxNodePool: nodes that run pods under gVisor."""

from collections.abc import Mapping
from typing import Any, cast

import pulumi
from pulumi_gcp import container

from ..composition import available_after, checked_when_known, child_options, stack_scope
from ..problems import refuse
from ..problems.refusal import refusing
from ..waiting import GOOGLE, waits_for
from .cluster_ids import parse_cluster_id
from .judgement import undisclosed, value_at
from .node_identity import node_identity
from .node_names import identity_name
from .node_pool_args import SandboxNodePoolArgs
from .node_pool_judgement import argument_problems, warnings
from .node_pool_problems import name_problems
from .node_pools import node_pool_properties
from .overrides import merged


class SandboxNodePool(pulumi.ComponentResource):
    """A node pool of a Standard cluster for GKE Sandbox, whose nodes have a service account of their own with
    next to no rights, a network tag of their own, and GKE's metadata server before the node's credentials.

    The pool gets a name from the engine, and a change that replaces it makes the new one before the old one
    is deleted. GKE adds the label and taint `sandbox.gke.io/runtime=gvisor`. The provider keeps them out of
    its comparison (terraform-provider-google, node_config: taints that the program does not name, and labels
    below sandbox.gke.io/), so no change is ignored here, and an edit of other labels and taints is seen.

    The cluster needs an ordinary pool beside this one: GKE's own pods run nowhere else.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    pool_name: pulumi.Output[str]
    """The name of the node pool."""
    service_account: pulumi.Output[str]
    """The email of the nodes' service account, known once its roles are bound."""
    network_tag: pulumi.Output[str]
    """The network tag of the nodes, for firewall rules."""

    def __init__(
        self, name: str, args: SandboxNodePoolArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:SandboxNodePool", name, {}, opts)
        title = f"SandboxNodePool {name}"
        given = cast(Mapping[str, Any], args)
        with refusing():
            refuse(title, [*name_problems(name), *argument_problems(given)])
        known = checked_when_known(
            title, given, lambda plain, path: undisclosed(argument_problems(plain), value_at(plain, path))
        )
        for notice in warnings(given):
            pulumi.log.warn(f"{title}: {notice}", self)

        project = pulumi.Output.from_input(known["cluster_id"]).apply(
            lambda cluster_id: parse_cluster_id(cluster_id).project
        )
        waits = waits_for(*GOOGLE)
        identity = node_identity(
            name,
            identity_name(name, stack_scope()),
            f"Nodes of the sandbox pool {name}",
            project,
            known.get("repositories") or {},
            child_options(self, opts, hooks=waits),
        )
        properties = node_pool_properties(known, identity.email, identity.tag)
        pool = container.NodePool(
            name,
            **merged(properties, known.get("overrides") or {}),
            opts=child_options(self, opts, hooks=waits, depends_on=list(identity.bindings)),
        )
        self.pool_name = pool.name
        self.service_account = available_after(identity.email, identity.bindings)
        self.network_tag = pulumi.Output.from_input(identity.tag)
        self.register_outputs(
            {
                "pool_name": self.pool_name,
                "service_account": self.service_account,
                "network_tag": self.network_tag,
            }
        )

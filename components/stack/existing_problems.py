"""What is wrong with the cluster of a stack config that somebody else made. Pure."""

from collections.abc import Iterator

from ..cluster.existing import ExistingClusterAgentSandbox, argument_problems, asked_features
from ..cluster.requirements import Feature
from ..facts.gke_sandbox import GVISOR
from ..problems import Problem
from .config import StackConfig
from .paths import below
from .plan import cluster_args, cluster_table, node_pools
from .pool_problems import pool_problems
from .template_facts import template_facts


def existing_problems(stack: StackConfig) -> Iterator[Problem]:
    """The problems of a cluster that somebody else made, as far as they are known before it is looked at."""
    cluster, path = stack["cluster"], "cluster.existing"
    args = cluster_args(cluster)
    own = argument_problems(args)
    yield from below(path, own)
    if (
        args.get("agent_sandbox") == ExistingClusterAgentSandbox.ADD_ON
        and stack.get("controller") is not None
    ):
        yield Problem(
            "controller",
            "is given although the cluster has the Agent Sandbox add-on",
            "both own the same CRDs and controller",
            f"nothing; or {path}.agent_sandbox: release, where the add-on is off",
        )
    asked = () if own else asked_features(args)
    yield from pool_problems(
        cluster, path, {"features": sorted(asked)}, {} if own else cluster_table(cluster)
    )
    if own:
        return
    made_here = {Feature.GVISOR} if node_pools(cluster) else set[Feature]()
    for feature, who in needed_features(stack).items():
        if feature not in {*asked, *made_here}:
            yield Problem(
                f"{path}.features",
                f"leaves out {feature}",
                f"{who}, and GKE would take that and not do it",
                f"{feature} as well, or no features at all for the default",
            )


def needed_features(stack: StackConfig) -> dict[Feature, str]:
    """What the tenants cannot do without, and why."""
    tenants = stack.get("tenants") or {}
    wanting = [place for place, each in template_facts(tenants) if each.runtime_class == GVISOR.runtime_class]
    needed: dict[Feature, str] = {}
    if tenants:
        needed[Feature.NETWORK_POLICY] = "every tenant is closed by a NetworkPolicy"
    if wanting:
        needed[Feature.GVISOR] = f"{wanting[0]} runs in gVisor"
    return needed

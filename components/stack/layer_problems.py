"""What one layer of a stack lacks of the others. Pure."""

from collections.abc import Iterator

from ..problems import Problem
from ..shapes.paths import join
from .config import StackConfig
from .plan import MODES, has_add_on, kind_of


def controller_problems(stack: StackConfig) -> Iterator[Problem]:
    """Tenants in a cluster that is made here, in which nobody installs Agent Sandbox.

    stack: whose cluster has no problem of its own.
    """
    asked = stack.get("controller") is not None or has_add_on(stack["cluster"])
    if stack.get("tenants") and kind_of(stack["cluster"]) in MODES and not asked:
        yield Problem(
            "controller",
            "is missing, and the cluster has no Agent Sandbox add-on",
            "tenants, templates and pools would wait for kinds that never come",
            "controller, with a release; or the tenants in a stack of their own",
        )


def identity_problems(stack: StackConfig) -> Iterator[Problem]:
    """Identities in a cluster of which only a kubeconfig is known."""
    if kind_of(stack["cluster"]) != "kubeconfig":
        return
    for name, tenant in (stack.get("tenants") or {}).items():
        if tenant.get("identities"):
            yield Problem(
                join(f"tenants.{name}", "identities"),
                "is given beside cluster.kubeconfig",
                "a workload's identity is bound to the pool of a cluster on GKE, which a kubeconfig does not "
                "tell",
                "cluster.existing, with the cluster's name and location",
            )

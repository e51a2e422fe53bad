"""What to tell of a stack config that is not refused. Pure."""

from collections.abc import Iterator
from typing import Final

from ..cluster.judgement import planned
from ..cluster.requirements import ClusterFacts, ControllerFacts, cluster_verdicts, placed, webhook_verdicts
from ..cluster.requirements import notices as told
from ..cluster.settings.lookup import at
from ..problems import Problem
from .config import StackConfig
from .placement_problems import placement_notices
from .plan import MODES, cluster_args, kind_of
from .surrounding_problems import surrounding_notices
from .surroundings import planned_stack
from .template_facts import template_facts

WEBHOOK_PATHS: Final = {"firewall_rules": "controller.release", "release": "controller.release"}


def notices(stack: StackConfig) -> Iterator[Problem]:
    """What to warn of while going on."""
    planned_one = planned_stack(stack)
    yield from placement_notices(planned_one)
    yield from webhook_notices(planned_one)


def webhook_notices(stack: StackConfig) -> Iterator[Problem]:
    """A controller with a webhook that the control plane of private nodes does not reach; of a cluster that
    is made here, whose network is not said to let it in.
    """
    kind, release = kind_of(stack["cluster"]), (stack.get("controller") or {}).get("release")
    if kind not in MODES or release is None:
        return
    if (stack.get("network") or {}).get("webhook") is not None:
        return
    args = cluster_args(stack["cluster"])
    properties = planned(args, MODES[kind], args["project"])
    private = at(properties, "private_cluster_config.enable_private_nodes") is not False
    yield from told(placed(webhook_verdicts(ControllerFacts(str(release), private)), WEBHOOK_PATHS))


def hints(stack: StackConfig) -> Iterator[Problem]:
    """What to know while going on, and nothing can be written that would settle it."""
    yield from surrounding_notices(stack)
    yield from kubeconfig_hints(stack)


def kubeconfig_hints(stack: StackConfig) -> Iterator[Problem]:
    """What a cluster must have of which only a kubeconfig is at hand."""
    if kind_of(stack["cluster"]) != "kubeconfig":
        return
    templates = tuple(facts for _, facts in template_facts(stack.get("tenants") or {}))
    verdicts = cluster_verdicts(ClusterFacts(mode=None, templates=templates))
    yield from told(placed(verdicts, {"pools": "cluster.kubeconfig"}))

"""The component SandboxWarmPool: sandboxes of one template, kept ready to be claimed."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Required, TypedDict, cast

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from ..composition.children import child_options
from ..composition.outputs import available_after, checked_when_known, is_opaque
from ..problems import Problem, refuse
from ..problems.refusal import refusing
from ..shapes.shape import value_problems
from ..waiting import Awaited, waits_for
from .templates import renamed
from .warm_pools import ARGUMENT_PATHS, awaited, wait_seconds, warm_pool_object, warm_pool_problems


class SandboxWarmPoolUpdateStrategyType(StrEnum):
    """What a changed template does to the free sandboxes of a pool; claimed ones are never touched."""

    RECREATE = "Recreate"
    """Replaces all of them at once: the pool is empty until they are ready."""
    ON_REPLENISH = "OnReplenish"
    """Leaves them until they are claimed: claims get the old image until then."""


class SandboxWarmPoolArgs(TypedDict, total=False):
    """How many sandboxes of which template are kept ready, and under which name they are claimed."""

    namespace: Required[pulumi.Input[str]]
    """The namespace of the template; claims must be in the same."""
    pool_name: Required[pulumi.Input[str]]
    """The name by which clients claim, a DNS label of at most 57 characters; the pool keeps it through
    every change.
    """
    template: Required[pulumi.Input[str]]
    """The name of the template: `template_name` of a SandboxTemplate."""
    replicas: Required[int]
    """How many free sandboxes are kept, 0 or more. 0 makes every claim a cold start."""
    update_strategy: SandboxWarmPoolUpdateStrategyType
    """What a changed template does to free sandboxes; default: upstream's, OnReplenish."""
    wait_seconds: int
    """How long an update waits until all replicas are ready, in seconds; default 600, 0 does not wait."""


class SandboxWarmPool(pulumi.ComponentResource):
    """A warm pool of a fixed size. An update succeeds when all its sandboxes are ready, and fails when the
    time is up.

    Errors: pulumi.RunError with every problem of the arguments, also of those that are outputs once they
    are known.
    """

    pool_name: pulumi.Output[str]
    """metadata.name of the pool, for claims."""
    namespace: pulumi.Output[str]
    """The namespace of the pool."""
    replicas: pulumi.Output[int]
    """How many free sandboxes are kept."""

    def __init__(
        self, name: str, args: SandboxWarmPoolArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("gke-agent-sandbox:index:SandboxWarmPool", name, {}, opts)
        title = f"SandboxWarmPool {name}"
        given = cast(Mapping[str, Any], args)
        with refusing():
            refuse(title, argument_problems(given))
            plain = warm_pool_object(given)
            refuse(title, renamed(warm_pool_problems(plain, is_opaque=is_opaque), ARGUMENT_PATHS))
        pool = checked_when_known(
            title,
            plain,
            lambda known, _path: renamed(warm_pool_problems(known, is_opaque=is_opaque), ARGUMENT_PATHS),
        )
        limit = f"{wait_seconds(given)}s" if awaited(given) else None
        resource = CustomResource(
            name,
            api_version=pool["apiVersion"],
            kind=pool["kind"],
            metadata=pool["metadata"],
            spec=pool["spec"],
            opts=child_options(
                self,
                opts,
                hooks=waits_for(Awaited.KIND),
                custom_timeouts=pulumi.CustomTimeouts(create=limit, update=limit) if limit else None,
            ),
        )
        self.pool_name = available_after(args["pool_name"], [resource])
        self.namespace = available_after(args["namespace"], [resource])
        self.replicas = pulumi.Output.from_input(plain["spec"]["replicas"])
        self.register_outputs(
            {"pool_name": self.pool_name, "namespace": self.namespace, "replicas": self.replicas}
        )


def argument_problems(args: Mapping[str, Any]) -> list[Problem]:
    """Every problem of the arguments' keys and types."""
    problems = list(value_problems(SandboxWarmPoolArgs, args, "", is_opaque))
    wait: Any = args.get("wait_seconds")
    if isinstance(wait, int | float) and wait < 0:
        problems.append(Problem("wait_seconds", "is less than 0", fix="0 to not wait at all"))
    return problems

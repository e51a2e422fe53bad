"""Options of a component's children."""

from collections.abc import Sequence
from typing import Any

import pulumi


def child_options(
    parent: pulumi.ComponentResource, opts: pulumi.ResourceOptions | None, **own: Any
) -> pulumi.ResourceOptions:
    """The options of a child: under its component, on the component's provider, after all that the
    component waits for.

    The SDK hands providers down to children, but not `depends_on`: without it the child's state would not
    say what it needs, and a destroy would delete that first.
    """
    inherited: pulumi.Input[Sequence[pulumi.Input[pulumi.Resource]] | pulumi.Resource] | None
    inherited = opts.depends_on if opts is not None else None
    return pulumi.ResourceOptions.merge(
        pulumi.ResourceOptions(parent=parent, depends_on=inherited), pulumi.ResourceOptions(**own)
    )

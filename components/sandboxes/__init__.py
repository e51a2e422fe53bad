"""Sandboxes: the API's models and checks, and the components that create templates and pools.

The components are imported when first used, so that the pure part (`api`, `templates`, `warm_pools`) works
without the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .runtimes import SandboxRuntime
    from .template import (
        SandboxContainerArgs,
        SandboxInjectionPolicy,
        SandboxNetworkPolicyManagement,
        SandboxTemplate,
        SandboxTemplateArgs,
        SandboxTemplatePolicyArgs,
    )
    from .templates import template_object, template_problems
    from .warm_pool import SandboxWarmPool, SandboxWarmPoolArgs, SandboxWarmPoolUpdateStrategyType
    from .warm_pools import warm_pool_object, warm_pool_problems

__all__ = [
    "SandboxContainerArgs",
    "SandboxInjectionPolicy",
    "SandboxNetworkPolicyManagement",
    "SandboxRuntime",
    "SandboxTemplate",
    "SandboxTemplateArgs",
    "SandboxTemplatePolicyArgs",
    "SandboxWarmPool",
    "SandboxWarmPoolArgs",
    "SandboxWarmPoolUpdateStrategyType",
    "template_object",
    "template_problems",
    "warm_pool_object",
    "warm_pool_problems",
]

HOMES = {
    "runtimes": ("SandboxRuntime",),
    "template": (
        "SandboxContainerArgs",
        "SandboxInjectionPolicy",
        "SandboxNetworkPolicyManagement",
        "SandboxTemplate",
        "SandboxTemplateArgs",
        "SandboxTemplatePolicyArgs",
    ),
    "templates": ("template_object", "template_problems"),
    "warm_pool": ("SandboxWarmPool", "SandboxWarmPoolArgs", "SandboxWarmPoolUpdateStrategyType"),
    "warm_pools": ("warm_pool_object", "warm_pool_problems"),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

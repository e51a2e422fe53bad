"""The v1beta1 API of Agent Sandbox: models of its kinds, and the check of an object before any server sees
it. Pure.
"""

from ...images import image_problems, is_pinned
from ...quantities import quantity_problems
from ...shapes.opaque import IsOpaque, never_opaque
from ...shapes.shape import KubernetesType, model_problems, value_problems
from .check import KINDS, advise, check
from .crd_schema import open_api_schema, unknown_fields
from .sandbox import Sandbox
from .sandbox_claim import SandboxClaim
from .sandbox_template import SandboxTemplate
from .sandbox_warm_pool import SandboxWarmPool

__all__ = [
    "KINDS",
    "IsOpaque",
    "KubernetesType",
    "Sandbox",
    "SandboxClaim",
    "SandboxTemplate",
    "SandboxWarmPool",
    "advise",
    "check",
    "image_problems",
    "is_pinned",
    "model_problems",
    "never_opaque",
    "open_api_schema",
    "quantity_problems",
    "unknown_fields",
    "value_problems",
]

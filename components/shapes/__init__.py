"""What is wrong with a plain value, seen against the type that declares it: of the API's objects and of the
components' arguments. Pure.
"""

from .opaque import IsOpaque, never_opaque
from .shape import KubernetesType, model_problems, value_problems

__all__ = ["IsOpaque", "KubernetesType", "model_problems", "never_opaque", "value_problems"]

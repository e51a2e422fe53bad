"""What every component does with its children and with values that are known later."""

from .children import child_options
from .outputs import available_after, checked_when_known, is_opaque
from .scope import stack_scope

__all__ = ["available_after", "checked_when_known", "child_options", "is_opaque", "stack_scope"]

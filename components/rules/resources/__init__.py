"""Rules by which no container takes what others need, one file each."""

from typing import Final

from ..rule import Rule
from . import resource_limits

RULES: Final[tuple[Rule, ...]] = (resource_limits.RULE,)
"""In the order in which their findings are told."""

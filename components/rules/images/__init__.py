"""Rules by which what runs is what was meant, one file each."""

from typing import Final

from ..rule import Rule
from . import image_pinned, image_reference_valid, image_registry

RULES: Final[tuple[Rule, ...]] = (image_reference_valid.RULE, image_pinned.RULE, image_registry.RULE)
"""In the order in which their findings are told."""

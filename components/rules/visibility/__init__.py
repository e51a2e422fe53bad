"""Rules by which nothing passes because nobody saw it, one file each."""

from typing import Final

from ..rule import Rule
from . import contents_visible, exemption_valid, pod_readable, type_matches_object

RULES: Final[tuple[Rule, ...]] = (
    pod_readable.RULE,
    type_matches_object.RULE,
    contents_visible.RULE,
    exemption_valid.RULE,
)
"""In the order in which their findings are told."""

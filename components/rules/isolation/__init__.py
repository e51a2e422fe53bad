"""Rules by which sandboxes are kept from their node and from each other, one file each."""

from typing import Final

from ..rule import Rule
from . import gvisor_runtime, gvisor_scheduling, no_reserved_labels, no_shared_volumes

RULES: Final[tuple[Rule, ...]] = (
    gvisor_runtime.RULE,
    gvisor_scheduling.RULE,
    no_shared_volumes.RULE,
    no_reserved_labels.RULE,
)
"""In the order in which their findings are told."""

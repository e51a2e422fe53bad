"""Rules by which no sandbox speaks as somebody in Google Cloud, one file each."""

from typing import Final

from ..rule import Rule
from . import (
    metadata_egress,
    no_sandbox_identity_binding,
    node_metadata_mode,
    node_service_account,
    workload_identity_egress,
    workload_identity_member,
    workload_pool_set,
)

RULES: Final[tuple[Rule, ...]] = (
    workload_pool_set.RULE,
    node_metadata_mode.RULE,
    node_service_account.RULE,
    no_sandbox_identity_binding.RULE,
    workload_identity_member.RULE,
    metadata_egress.RULE,
    workload_identity_egress.RULE,
)
"""In the order in which their findings are told."""

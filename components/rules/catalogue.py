"""All rules."""

from types import MappingProxyType
from typing import Final

from .pods import (
    drop_all_capabilities,
    exemption_valid,
    no_service_account_token,
    pod_readable,
    run_as_non_root,
)
from .rule import Rule

CATALOGUE: Final[tuple[Rule, ...]] = (
    pod_readable.RULE,
    run_as_non_root.RULE,
    drop_all_capabilities.RULE,
    no_service_account_token.RULE,
    exemption_valid.RULE,
)
"""Every rule, in the order in which findings are told."""

RULES: Final = MappingProxyType({rule.id: rule for rule in CATALOGUE})
"""The same, by id."""

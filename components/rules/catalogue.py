"""All rules."""

from types import MappingProxyType
from typing import Final

from . import cloud_identity, credentials, images, isolation, pod_security, resources, visibility
from .rule import Rule

CATALOGUE: Final[tuple[Rule, ...]] = (
    *visibility.RULES,
    *pod_security.RULES,
    *isolation.RULES,
    *credentials.RULES,
    *cloud_identity.RULES,
    *images.RULES,
    *resources.RULES,
)
"""Every rule, in the order in which findings are told."""

RULES: Final = MappingProxyType({rule.id: rule for rule in CATALOGUE})
"""The same, by id."""

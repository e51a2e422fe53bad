"""The ids of rules that are named elsewhere than in their own file."""

from typing import Final

READABLE: Final = "pod-readable"
"""Reports a pod that cannot be read."""

VALID: Final = "exemption-valid"
"""Reports an exemption that exempts from nothing."""

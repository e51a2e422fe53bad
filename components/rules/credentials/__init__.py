"""Rules by which nothing in a pod speaks for somebody else, one file each."""

from typing import Final

from ..rule import Rule
from . import no_plaintext_secret, no_projected_token, no_token_secret, secret_in_env, token_automount_off

RULES: Final[tuple[Rule, ...]] = (
    token_automount_off.RULE,
    no_projected_token.RULE,
    no_token_secret.RULE,
    no_plaintext_secret.RULE,
    secret_in_env.RULE,
)
"""In the order in which their findings are told."""

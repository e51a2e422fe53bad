"""Names that are derived, so that they stay the same and are nobody else's. Pure."""

import re
from hashlib import sha256
from typing import Final

LONGEST: Final = 30
"""Characters of a service account's id, which are 6 to 30 lower-case letters, digits and hyphens, a letter
first and no hyphen last. Source: IAM REST v1, projects.serviceAccounts.create, accountId. A network tag may
be 63 characters long, by the same rules (VPC documentation, "Add network tags").
"""

DIGEST_LENGTH: Final = 8


def identity_name(pool: str, scope: str) -> str:
    """The id of a pool's service account, which is its network tag as well.

    pool: the pool's name in its stack.
    scope: what tells this stack from others in the same Google Cloud project.
    """
    digest = sha256(f"{scope}/{pool}".encode()).hexdigest()[:DIGEST_LENGTH]
    words = re.sub(r"[^a-z0-9]+", "-", pool.lower()).strip("-")
    if not words[:1].isalpha():
        words = f"pool-{words}"
    return f"{words[: LONGEST - DIGEST_LENGTH - 1].strip('-')}-{digest}"

"""Names that are derived, so that they stay the same and are nobody else's. Pure."""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, cast

from ..problems import Problem
from ..shapes.paths import join

LONGEST: Final = 30
"""Characters of a service account's id, which are 6 to 30 lower-case letters, digits and hyphens, a letter
first and no hyphen last. Source: IAM REST v1, projects.serviceAccounts.create, accountId.
"""

NETWORK_TAG: Final = re.compile(r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""The same with 1 to 63 characters. Source: VPC documentation, "Add network tags"."""

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


def network_tag_problems(tags: object, path: str) -> Iterator[Problem]:
    """What is wrong with network tags; only text is judged."""
    for index, tag in enumerate(cast("Sequence[object]", tags or ())):
        if isinstance(tag, str) and not NETWORK_TAG.fullmatch(tag):
            yield Problem(
                join(path, index),
                "is no network tag",
                "Compute Engine takes 1 to 63 lower-case letters, digits and hyphens, a letter first and no "
                "hyphen last",
                "a name such as agent-sandboxes",
            )

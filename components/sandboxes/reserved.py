"""Keys that are not the user's to set."""

from collections.abc import Iterator, Mapping
from typing import cast

from ..facts.agent_sandbox import RESERVED_PREFIXES
from ..problems import Problem
from ..shapes.opaque import IsOpaque, never_opaque
from ..shapes.paths import join


def reserved_key_problems(keys: object, path: str, is_opaque: IsOpaque = never_opaque) -> Iterator[Problem]:
    """The reserved keys of a map of labels or annotations. A rule only advises against them in a sandbox,
    where they do nothing: here nothing is taken that would not be kept.
    """
    if is_opaque(keys) or not isinstance(keys, Mapping):
        return
    for key in cast(Mapping[object, object], keys):
        if isinstance(key, str) and key.startswith(RESERVED_PREFIXES):
            yield Problem(
                join(path, key), "is a key that the controller reserves", "it drops the key without an error"
            )

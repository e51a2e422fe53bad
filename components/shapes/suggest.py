"""The known name that was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def camel_case(name: str) -> str:
    """`pod_template` as the Kubernetes API spells it: `podTemplate`."""
    head, *rest = name.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


def suggestion(name: str, known: Iterable[str]) -> str:
    """The known name nearest to `name`, whatever its case or underscores; empty when none is near."""
    by_letters = {candidate.replace("_", "").lower(): candidate for candidate in known}
    letters = name.replace("_", "").replace("-", "").lower()
    if letters in by_letters:
        return by_letters[letters]
    near = get_close_matches(letters, by_letters, n=1, cutoff=0.6)
    return by_letters[near[0]] if near else ""

"""GKE versions: `1.36.3-gke.1767000`, and what stands for one: `1.36`, `latest`, `-`.

Compared by their number fields, never as text: 1.36.10 is newer than 1.36.3. Source: GKE documentation,
"GKE versioning and support"; GKE REST v1, Cluster.initialClusterVersion, for the aliases: `1.X` and `1.X.Y`
take the newest patch that they begin, `latest` the newest version, `-` and nothing GKE's default.
"""

import re
from collections.abc import Iterable, Iterator

from ...problems import Problem

VERSION = re.compile(r"([0-9]+)\.([0-9]+)(?:\.([0-9]+)(?:-gke\.([0-9]+))?)?")
ALIASES = ("latest", "-", "")

Numbers = tuple[int, ...]


def numbers(version: str) -> Numbers | None:
    """The number fields of a version, as many as it has; None when it is no version, also for an alias."""
    match = VERSION.fullmatch(version)
    return tuple(int(each) for each in match.groups() if each is not None) if match else None


def version_problems(version: object, path: str) -> Iterator[Problem]:
    """What is wrong with a text that must be a version or an alias of one."""
    if isinstance(version, str) and version not in ALIASES and numbers(version) is None:
        yield Problem(
            path,
            f"{version!r} is no GKE version",
            "GKE knows 1.X, 1.X.Y and 1.X.Y-gke.N, and latest for the newest",
            "1.36.3-gke.1767000 or 1.36",
        )


def at_least(version: str | None, floor: str) -> bool | None:
    """Whether a version is as new as `floor` or newer; None when it cannot be told.

    version: what it begins with is all that is known of it, so `1.36` may be older or newer than
        1.36.3-gke.1767000. An alias, None or what is no version says nothing.
    floor: a version; fields that it leaves out are 0.
    """
    given, wanted = numbers(version or ""), numbers(floor)
    if given is None or wanted is None:
        return None
    begins = wanted[: len(given)] + (0,) * (len(given) - len(wanted))
    if given != begins:
        return given > begins
    return None if any(wanted[len(given) :]) else True


def meets(version: str | None, floors: Iterable[str]) -> bool | None:
    """Whether a version is new enough for a feature that came to several minor versions at once; None when it
    cannot be told.

    floors: the first version of each minor that has the feature. Of a minor that is older than all of them
        no version has it; of one without a floor of its own, the next older one counts.
    """
    given = numbers(version or "")
    if given is None:
        return None
    known = [(numbers(floor) or (), floor) for floor in floors]
    below = [(fields, floor) for fields, floor in known if fields[:2] <= given[:2]]
    return at_least(version, max(below)[1]) if below else False

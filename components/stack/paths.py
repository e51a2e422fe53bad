"""Paths of a stack config."""

from collections.abc import Iterable, Iterator

from ..problems import Problem


def below(path: str, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems of a group, with the paths of the whole config.

    path: where the group stands.
    """
    for problem in problems:
        place = f"{path}.{problem.path}" if problem.path else path
        yield Problem(place, problem.what, problem.why, problem.fix)

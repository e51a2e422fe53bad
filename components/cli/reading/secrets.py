"""What is secret in an object although no program has marked it."""

from collections.abc import Iterator
from typing import Final

from ...rules import Path
from ...rules.part import is_list, is_object

# core/v1 Secret. What kubectl keeps of an object in its annotation is the object itself.
_SECRET: Final = ("data", "stringData")
_APPLIED: Final = "kubectl.kubernetes.io/last-applied-configuration"


def secrets_in(value: object) -> frozenset[Path]:
    """The paths of the contents of Secrets, and of the values of environment variables."""
    return frozenset(_found(value))


def _found(value: object) -> Iterator[Path]:
    pending: list[tuple[Path, object]] = [((), value)]
    while pending:
        path, value = pending.pop()
        if path and path[-1] == "env":
            yield from _of_env(path, value)
        if is_object(value):
            if value.get("kind") == "Secret":
                yield from ((*path, key) for key in _SECRET if key in value)
            if path and path[-1] == "annotations" and _APPLIED in value:
                yield (*path, _APPLIED)
            pending.extend(((*path, key), each) for key, each in value.items())
        elif is_list(value):
            pending.extend(((*path, at), each) for at, each in enumerate(value))


def _of_env(path: Path, value: object) -> Iterator[Path]:
    """The values; whatever stands in the place of a variable, or of all of them, may be one."""
    if not is_list(value):
        yield path
        return
    for at, each in enumerate(value):
        yield (*path, at, "value") if is_object(each) else (*path, at)

"""Edits, made in plain values."""

from collections.abc import Mapping, Sequence
from typing import cast

from gke_agent_sandbox.rules import Edit, Path


def applied(value: object, edit: Edit) -> object:
    """The value with an edit made; what is not on its path is the same as before, not a copy.

    Errors: TypeError where the path leads through something that is no object and no list, or beyond the end
    of a list.
    """
    return _set(value, edit.path, edit.value)


def _set(value: object, path: Path, new: object) -> object:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        entries = list(cast(Sequence[object], value)) if isinstance(value, list | tuple) else []
        if (value is not None and not isinstance(value, list | tuple)) or step > len(entries):
            raise TypeError("an edit's path leads beyond a list")
        inner = entries[step] if step < len(entries) else None
        return [*entries[:step], _set(inner, rest, new), *entries[step + 1 :]]
    if value is not None and not isinstance(value, Mapping):
        raise TypeError("an edit's path leads through something that is no object")
    fields = dict(cast(Mapping[str, object], value or {}))
    return {**fields, step: _set(fields.get(step), rest, new)}

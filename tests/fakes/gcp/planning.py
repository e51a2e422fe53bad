"""What a change of inputs means: Diff, and the states that Create and Update lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from .facts import Facts
from .making import labels
from .shapes import Kind, Shape, Type
from .wire import UNKNOWN, Path, general


class Change(StrEnum):
    ADD = "ADD"
    DELETE = "DELETE"
    UPDATE = "UPDATE"


@dataclass(frozen=True)
class Difference:
    """One property that differs, and whether that needs a new resource."""

    path: Path
    change: Change
    replaces: bool


NOTHING: tuple[Any, ...] = (None, "", 0, False, [], {})
MANAGED_LABELS = ("sandbox.gke.io/", "goog-gke")
"""Prefixes of labels that GKE adds, and the provider passes over: containerNodePoolLabelsSuppress and
containerNodePoolResourceLabelsDiffSuppress in hashicorp/terraform-provider-google,
services/container/node_config.go.
"""


def differences(
    state: Mapping[str, Any], news: Mapping[str, Any], kind: Type, facts: Facts
) -> list[Difference]:
    """How a resource's state differs from what a program wants, as a Terraform provider sees it: what the
    program does not say differs only where the cloud would not have filled it in.
    """
    return [*_object(state, news, kind.inputs, facts, ()), *_own_labels(state, news, kind)]


def _own_labels(state: Mapping[str, Any], news: Mapping[str, Any], kind: Type) -> Iterator[Difference]:
    """The output with the program's labels and the provider's own, which is compared although no program
    sets it: after an import it is empty (pulumi-gcp issue 3044).
    """
    old = state.get("pulumiLabels")
    if old is None or UNKNOWN in (news.get("labels"), news.get("resourceLabels")):
        return
    if old != labels(news, kind.outputs).get("pulumiLabels"):
        yield Difference(("pulumiLabels",), Change.UPDATE, False)


def _object(
    state: Mapping[str, Any], news: Mapping[str, Any], shape: Shape, facts: Facts, path: Path
) -> Iterator[Difference]:
    for key, inner in shape.fields.items():
        here = (*path, key)
        where = general(here)
        old, new = state.get(key), news.get(key)
        if new is None:
            gone = where not in facts.computed | facts.output_only and old not in (
                *NOTHING,
                facts.defaults.get(where),
            )
            if gone:
                yield Difference(here, Change.DELETE, needs_new(where, old, facts))
        else:
            yield from _value(old, new, inner, facts, here)


def _value(old: Any, new: Any, shape: Shape, facts: Facts, path: Path) -> Iterator[Difference]:
    where = general(path)
    if new is UNKNOWN:
        yield Difference(path, Change.ADD if old is None else Change.UPDATE, where in facts.replaces)
    elif old is None:
        if new not in NOTHING:
            yield Difference(path, Change.ADD, needs_new(where, new, facts))
    elif shape.kind is Kind.OBJECT:
        yield from _object(old, new, shape, facts, path)
    elif shape.kind is Kind.MAP:
        yield from _map(old, new, facts, path)
    elif shape.kind is Kind.LIST and shape.item and where not in facts.sets:
        yield from _list(old, new, shape.item, facts, path)
    elif shape.kind is Kind.LIST:
        if not same_set(old, new):
            yield Difference(path, Change.UPDATE, needs_new(where, new, facts))
    elif old != new:
        yield Difference(path, Change.UPDATE, where in facts.replaces)


def _map(old: Mapping[str, Any], new: Mapping[str, Any], facts: Facts, path: Path) -> Iterator[Difference]:
    replaces = general(path) in facts.replaces
    for key in sorted(old.keys() | new.keys()):
        if key not in new:
            if not key.startswith(MANAGED_LABELS):
                yield Difference((*path, key), Change.DELETE, replaces)
        elif key not in old:
            yield Difference((*path, key), Change.ADD, replaces)
        elif old[key] != new[key]:
            yield Difference((*path, key), Change.UPDATE, replaces)


def _list(old: list[Any], new: list[Any], item: Shape, facts: Facts, path: Path) -> Iterator[Difference]:
    for at in range(max(len(old), len(new))):
        here = (*path, at)
        if at >= len(new):
            yield Difference(here, Change.DELETE, needs_new(general(path), old[at], facts))
        elif at >= len(old):
            yield Difference(here, Change.ADD, needs_new(general(path), new[at], facts))
        else:
            yield from _value(old[at], new[at], item, facts, here)


def same_set(old: list[Any], new: list[Any]) -> bool:
    """Whether two lists are equal but for their order. What the cloud added to an entry does not count."""
    rest = list(old)
    for each in new:
        found = next((other for other in rest if covers(other, each)), None)
        if found is None:
            return False
        rest.remove(found)
    return not rest


def covers(old: Any, new: Any) -> bool:
    """Whether a value holds at least what another one says."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(covers(old.get(key), value) for key, value in new.items())
    return new is not UNKNOWN and old == new


def needs_new(where: str, value: Any, facts: Facts) -> bool:
    """Whether a value that appears or disappears as a whole needs a new resource: the property says so, or
    one within it that is set.
    """
    if where in facts.replaces:
        return True
    match value:
        case dict():
            return any(needs_new(f"{where}.{key}", each, facts) for key, each in value.items())
        case list():
            return any(needs_new(where, each, facts) for each in value)
        case _:
            return False


def planned(news: Mapping[str, Any], kind: Type, facts: Facts) -> dict[str, Any]:
    """The outputs that a preview of a creation shows: the inputs, and UNKNOWN for what the cloud fills in."""
    outputs = _planned(news, kind.inputs, facts, ())
    late = {
        key: UNKNOWN
        for key in kind.outputs
        if key not in outputs and (key in facts.output_only or key in facts.computed)
    }
    return {**outputs, **late}


def _planned(value: Any, shape: Shape, facts: Facts, path: Path) -> Any:
    if isinstance(value, list) and shape.item:
        return [_planned(each, shape.item, facts, (*path, at)) for at, each in enumerate(value)]
    if not isinstance(value, Mapping) or shape.kind is not Kind.OBJECT:
        return value
    known = {
        key: _planned(each, shape.fields[key], facts, (*path, key)) if key in shape.fields else each
        for key, each in value.items()
        if each is not None
    }
    late = {
        key: UNKNOWN
        for key in shape.fields
        if key not in known and general((*path, key)) in facts.computed | facts.output_only
    }
    return {**known, **late}


def updated(state: Mapping[str, Any], news: Mapping[str, Any], kind: Type, facts: Facts) -> dict[str, Any]:
    """The state after an update: what the program says, and of the rest what the cloud had filled in."""
    outputs = {key: value for key, value in state.items() if key not in kind.inputs.fields}
    return {**outputs, **_updated(state, news, kind.inputs, facts, ())}


def _updated(
    state: Mapping[str, Any], news: Mapping[str, Any], shape: Shape, facts: Facts, path: Path
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, inner in shape.fields.items():
        here = (*path, key)
        old, new = state.get(key), news.get(key)
        if new is None:
            if old is not None and general(here) in facts.computed | facts.output_only:
                result[key] = old
        elif inner.kind is Kind.OBJECT and isinstance(old, Mapping) and isinstance(new, Mapping):
            result[key] = _updated(old, new, inner, facts, here)
        else:
            result[key] = new
    return result

"""What the provider says about a program's inputs before anything is sent: Check."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .enums import ENUMS
from .facts import Facts
from .shapes import Kind, Shape
from .wire import UNKNOWN, Path, Secret, bare, general, shown

RANDOM_LENGTH = 7
LONGEST_NAME = 63
"""pulumi-gcp, provider/resources.go: lowercaseAutoName, for every property `name` that has no other."""


@dataclass(frozen=True)
class Failure:
    """Why inputs are refused, and where."""

    path: str
    reason: str


def automatic_name(name: str, seed: bytes) -> str:
    """A name for a resource that the program gives none. A replacement has another seed, so another name.

    Errors: ValueError when it would be too long.
    """
    made = f"{name.lower()}-{seed.hex()[:RANDOM_LENGTH]}"
    if len(made) > LONGEST_NAME:
        raise ValueError(f"{made} has more than {LONGEST_NAME} characters")
    return made


def filled(news: Mapping[str, Any], shape: Shape, facts: Facts) -> dict[str, Any]:
    """The inputs with the provider's defaults. Every object says in `__defaults` what was filled in."""
    return _filled(news, shape, facts, (), bare(news))


def _filled(value: Any, shape: Shape, facts: Facts, path: Path, root: Mapping[str, Any]) -> Any:
    match value:
        case Secret():
            return Secret(_filled(value.value, shape, facts, path, root))
        case list() if shape.item:
            return [_filled(each, shape.item, facts, (*path, at), root) for at, each in enumerate(value)]
        case dict() if shape.kind is Kind.OBJECT:
            here = {
                key: _filled(each, shape.fields[key], facts, (*path, key), root)
                if key in shape.fields
                else each
                for key, each in value.items()
                if key != "__defaults"
            }
            added = {
                key: facts.defaults[where]
                for key in shape.fields
                if key not in here
                and (where := general((*path, key))) in facts.defaults
                and not any(is_set(root, other) for other in facts.conflicts.get(where, ()))
            }
            return {**here, **added, "__defaults": sorted(added)}
        case _:
            return value


def is_set(root: Mapping[str, Any], path: str) -> bool:
    """Whether a program says anything about a property, be it false."""
    value: Any = root
    for step in path.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return False
        value = value[step]
    return True


def failures(news: Mapping[str, Any], shape: Shape, facts: Facts, token: str) -> list[Failure]:
    """Everything that is wrong with inputs by themselves."""
    plain = bare(news)
    return [
        *_failures(plain, shape, facts, (), token),
        *conflicts(plain, facts),
        *not_exactly_one(plain, facts),
    ]


def _failures(value: Any, shape: Shape, facts: Facts, path: Path, token: str) -> Iterator[Failure]:
    where = shown(path)
    if value is UNKNOWN or value is None:
        return
    if not fits(value, shape.kind):
        yield Failure(
            where, f"Incorrect attribute value type: {shape.kind} is needed. Examine values at '{where}'."
        )
        return
    if shape.kind is Kind.OBJECT:
        for key, each in value.items():
            inner = (*path, key)
            if key not in shape.fields or general(inner) in facts.output_only:
                at = shown(inner)
                yield Failure(at, f"Invalid or unknown key. Examine values at '{at}'.")
            else:
                yield from _failures(each, shape.fields[key], facts, inner, token)
        for key in sorted(shape.required - value.keys()):
            at = shown((*path, key))
            yield Failure(
                at,
                f'Missing required argument. The argument "{key}" is required, but no definition was found. '
                f"Examine values at '{at}'.",
            )
    elif shape.item:
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in entries:
            yield from _failures(each, shape.item, facts, (*path, key), token)
    allowed = ENUMS.get(token, {}).get(general(path))
    if allowed and isinstance(value, str) and value not in allowed.values:
        yield Failure(where, f"expected {where} to be one of {sorted(allowed.values)}, got {value}")


def fits(value: Any, kind: Kind) -> bool:
    """Whether a value is of a kind. A boolean is no number, though Python says so."""
    match kind:
        case Kind.STRING:
            return isinstance(value, str)
        case Kind.BOOLEAN:
            return isinstance(value, bool)
        case Kind.INTEGER:
            return isinstance(value, int) and not isinstance(value, bool)
        case Kind.NUMBER:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case Kind.LIST:
            return isinstance(value, list)
        case Kind.MAP | Kind.OBJECT:
            return isinstance(value, dict)
        case Kind.ANY:
            return True


def conflicts(plain: Mapping[str, Any], facts: Facts) -> Iterator[Failure]:
    """A property that must not be there beside another one; a false is there, an unknown is passed over."""
    for path, others in facts.conflicts.items():
        if is_set(plain, path):
            for other in others:
                if is_set(plain, other):
                    yield Failure(
                        path, f'Conflicting configuration arguments. "{path}": conflicts with {other}.'
                    )


def not_exactly_one(plain: Mapping[str, Any], facts: Facts) -> Iterator[Failure]:
    """A choice that was not made, or was made twice."""
    for group in facts.exactly_one:
        above = group[0].rpartition(".")[0]
        chosen = [path for path in group if is_set(plain, path)]
        if len(chosen) != 1 and (not above or is_set(plain, above)):
            yield Failure(
                group[0],
                f"Invalid combination of arguments. one of `{', '.join(group)}` must be specified, "
                f"not {len(chosen)} of them.",
            )

"""Values that the engine does not know yet: how the pure checks look past them, and how they are checked
once known.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, cast

import pulumi

from ..problems import Problem, refuse
from ..problems.refusal import refusing

Path = tuple[str | int, ...]


def is_opaque(value: object) -> bool:
    """Whether a value is one that only the engine can tell."""
    return isinstance(value, pulumi.Output | Awaitable)


def checked_when_known(
    title: str, api_object: Mapping[str, Any], problems: Callable[[dict[str, Any], Path], Iterable[Problem]]
) -> dict[str, Any]:
    """The same object, in which every output is checked at its place as soon as it is known.

    title: what is refused then.
    problems: every problem of the object with one more value known, whose path is the second argument. Each
    output is checked by itself, so that one unknown value does not hide the rest of the object from the
    preview and its policies.
    """
    result = dict(api_object)
    for path, value in outputs_of(api_object, ()):

        def known(plain: Any, path: Path = path) -> Any:
            with refusing():
                refuse(title, problems(cast(dict[str, Any], replaced(api_object, path, plain)), path))
            return plain

        result = cast(dict[str, Any], replaced(result, path, pulumi.Output.from_input(value).apply(known)))
    return result


def outputs_of(value: object, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every output below a value, with its path."""
    if is_opaque(value):
        yield path, value
    elif isinstance(value, Mapping):
        for key, entry in cast(Mapping[str, object], value).items():
            yield from outputs_of(entry, (*path, key))
    elif isinstance(value, list | tuple):
        for index, entry in enumerate(cast(list[object], value)):
            yield from outputs_of(entry, (*path, index))


def replaced(value: object, path: Path, new: object) -> object:
    """The same value with another one at the path; what lies beside is shared, nothing changes in place."""
    if not path:
        return new
    step, *rest = path
    if isinstance(value, Mapping):
        entries = cast(Mapping[str | int, object], value)
        return {
            key: replaced(each, tuple(rest), new) if key == step else each for key, each in entries.items()
        }
    items = cast(list[object], value)
    return [replaced(each, tuple(rest), new) if index == step else each for index, each in enumerate(items)]


def available_after(value: pulumi.Input[str], resources: Iterable[pulumi.Resource]) -> pulumi.Output[str]:
    """The same text, known at once, but whoever uses it is made after the resources and deleted before
    them.
    """
    output: pulumi.Output[str] = pulumi.Output.from_input(value)

    async def needed() -> set[pulumi.Resource]:
        return {*await output.resources(), *resources}

    known = cast(Any, output.future(with_unknowns=True))
    return pulumi.Output(needed(), known, output.is_known(), output.is_secret())

"""What is known about a type of resource beyond the names and types of its properties."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Paths = frozenset[str]


@dataclass(frozen=True)
class Facts:
    """One row. A path is `nodeConfig.taints.key`: names as on the wire, without indices.

    terraform:   the type's name in the provider below, which its messages use.
    replaces:    a change here needs a new resource.
    computed:    what the cloud fills in where the program says nothing; leaving it out again is no change.
    output_only: what a program cannot set.
    secret:      outputs that are secrets.
    sets:        lists whose order means nothing.
    defaults:    what the provider itself fills in, at Check.
    conflicts:   what cannot be set beside a property.
    exactly_one: groups of properties of which one must be set where the object they are in is set.
    """

    terraform: str
    replaces: Paths = frozenset()
    computed: Paths = frozenset()
    output_only: Paths = frozenset()
    secret: Paths = frozenset()
    sets: Paths = frozenset()
    defaults: Mapping[str, Any] = field(default_factory=dict[str, Any])
    conflicts: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    exactly_one: tuple[tuple[str, ...], ...] = ()


def paths(text: str) -> Paths:
    """The paths in a short notation: `a b{. c d{e}}` stands for a, b, b.c and b.d.e."""
    return frozenset(_paths(re.findall(r"[\w.]+|[{}]", text)))


def _paths(tokens: list[str]) -> Iterator[str]:
    above: list[str] = []
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        if token == "}":
            above.pop()
        elif following == "{":
            above.append(token)
        elif token != "{":
            yield ".".join(above if token == "." else [*above, token])


def within(place: str, row: Facts) -> Facts:
    """The same facts, one level down."""
    return Facts(
        row.terraform,
        *(
            frozenset(f"{place}.{path}" for path in each)
            for each in (row.replaces, row.computed, row.output_only, row.secret, row.sets)
        ),
        {f"{place}.{path}": value for path, value in row.defaults.items()},
        {
            f"{place}.{path}": tuple(f"{place}.{each}" for each in row.conflicts[path])
            for path in row.conflicts
        },
        tuple(tuple(f"{place}.{each}" for each in group) for group in row.exactly_one),
    )


def together(row: Facts, *others: Facts) -> Facts:
    """The facts of several rows under the name of the first."""
    rows = (row, *others)
    return Facts(
        row.terraform,
        frozenset().union(*(each.replaces for each in rows)),
        frozenset().union(*(each.computed for each in rows)),
        frozenset().union(*(each.output_only for each in rows)),
        frozenset().union(*(each.secret for each in rows)),
        frozenset().union(*(each.sets for each in rows)),
        {path: value for each in rows for path, value in each.defaults.items()},
        {path: value for each in rows for path, value in each.conflicts.items()},
        tuple(group for each in rows for group in each.exactly_one),
    )

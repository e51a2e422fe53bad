"""The table of enum values against pulumi_gcp's docstrings."""

import re
from typing import Any

import pytest

from tests.fakes.gcp.enums import ENUMS, Enum
from tests.fakes.gcp.reflection import arguments_class, fields_of, inner_class

ROWS = [
    pytest.param(token, path, row, id=f"{token.rpartition(':')[2]} {path}")
    for token, rows in ENUMS.items()
    for path, row in rows.items()
]


def owner(token: str, path: str) -> tuple[type[Any], str]:
    """The class that a property is declared in, and its name there."""
    model = arguments_class(token)
    *above, name = path.split(".")
    for step in above:
        inner = inner_class(fields_of(model)[step])
        assert inner is not None
        model = inner
    assert name in fields_of(model), f"{token} has no {path}"
    return model, name


def documentation(model: type[Any], name: str) -> str:
    """What the constructor's docstring says of a parameter."""
    snake = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
    text = model.__init__.__doc__ or ""
    found = re.search(rf"\] {snake}: (.*?)(?=\n\s*:param|\Z)", text, re.DOTALL)
    return found[1] if found else ""


@pytest.mark.parametrize(("token", "path", "row"), ROWS)
def test_a_row_is_documented(token: str, path: str, row: Enum) -> None:
    """Where a property is in several places, one of them will do."""
    owner(token, path)
    places = [(other, place) for other, rows in ENUMS.items() for place, each in rows.items() if each is row]
    said = " ".join(documentation(*owner(*each)) for each in places)
    named = {value for value in row.values if re.search(rf"\b{value}\b", said)}
    if row.documented:
        assert named == row.values
    else:
        assert named < row.values, "the docstring names them all: the row needs no exception"

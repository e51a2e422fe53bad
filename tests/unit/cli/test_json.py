"""JSON, with the place of everything."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.cli.reading import Mark
from gke_agent_sandbox.cli.reading.document import TextError
from gke_agent_sandbox.cli.reading.json_documents import json_documents
from gke_agent_sandbox.rules import Path

CANARY = "s3cr3t-canary"


def refused(text: str) -> TextError:
    with pytest.raises(TextError) as caught:
        list(json_documents(text))
    return caught.value


def test_several_documents_follow_each_other() -> None:
    documents = [*json_documents('{"a": 1}\n null {"b":\n2}')]
    assert [(each.number, each.value) for each in documents] == [(1, {"a": 1}), (2, {"b": 2})]
    assert documents[1].mark == Mark(2, 7)
    assert documents[1].locate(("b",)) == Mark(2, 8)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ('{"a": 1,}', Mark(1, 9)),
        ('{"a":\n x}', Mark(2, 2)),
        ("{} x", Mark(1, 4)),
        ('{"a": 1, "a": 2}', Mark(1, 1)),
        ('{"a": NaN}', Mark(1, 1)),
        ("[" * 200_000, Mark(1, 1)),
        (f'{{"a": {"9" * 6000}}}', Mark(1, 1)),
    ],
)
def test_what_is_no_json_is_refused(text: str, mark: Mark) -> None:
    assert refused(text).mark == mark


def test_an_error_quotes_no_value() -> None:
    for text in (f'{{"a": "{CANARY}}}', f'{{"a": {CANARY}}}', f'{{"x": "{CANARY}", "a": 1, "a": 2}}'):
        error = refused(text)
        assert CANARY not in f"{error} {error.fix}"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def fields(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    entries = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, each in entries:
        yield (*path, step), each
        yield from fields(each, (*path, step))


@given(values.filter(lambda value: value is not None), st.sampled_from([None, 2]))
def test_every_field_is_found_where_it_begins(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    (document,) = json_documents(text)
    lines = text.split("\n")
    for path, each in fields(value):
        line, column = document.locate(path)
        begins = json.dumps(path[-1]) if isinstance(path[-1], str) else json.dumps(each, indent=indent)[0]
        assert lines[line - 1][column - 1 :].startswith(begins)
        assert document.locate((*path, "missing", 0)) == (line, column)


@given(st.text() | st.text(alphabet='[]{},:" \n\\u0ab1.-e'))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        for document in json_documents(text):
            document.locate(("a", 0))
    except TextError:
        pass

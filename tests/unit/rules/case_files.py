"""The cases from the field, which are not part of this repository."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from gke_agent_sandbox.rules import Path as FieldPath
from gke_agent_sandbox.rules import Resource

ROOT = Path(__file__).parents[3]
CASES = Path(os.environ.get("AGENT_SANDBOX_CASES", ROOT / ".." / "shared" / "cases"))


def case(number: str) -> list[Resource]:
    """The resources of a case; the test is skipped where the cases are not at hand."""
    documents: list[dict[str, Any]] = [each for each in yaml.safe_load_all(text_of(number)) if each]
    if "resources" in documents[0]:
        return [
            resource(each["type"], each["properties"], name)
            for name, each in documents[0]["resources"].items()
        ]
    return [resource(None, each, each["metadata"]["name"]) for each in documents if "metadata" in each]


def expectations(number: str) -> list[dict[str, Any]]:
    """What a case expects, each with `control`, `verdict` and `at`: the header, in the lines of comment."""
    lines = text_of(number).splitlines()
    head = [line[2:] for line in lines[: lines.index("")]]
    return yaml.safe_load("\n".join(head))["expect"]


def numbers() -> list[str]:
    """Every case that is at hand."""
    return sorted(each.name.partition("-")[0] for each in CASES.glob("[0-9][0-9]-*.yaml"))


def text_of(number: str) -> str:
    files = list(CASES.glob(f"{number}-*.yaml"))
    if not files:
        pytest.skip(f"case {number} is not at hand: AGENT_SANDBOX_CASES names no folder with it")
    return files[0].read_text()


def resource(token: str | None, properties: Any, name: str) -> Resource:
    """A resource, with what is marked as secret in the way of Pulumi's YAML marked in ours."""
    return Resource(token, without_marks(properties), name, frozenset(marks(properties)))


def without_marks(value: Any) -> Any:
    match value:
        case {"fn::secret": secret}:
            return secret
        case dict():
            return {key: without_marks(each) for key, each in value.items()}
        case list():
            return [without_marks(each) for each in value]
        case _:
            return value


def marks(value: Any, path: FieldPath = ()) -> Iterator[FieldPath]:
    match value:
        case {"fn::secret": _}:
            yield path
        case dict():
            for key, each in value.items():
                yield from marks(each, (*path, key))
        case list():
            for at, each in enumerate(value):
                yield from marks(each, (*path, at))
        case _:
            pass

"""Graphs of resources against files. After a change that is meant, write the files anew and read the
difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/unit -k whole_graph
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml


def matches_golden(path: Path, graph: Mapping[str, Any]) -> None:
    """Compare what a program registers with a file.

    Errors: AssertionError with the difference.
    """
    # The SDK registers the stack once in a process, with whichever test comes first.
    resources = {key: each for key, each in graph.items() if not key.startswith("pulumi:pulumi:Stack")}
    text = yaml.safe_dump(plain(resources), sort_keys=True, width=110)
    if os.environ.get("WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()


def plain(value: Any) -> Any:
    """Values of the wire as YAML writes them; a kubeconfig has tests of its own."""
    match value:
        case dict():
            return {
                key: "[kubeconfig]" if key == "kubeconfig" else plain(each) for key, each in value.items()
            }
        case list():
            return [plain(each) for each in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value

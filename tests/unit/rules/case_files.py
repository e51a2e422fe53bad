"""The cases from the field, which are not part of this repository."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from gke_agent_sandbox.rules import Resource

ROOT = Path(__file__).parents[3]
CASES = Path(os.environ.get("AGENT_SANDBOX_CASES", ROOT / ".." / "shared" / "cases"))


def case(number: str) -> list[Resource]:
    """The resources of a case; the test is skipped where the cases are not at hand."""
    files = list(CASES.glob(f"{number}-*.yaml"))
    if not files:
        pytest.skip(f"case {number} is not at hand: AGENT_SANDBOX_CASES names no folder with it")
    documents: list[dict[str, Any]] = [each for each in yaml.safe_load_all(files[0].read_text()) if each]
    if "resources" in documents[0]:
        return [
            Resource(each["type"], each["properties"], name)
            for name, each in documents[0]["resources"].items()
        ]
    return [Resource(None, each, each["metadata"]["name"]) for each in documents]

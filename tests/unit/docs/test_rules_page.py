"""The page of the rules is that of the catalogue."""

import re
from pathlib import Path

from docs.rules_page import PAGE, page
from gke_agent_sandbox.rules import CATALOGUE, Group

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run `make docs`"


def test_every_rule_parameter_and_group_is_on_it() -> None:
    text = page()
    for rule in CATALOGUE:
        assert f"\n### {rule.id}\n" in text
        for parameter in rule.parameters:
            assert f"* `{parameter.name}`: " in text
    for group in Group:
        assert f"(`{group}`)" in text


def test_links_between_pages_lead_somewhere() -> None:
    for path in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([\w.-]+\.md)\)", path.read_text()):
            assert (DOCS / target).is_file(), f"{path.name}: {target}"

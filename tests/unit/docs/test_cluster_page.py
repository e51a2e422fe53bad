"""The page of the clusters is that of the tables."""

from docs.cluster_page import PAGE, page
from gke_agent_sandbox.cluster.requirements import REQUIREMENTS
from gke_agent_sandbox.cluster.settings.defaults import DEFAULTS


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), "run `make docs`"


def test_every_default_and_requirement_is_on_it() -> None:
    text = page()
    for default in DEFAULTS:
        assert f"| `{default.path}` |" in text
    for feature in REQUIREMENTS:
        assert f"(`{feature}`)" in text

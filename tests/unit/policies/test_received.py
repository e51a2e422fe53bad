"""The configuration as the engine hands it on."""

import pytest

from gke_agent_sandbox.rules import CATALOGUE, Entry, Level
from gke_agent_sandbox_policies.described import default_level
from gke_agent_sandbox_policies.received import received
from tests.unit.policies.wire import entry

RULE = "run-as-non-root"


def test_the_level_that_the_engine_fills_in_was_not_written() -> None:
    every = {rule.id: entry(str(default_level(rule))) for rule in CATALOGUE}
    assert {each.level for each in received(every).values()} == {None}


def test_a_level_for_all_is_not_one_of_each_rule() -> None:
    every = {rule.id: entry("advisory") for rule in CATALOGUE}
    entries = received({**every, "all": entry("advisory"), RULE: entry("mandatory")})
    assert entries["all"] == Entry(Level.ADVISORY, {})
    assert entries[RULE].level is Level.MANDATORY
    assert {each.level for key, each in entries.items() if key not in ("all", RULE)} == {None}


@pytest.mark.parametrize("key", ["configuration", "run-as-nonroot"])
def test_what_is_no_rule_has_no_level_and_is_handed_on(key: str) -> None:
    """The level that the engine names for `configuration` is its own, and a key that does not exist is
    refused by whoever reads on.
    """
    assert received({key: entry("disabled", profile="gke")}) == {key: Entry(None, {"profile": "gke"})}


def test_properties_are_plain_values() -> None:
    said = {"a": ["x", 1, True, None], "b": {"c": "d"}}
    assert received({RULE: entry("mandatory", **said)})[RULE].properties == said

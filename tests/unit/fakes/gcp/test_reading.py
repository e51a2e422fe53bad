"""The inputs after a refresh and after an import."""

from tests.fakes.gcp.catalogue import type_of
from tests.fakes.gcp.facts import FACTS
from tests.fakes.gcp.reading import imported, refreshed
from tests.fakes.gcp.tokens import NODE_POOL


def test_a_refresh_changes_only_what_was_said() -> None:
    inputs = {
        "name": "a",
        "nodeCount": 1,
        "nodeConfig": {"labels": {"x": "1"}, "__defaults": ["spot"], "spot": False},
        "gone": 1,
        "__defaults": ["name"],
    }
    state = {
        "name": "a",
        "nodeCount": 2,
        "version": "1.36",
        "nodeConfig": {"labels": {"x": "2", "sandbox.gke.io/runtime": "gvisor"}, "spot": True},
    }
    assert refreshed(inputs, state) == {
        "name": "a",
        "nodeCount": 2,
        "nodeConfig": {"labels": {"x": "2"}, "__defaults": [], "spot": True},
        "__defaults": ["name"],
    }


def test_an_import_takes_what_a_program_can_say_and_is_not_the_default() -> None:
    state = {
        "name": "a",
        "cluster": "c",
        "operation": "o",
        "management": {"autoRepair": True, "autoUpgrade": False},
        "nodeConfig": {"machineType": "m", "spot": False, "effectiveTaints": [{"key": "k"}], "tags": []},
        "nodeLocations": ["z"],
    }
    assert imported(state, type_of(NODE_POOL).inputs, FACTS[NODE_POOL]) == {
        "name": "a",
        "cluster": "c",
        "management": {"autoUpgrade": False, "__defaults": []},
        "nodeConfig": {"machineType": "m", "__defaults": []},
        "nodeLocations": ["z"],
        "__defaults": [],
    }

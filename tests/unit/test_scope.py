"""Tests that share a cluster run in one worker."""

from pathlib import Path

from tests.scope import scope_of

ENGINE = Path(__file__).parents[1] / "engine"


def test_all_of_a_folder_that_runs_the_engine_shares_its_cluster() -> None:
    assert scope_of("tests/engine/stack/test_commands.py::test_up[a/b::c]") == "tests/engine/stack"
    assert scope_of("tests/unit/rules/test_cases.py::test_01") == "tests/unit/rules/test_cases.py"


def test_the_deployed_stack_is_used_in_one_folder() -> None:
    using = {path.parent.name for path in ENGINE.glob("*/*.py") if "deployed: Project" in path.read_text()}
    assert using == {"stack"}

"""The configuration of a check."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from gke_agent_sandbox.cli.settings import read_configuration
from gke_agent_sandbox.problems import ProblemsError
from gke_agent_sandbox.rules import Configuration, Level

TODAY = date(2026, 6, 1)
ROOT_RULE = "run-as-non-root"
DROP_RULE = "drop-all-capabilities"
WRITTEN: dict[str, Any] = {
    "configuration": {"profile": "baseline", "levels": {"credentials": "advisory"}},
    ROOT_RULE: "advisory",
    DROP_RULE: {"enforcementLevel": "mandatory", "undetermined": "advisory"},
}


def read(folder: Path, said: Any, profile: str | None = None, name: str = "rules.json") -> Configuration:
    path = folder / name
    path.write_text(said if isinstance(said, str) else json.dumps(said))
    return read_configuration(str(path), profile, TODAY)


def problems(folder: Path, said: Any, profile: str | None = None) -> dict[str, str]:
    with pytest.raises(ProblemsError) as refused:
        read(folder, said, profile)
    assert refused.value.title == str(folder / "rules.json")
    return {each.path: str(each) for each in refused.value.problems}


def test_without_a_file_the_profile_sandbox() -> None:
    assert read_configuration(None, None, TODAY).profile.name == "sandbox"
    assert read_configuration(None, "restricted", TODAY).profile.name == "restricted"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WRITTEN),
        json.dumps({"version": 2, "policies": WRITTEN}),
        json.dumps({"version": 2.0, "policies": WRITTEN}),
        yaml.safe_dump(WRITTEN),
        f"# the rules\n{yaml.safe_dump({'version': 2, 'policies': WRITTEN})}",
    ],
)
def test_the_file_of_the_pack(tmp_path: Path, text: str) -> None:
    configuration = read(tmp_path, text, name="rules")
    assert configuration.profile.name == "baseline"
    assert configuration.levels[ROOT_RULE] is Level.ADVISORY
    assert configuration.levels[DROP_RULE] is Level.MANDATORY
    assert configuration.undetermined[DROP_RULE] is Level.ADVISORY
    assert configuration.levels["token-automount-off"] is Level.ADVISORY


def test_an_option_counts_more_than_the_file(tmp_path: Path) -> None:
    configuration = read(tmp_path, WRITTEN, "restricted")
    assert configuration.profile.name == "restricted"
    assert configuration.levels[ROOT_RULE] is Level.ADVISORY


@pytest.mark.parametrize("text", ["", "\n", "{}", "# nothing\n", '{"version": 2}'])
def test_an_empty_file_changes_nothing(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).profile.name == "sandbox"


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    said = {
        "run-as-nonroot": "advisory",
        ROOT_RULE: "mandatry",
        DROP_RULE: {"enforcementLevel": 5, "undetermined": "disabled", "x": 1},
        "token-automount-off": 5,
        "environments": ["a"],
        "exceptions": [],
        "configuration": {"levels": {"imges": "advisory"}, "exemptions": 5},
    }
    told = problems(tmp_path, said, "sandbx")
    assert set(told) == {
        "run-as-nonroot",
        ROOT_RULE,
        f"{DROP_RULE}.enforcementLevel",
        f"{DROP_RULE}.undetermined",
        f"{DROP_RULE}.x",
        "token-automount-off",
        "environments",
        "exceptions",
        "configuration.profile",
        "configuration.levels.imges",
        "configuration.exemptions",
    }


def test_a_versioned_file_holds_rules_only_under_policies(tmp_path: Path) -> None:
    told = problems(tmp_path, {"version": 3, "policies": [], ROOT_RULE: "advisory"})
    assert set(told) == {"version", "policies", ROOT_RULE}


@pytest.mark.parametrize("text", ["[]", "5", "{} {}", "a: {{ x }}", "{", "a: 1\na: 2\n"])
def test_a_file_that_is_no_object_is_refused(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match="cannot be opened"):
        read_configuration(str(tmp_path / "nope"), None, TODAY)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(ProblemsError, match="UTF-8"):
        read_configuration(str(tmp_path / "bytes"), None, TODAY)


def test_an_exemption_that_is_over_is_refused(tmp_path: Path) -> None:
    entry = {"rules": [ROOT_RULE], "name": "x", "reason": "r", "until": "2026-05-31"}
    assert "over" in problems(tmp_path, {"configuration": {"exemptions": [entry]}}).popitem()[1]

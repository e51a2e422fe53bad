"""The CI examples run the commands that there are, with the options that they have."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from gke_agent_sandbox.cli.check import FOUND, PASSED
from tests.unit.cli.files import BAD_POD, ROOT, Command, good_pod, text_of

FOLDER = ROOT / "examples" / "ci"
GITHUB = "github-actions.yml"
GITLAB = "gitlab-ci.yml"
PLACEHOLDER = "REPLACE_WITH_"


def loaded(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text())


def shell(name: str) -> Iterator[str]:
    """Every command of an example, in one line."""
    document = loaded(name)
    if name == GITHUB:
        for job in document["jobs"].values():
            yield from (step["run"] for step in job["steps"] if "run" in step)
    else:
        for job in document.values():
            yield from job.get("script", ()) if isinstance(job, dict) else ()


def commands(name: str, program: str) -> list[list[str]]:
    """The commands of an example that run a program, word by word."""
    return [shlex.split(line) for line in shell(name) if line.split()[0] == program]


@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_the_check_is_one_that_the_command_knows(command: Command, name: str) -> None:
    (words,) = commands(name, "gke-agent-sandbox")
    assert words[1] == "check"
    shutil.copy(FOLDER / "rules.json", command.folder)
    arguments = ["manifests" if word == "$MANIFESTS" else word for word in words[2:]]
    command.write("manifests/a.yaml", text_of(good_pod()))
    assert command.check(*arguments).code == PASSED
    command.write("manifests/a.yaml", BAD_POD)
    assert command.check(*arguments).code == FOUND
    written = words[words.index("--output") + 1]
    assert (command.folder / written).stat().st_size
    assert loaded(name).get("variables", loaded(name).get("env"))["MANIFESTS"] == "manifests"


def test_github_uploads_what_the_check_writes() -> None:
    job = loaded(GITHUB)["jobs"]["manifests"]
    (words,) = commands(GITHUB, "gke-agent-sandbox")
    assert words[words.index("--format") + 1] == "sarif"
    (upload,) = [step for step in job["steps"] if "upload-sarif" in step.get("uses", "")]
    assert upload["with"]["sarif_file"] == words[words.index("--output") + 1]
    assert "!cancelled()" in upload["if"], "also after a check that found something"
    assert job["permissions"]["security-events"] == "write"


def test_gitlab_takes_what_the_check_writes() -> None:
    job = loaded(GITLAB)["manifests"]
    (words,) = commands(GITLAB, "gke-agent-sandbox")
    assert words[words.index("--format") + 1] == "junit"
    assert job["artifacts"]["reports"]["junit"] == words[words.index("--output") + 1]
    assert job["artifacts"]["when"] == "always"


@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_the_preview_runs_the_pack(name: str) -> None:
    (words,) = commands(name, "pulumi")
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    match = re.fullmatch(r"\$\(which (\S+)\)", words[words.index("--policy-pack") + 1])
    assert match
    assert match[1] in scripts
    assert words[words.index("--policy-pack-config") + 1] == "rules.json"


@pytest.mark.engine
@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_the_cli_knows_the_options_of_the_preview(name: str) -> None:
    (words,) = commands(name, "pulumi")
    cli = ROOT / ".local" / "bin" / "pulumi"
    shown = subprocess.run([cli, words[1], "--help"], capture_output=True, text=True, check=True).stdout
    for word in words:
        if word.startswith("--"):
            assert re.search(rf"{word}\b", shown), word


def test_github_gives_each_job_no_more_rights_than_it_needs() -> None:
    document = loaded(GITHUB)
    assert document["permissions"] == {"contents": "read"}
    assert document["jobs"]["preview"]["permissions"] == {"contents": "read", "id-token": "write"}
    for job in document["jobs"].values():
        for step in job["steps"]:
            assert re.fullmatch(r"[\w./-]+@v\d+", step.get("uses", "a/b@v1")), "by major version"


def test_gitlab_exchanges_a_token_that_it_asks_for() -> None:
    job = loaded(GITLAB)["preview"]
    assert job["id_tokens"]["GOOGLE_ID_TOKEN"]["aud"].startswith("https://iam.googleapis.com/")
    (here,) = [line for line in job["script"] if line.startswith("cat ")]
    value = json.loads(here.partition("\n")[2].rpartition("END")[0])
    assert value["type"] == "external_account"
    assert value["credential_source"] == {"file": "$GOOGLE/token"}
    assert '"$GOOGLE/token"' in " ".join(job["script"])


@pytest.mark.parametrize("name", [GITHUB, GITLAB])
def test_no_secret_is_stored(name: str) -> None:
    written = (FOLDER / name).read_text()
    assert "secrets." not in written
    assert "PULUMI_CONFIG_PASSPHRASE" not in written
    assert PLACEHOLDER in written

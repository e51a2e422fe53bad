"""What the real engine exports is read as it is meant."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.files import ROOT, Command, Done

pytestmark = pytest.mark.engine

CANARY = "s3cr3t-canary"
PROGRAM = f"""
import pulumi
from pulumi_kubernetes import Provider
from pulumi_kubernetes.core.v1 import ConfigMap, Pod

options = pulumi.ResourceOptions(provider=Provider("files", render_yaml_to_directory="rendered"))
node = ConfigMap("node", metadata={{"name": "node"}}, data={{"a": "b"}}, opts=options)
user = {{"runAsUser": 0, "runAsNonRoot": True}}
secret = {{"name": "TOKEN", "value": pulumi.Output.secret("{CANARY}")}}
Pod(
    "root",
    metadata={{"name": "root"}},
    spec={{"nodeName": node.id, "containers": [{{"name": "app", "image": "a:1", "securityContext": user}}]}},
    opts=options,
)
Pod(
    "sealed",
    metadata={{"name": "sealed"}},
    spec={{"containers": [{{"name": "app", "image": "a:1", "securityContext": user, "env": [secret]}}]}},
    opts=options,
)
"""
"""Two pods as root, rendered to files and to no cluster; all containers of the second are secret."""


@pytest.fixture
def pulumi(command: Command) -> Callable[..., str]:
    """The Pulumi CLI on a stack in the folder; what it prints."""
    command.write("Pulumi.yaml", "name: shop\nruntime: {name: python, options: {virtualenv: .venv}}\n")
    command.write("__main__.py", PROGRAM)
    command.write("backend/.keep", "")
    (command.folder / ".venv").symlink_to(ROOT / ".venv")
    programs = [ROOT / "tests" / "fakes", Path(sys.executable).parent, ROOT / ".local" / "bin"]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([*map(str, programs), os.environ.get("PATH", "")]),
        "PULUMI_HOME": str(command.folder / "home"),
        "PULUMI_BACKEND_URL": f"file://{command.folder}/backend",
        "PULUMI_CONFIG_PASSPHRASE": "x",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
    }

    def run(*arguments: str) -> str:
        done = subprocess.run(
            ["pulumi", *arguments, "--non-interactive"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("stack", "init", "dev")
    return run


def told(done: Done) -> dict[str, set[tuple[str, str]]]:
    """Of each resource what `run-as-non-root` and `pod-readable` say: rule and verdict."""
    value: Any = json.loads(done.out)
    return {
        resource["name"]: {
            (each["rule"], each["verdict"])
            for each in resource["findings"]
            if each["rule"] in ("run-as-non-root", "pod-readable")
        }
        for resource in value["resources"]
    }


def test_states_and_plans_of_the_real_engine(command: Command, pulumi: Callable[..., str]) -> None:
    violation, unseen = ("run-as-non-root", "violation"), ("pod-readable", "undetermined")
    shown = ("--format", "json")
    command.write("plan.json", pulumi("preview", "--json", "--show-sames"))
    plan = command.check("plan.json", *shown)
    assert told(plan) == {"node": set(), "root": {violation}, "sealed": {unseen}}

    pulumi("up", "--yes", "--skip-preview")
    command.write("state.json", pulumi("stack", "export"))
    state = command.check("state.json", *shown)
    assert told(state) == told(plan)

    command.write("open.json", pulumi("stack", "export", "--show-secrets"))
    assert CANARY in (command.folder / "open.json").read_text()
    seen = command.check("open.json", *shown)
    assert told(seen) == {"node": set(), "root": {violation}, "sealed": {violation}}
    assert CANARY not in seen.out + command.check("open.json", "--verbose").out

    command.write("again.json", pulumi("preview", "--json", "--show-sames"))
    assert told(command.check("again.json", *shown)) == told(plan)

"""The same fixtures through the real engine: one run of `pulumi policy analyze` for each profile."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.rules.objects import GVISOR
from tests.unit.rules.pod_security.checks import NEWEST
from tests.unit.rules.pod_security.fixtures import fixtures
from tests.unit.rules.pod_security.kinds import KINDS, carried

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[4]
STACK = "urn:pulumi:dev::fixtures"
PINNED = "registry.example.com/a@sha256:" + "0" * 64
LIMITS = {"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Gi"}

Pods = dict[str, dict[str, Any]]
Told = dict[str, dict[str, set[str]]]
"""By kind and fixture, the rules that were told and stop the run."""


@pytest.fixture
def analyze(tmp_path: Path) -> Callable[[Pods, str], Told]:
    """Has the engine judge these pods in every kind, with a profile."""
    path = os.pathsep.join([str(ROOT / ".local" / "bin"), os.environ.get("PATH", "")])
    cli = shutil.which("pulumi", path=path)
    if cli is None:
        pytest.skip("no pulumi in .local/bin or on PATH: `make tools` builds it")
    pack, state, settings = tmp_path / "pack", tmp_path / "state.json", tmp_path / "configuration.json"
    pack.write_text(f"#!{sys.executable}\nfrom gke_agent_sandbox_policies.executable import main\n\nmain()\n")
    pack.chmod(0o755)

    def run(pods: Pods, profile: str) -> Told:
        state.write_text(json.dumps(exported(pods)))
        settings.write_text(json.dumps({"configuration": {"profile": profile}}))
        files = ["--file", state, "--policy-pack", pack, "--policy-pack-config", settings]
        done = subprocess.run(
            [cli, "policy", "analyze", *files, "--json"],
            env={**os.environ, "PULUMI_HOME": str(tmp_path / "home"), "PULUMI_SKIP_UPDATE_CHECK": "true"},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        told: Told = {kind: {name: set() for name in pods} for kind in KINDS}
        for line in done.stdout.splitlines():
            event = json.loads(line).get("policyEvent") if line.startswith("{") else None
            if event and event["enforcementLevel"] == "mandatory":
                kind, name = event["resourceUrn"].split("::")[-1].split("/")
                told[kind][name].add(event["policyName"])
        assert any(any(rules.values()) for rules in told.values()), done.stdout + done.stderr
        return told

    return run


def exported(pods: Pods) -> dict[str, Any]:
    """What `pulumi stack export` writes of a stack with these pods in every kind."""
    resources: list[dict[str, Any]] = [
        {"urn": f"{STACK}::pulumi:pulumi:Stack::fixtures-dev", "custom": False, "type": "pulumi:pulumi:Stack"}
    ]
    for kind in KINDS:
        for name, pod in pods.items():
            resource = carried(kind, pod)
            urn, token = f"{STACK}::{resource.type_token}::{kind}/{name}", resource.type_token
            entry = {"urn": urn, "custom": True, "id": urn, "type": token, "inputs": resource.properties}
            resources.append(entry)
    manifest = {"time": "2026-01-01T00:00:00Z", "magic": "", "version": ""}
    return {"version": 3, "deployment": {"manifest": manifest, "resources": resources}}


@pytest.mark.parametrize(("level", "failing", "passing"), [("baseline", 34, 15), ("restricted", 76, 23)])
def test_every_bad_pod_is_noticed_and_no_good_one(
    analyze: Callable[[Pods, str], Told], level: str, failing: int, passing: int
) -> None:
    bad, good = fixtures(level, NEWEST, "fail"), fixtures(level, NEWEST, "pass")
    renamed = {f"good-{name}": pod for name, pod in good.items()}
    told = analyze({**bad, **renamed}, level)
    for kind in KINDS:
        assert len([name for name in bad if told[kind][name]]) == failing, kind
        assert len([name for name in renamed if not told[kind][name]]) == passing, kind


def test_for_a_sandbox_every_bad_pod_is_noticed_beyond_what_a_good_one_lacks(
    analyze: Callable[[Pods, str], Told],
) -> None:
    bad = fixtures("restricted", NEWEST, "fail")
    good = fixtures("restricted", NEWEST, "pass")["base"]
    told = analyze({name: for_a_sandbox(pod) for name, pod in {**bad, "base": good}.items()}, "sandbox")
    for kind in KINDS:
        noticed = [name for name in bad if told[kind][name] - told[kind]["base"]]
        assert len(noticed) == 76, kind


def for_a_sandbox(pod: dict[str, Any]) -> dict[str, Any]:
    """The pod with what the rules for sandboxes ask for beside the Pod Security Standards."""
    spec = {
        **pod["spec"],
        "runtimeClassName": "gvisor",
        "nodeSelector": {"sandbox.gke.io/runtime": "gvisor"},
        "tolerations": [GVISOR],
        "automountServiceAccountToken": False,
    }
    for key in ("containers", "initContainers"):
        spec[key] = [
            {**each, "image": PINNED, "resources": {"limits": LIMITS}} for each in spec.get(key) or ()
        ]
    return {**pod, "spec": spec}

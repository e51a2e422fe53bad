"""The pack as the real engine runs it, on exported state: no stack, no login, no network."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gke_agent_sandbox_policies.decode import SECRET, SIGNATURE
from tests.unit.policies.wire import UNKNOWN_STRING
from tests.unit.rules.objects import IMAGE, good_pod_spec

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[3]
CANARY = "s3cr3t-canary-0001"
TYPE = "kubernetes:agents.x-k8s.io/v1beta1:Sandbox"
BAD = {"automountServiceAccountToken": False, "containers": [{"name": "app", "image": IMAGE}]}


class Engine:
    """`pulumi policy analyze` with the pack as an executable."""

    def __init__(self, cli: str, folder: Path) -> None:
        self.cli = cli
        self.folder = folder
        self.pack = folder / "pack"
        self.pack.write_text(
            f"#!{sys.executable}\nfrom gke_agent_sandbox_policies.executable import main\n\nmain()\n"
        )
        self.pack.chmod(0o755)

    def analyze(
        self, spec: Any, configuration: dict[str, Any] | None = None
    ) -> tuple[int, list[dict[str, Any]], str]:
        """Status, policy events and everything that was printed, for one Sandbox."""
        state, settings = self.folder / "state.json", self.folder / "configuration.json"
        state.write_text(json.dumps(exported(spec)))
        settings.write_text(json.dumps(configuration or {}))
        arguments = ["--file", state, "--policy-pack", self.pack, "--policy-pack-config", settings, "--json"]
        run = subprocess.run(
            [self.cli, "policy", "analyze", *arguments],
            env={**os.environ, "PULUMI_HOME": str(self.folder / "home"), "PULUMI_SKIP_UPDATE_CHECK": "true"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        events = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        found = [event["policyEvent"] for event in events if "policyEvent" in event]
        return run.returncode, found, run.stdout + run.stderr


def exported(spec: Any) -> dict[str, Any]:
    """What `pulumi stack export` writes of a stack with one Sandbox."""
    urn = "urn:pulumi:dev::shop"
    inputs = {
        "apiVersion": "agents.x-k8s.io/v1beta1",
        "kind": "Sandbox",
        "metadata": {"name": "x"},
        "spec": {"podTemplate": {"spec": spec}},
    }
    stack = {"urn": f"{urn}::pulumi:pulumi:Stack::shop-dev", "custom": False, "type": "pulumi:pulumi:Stack"}
    sandbox = {"urn": f"{urn}::{TYPE}::x", "custom": True, "id": "x", "type": TYPE, "inputs": inputs}
    manifest = {"time": "2026-01-01T00:00:00Z", "magic": "", "version": ""}
    return {"version": 3, "deployment": {"manifest": manifest, "resources": [stack, sandbox]}}


def marked_secret(value: Any) -> dict[str, str]:
    return {SIGNATURE: SECRET, "plaintext": json.dumps(value)}


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    cli = shutil.which(
        "pulumi", path=os.pathsep.join([str(ROOT / ".local" / "bin"), os.environ.get("PATH", "")])
    )
    if cli is None:
        pytest.skip("no pulumi in .local/bin or on PATH: `make tools` builds it")
    return Engine(cli, tmp_path)


def test_a_good_sandbox_passes(engine: Engine) -> None:
    assert engine.analyze(good_pod_spec())[:2] == (0, [])


def test_a_bad_one_stops_the_run_with_container_field_and_fix(engine: Engine) -> None:
    status, events, _ = engine.analyze(BAD)
    assert status != 0
    assert [(each["policyName"], each["enforcementLevel"], each["severity"]) for each in events] == [
        ("run-as-non-root", "mandatory", "high"),
        ("drop-all-capabilities", "mandatory", "high"),
    ]
    assert 'container "app" must set securityContext.runAsNonRoot=true' in events[0]["message"]
    assert (
        "spec.podTemplate.spec.containers[0].securityContext.runAsNonRoot is not set" in events[0]["message"]
    )
    assert "Write instead: securityContext: {runAsNonRoot: true}" in events[0]["message"]


def test_an_unknown_value_stops_the_run_unless_configured_otherwise(engine: Engine) -> None:
    unsure = good_pod_spec(automountServiceAccountToken=UNKNOWN_STRING)
    assert engine.analyze(unsure)[0] != 0
    for advisory in (
        {"no-service-account-token": {"undetermined": "advisory"}},
        {"all": {"enforcementLevel": "mandatory", "undetermined": "advisory"}},
    ):
        status, events, _ = engine.analyze(unsure, advisory)
        assert (status, [each["enforcementLevel"] for each in events]) == (0, ["advisory"])


def test_levels_are_taken_from_the_configuration(engine: Engine) -> None:
    status, events, _ = engine.analyze(BAD, {"all": "disabled", "run-as-non-root": "advisory"})
    assert (status, [each["policyName"] for each in events]) == (0, ["run-as-non-root"])


def test_a_misspelt_configuration_is_refused(engine: Engine) -> None:
    status, events, printed = engine.analyze(BAD, {"run-as-nonroot": "disabled"})
    assert (status != 0, events) == (True, [])
    assert "there is no such rule" in printed
    status, _, printed = engine.analyze(BAD, {"run-as-non-root": {"undetermined": "never"}})
    assert status != 0
    assert "undetermined" in printed


def test_a_secret_list_is_judged_and_not_printed(engine: Engine) -> None:
    container = {
        "name": "app",
        "env": [{"name": "KEY", "value": CANARY}],
        "securityContext": {"runAsUser": CANARY},
    }
    status, events, printed = engine.analyze({**BAD, "containers": marked_secret([container])})
    assert status != 0
    assert {each["policyName"] for each in events} == {"run-as-non-root", "drop-all-capabilities"}
    assert CANARY not in printed

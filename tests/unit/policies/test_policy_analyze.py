"""The pack as the real engine runs it, on exported state: no stack, no login, no network."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gke_agent_sandbox.pulumi_values import SECRET, SIGNATURE
from tests.unit.policies.wire import UNKNOWN_STRING
from tests.unit.rules.objects import IMAGE, good_context, good_pod_spec

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[3]
CANARY = "s3cr3t-canary-0001"
TYPE = "kubernetes:agents.x-k8s.io/v1beta1:Sandbox"
STACK = "urn:pulumi:dev::shop"
GROUP = f"{STACK}::kubernetes:yaml/v2:ConfigGroup::group"


def marked_secret(value: Any) -> dict[str, str]:
    return {SIGNATURE: SECRET, "plaintext": json.dumps(value)}


LEAKING = {
    "name": "app",
    "image": IMAGE,
    "env": [{"name": "KEY", "value": CANARY}],
    "securityContext": good_context(runAsUser=CANARY),
}
SANDBOXES = {
    "good": good_pod_spec(),
    "bare": {"containers": [{"name": "app", "image": IMAGE}]},
    "unsure": good_pod_spec(automountServiceAccountToken=UNKNOWN_STRING),
    "secret": good_pod_spec(containers=marked_secret([LEAKING])),
    "token": good_pod_spec(automountServiceAccountToken=True),
}


class Run(NamedTuple):
    """What a run of the CLI left behind.

    events: per resource, the policy, level and severity of each finding, and its message.
    """

    status: int
    events: dict[str, dict[str, tuple[str, str, str]]]
    printed: str


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

    def analyze(self, **configuration: Any) -> Run:
        """Judge a state with all SANDBOXES and a ConfigGroup without children."""
        state, settings = self.folder / "state.json", self.folder / "configuration.json"
        state.write_text(json.dumps(exported()))
        given = {key.replace("_", "-"): value for key, value in configuration.items()}
        settings.write_text(json.dumps(given))
        arguments = ["--file", state, "--policy-pack", self.pack, "--policy-pack-config", settings, "--json"]
        run = subprocess.run(
            [self.cli, "policy", "analyze", *arguments],
            env={**os.environ, "PULUMI_HOME": str(self.folder / "home"), "PULUMI_SKIP_UPDATE_CHECK": "true"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        events: dict[str, dict[str, tuple[str, str, str]]] = {}
        for line in run.stdout.splitlines():
            event = json.loads(line).get("policyEvent") if line.startswith("{") else None
            if event is not None:
                told = (event["enforcementLevel"], event.get("severity", ""), event["message"])
                events.setdefault(event["resourceUrn"].split("::")[-1], {})[event["policyName"]] = told
        return Run(run.returncode, events, run.stdout + run.stderr)


def exported() -> dict[str, Any]:
    """What `pulumi stack export` writes."""
    root = f"{STACK}::pulumi:pulumi:Stack::shop-dev"
    resources: list[dict[str, Any]] = [
        {"urn": root, "custom": False, "type": "pulumi:pulumi:Stack"},
        {"urn": GROUP, "custom": False, "type": "kubernetes:yaml/v2:ConfigGroup", "parent": root},
    ]
    for name, spec in SANDBOXES.items():
        inputs = {
            "apiVersion": "agents.x-k8s.io/v1beta1",
            "kind": "Sandbox",
            "metadata": {"name": name},
            "spec": {"podTemplate": {"spec": spec}},
        }
        urn = f"{STACK}::{TYPE}::{name}"
        resources.append(
            {"urn": urn, "custom": True, "id": name, "type": TYPE, "inputs": inputs, "parent": root}
        )
    manifest = {"time": "2026-01-01T00:00:00Z", "magic": "", "version": ""}
    return {"version": 3, "deployment": {"manifest": manifest, "resources": resources}}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    cli = shutil.which(
        "pulumi", path=os.pathsep.join([str(ROOT / ".local" / "bin"), os.environ.get("PATH", "")])
    )
    if cli is None:
        pytest.skip("no pulumi in .local/bin or on PATH: `make tools` builds it")
    return Engine(cli, tmp_path_factory.mktemp("analyze"))


@pytest.fixture(scope="module")
def plain(engine: Engine) -> Run:
    """Without a configuration."""
    return engine.analyze()


def test_faults_stop_the_run_with_container_field_and_fix(plain: Run) -> None:
    assert plain.status != 0
    assert set(plain.events) == {"bare", "unsure", "secret", "token", "group"}
    level, severity, message = plain.events["bare"]["run-as-non-root"]
    assert (level, severity) == ("mandatory", "high")
    assert 'container "app" must set securityContext.runAsNonRoot=true' in message
    assert "spec.podTemplate.spec.containers[0].securityContext.runAsNonRoot is not set" in message
    assert "Write instead: securityContext: {runAsNonRoot: true}" in message


def test_what_is_not_known_yet_or_has_no_children_stops_it_too(plain: Run) -> None:
    assert plain.events["unsure"].keys() == {"token-automount-off"}
    assert plain.events["group"].keys() == {"contents-visible"}
    levels = {told[0] for name in ("unsure", "group") for told in plain.events[name].values()}
    assert levels == {"mandatory"}


def test_a_secret_list_is_judged_and_not_printed(plain: Run) -> None:
    assert "run-as-non-root" in plain.events["secret"]
    assert CANARY not in plain.printed


def test_a_configuration_is_followed_and_what_it_loosens_is_said(engine: Engine) -> None:
    exemption = {"rules": ["credentials"], "name": "token", "reason": "speaks", "until": "9999-01-01"}
    run = engine.analyze(
        configuration={
            "profile": "gke",
            "levels": {
                "pod-security-baseline": "advisory",
                "pod-security-restricted": "advisory",
                "resources": "disabled",
            },
            "undetermined": "advisory",
            "exemptions": [exemption],
        },
        token_automount_off="advisory",
        no_plaintext_secret="advisory",
        gvisor_runtime={"enforcementLevel": "advisory", "runtime_classes": ["gvisor"]},
    )
    assert run.status == 0
    assert {told[0] for events in run.events.values() for told in events.values()} == {"advisory"}
    assert "exempt until 9999-01-01: speaks" in run.events["token"]["token-automount-off"][2]
    assert "resource-limits" not in run.events["bare"]
    _, _, message = run.events["shop-dev"]["configuration"]
    assert "less is blocked than by default, by the profile gke, with disabled: resource-limits" in message


def test_a_misspelt_configuration_is_refused(engine: Engine) -> None:
    run = engine.analyze(
        run_as_nonroot="disabled", configuration={"levels": {"imges": "advisory"}, "profil": "gke"}
    )
    assert (run.status != 0, run.events) == (True, {})
    assert "run-as-nonroot: there is no such rule" in run.printed
    assert "configuration.levels.imges: there is no such rule or group" in run.printed
    assert "configuration.profil: there is no such property" in run.printed

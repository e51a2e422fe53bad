"""Files for tests of the command, and the command itself."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from gke_agent_sandbox.cli import main
from gke_agent_sandbox.pulumi_values import SECRET, SIGNATURE
from tests.unit.rules.objects import good_pod_spec

ROOT = Path(__file__).parents[3]
URN = "urn:pulumi:dev::shop"
BAD_POD = """\
# an agent
apiVersion: v1
kind: Pod
metadata:
  name: agent
  namespace: team-a
spec:
  containers:
    - name: app
      image: registry.example.com/app:1.0
      securityContext:
        runAsUser: 0
"""


class Done(NamedTuple):
    """What the command did: its exit code and what it printed."""

    code: int
    out: str
    err: str


class Command:
    """The command, in a folder of the test.

    folder: where it runs.
    """

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture

    def write(self, name: str, text: str) -> str:
        """Write a file in the folder; its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return name

    def check(self, *arguments: str) -> Done:
        """`gke-agent-sandbox check`."""
        try:
            code = main(["check", *arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = self._capture.readouterr()
        return Done(code, out, err)


def good_pod(name: str = "agent", **metadata: Any) -> dict[str, Any]:
    """A pod that no rule objects to."""
    value = {"name": name, **metadata}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": value, "spec": good_pod_spec()}


def text_of(*objects: Any) -> str:
    """Objects as the documents of a file."""
    return yaml.safe_dump_all(objects, sort_keys=False)


def record(inputs: Any, name: str = "agent", kind: str = "kubernetes:core/v1:Pod", **more: Any) -> Any:
    """A resource as a state holds it."""
    return {"urn": f"{URN}::{kind}::{name}", "custom": True, "type": kind, "inputs": inputs, **more}


def state(*records: Any) -> dict[str, Any]:
    """What `pulumi stack export` writes."""
    stack = {"urn": f"{URN}::pulumi:pulumi:Stack::shop-dev", "custom": False, "type": "pulumi:pulumi:Stack"}
    return {"version": 3, "deployment": {"manifest": {}, "resources": [stack, *records]}}


def step(inputs: Any, op: str = "create", name: str = "agent") -> dict[str, Any]:
    """A step of a plan."""
    new = record(inputs, name)
    return {"op": op, "urn": new["urn"], "newState": new, "detailedDiff": None}


def secret(plaintext: str) -> dict[str, str]:
    """A secret as a state holds it that was exported with --show-secrets."""
    return {SIGNATURE: SECRET, "plaintext": plaintext}

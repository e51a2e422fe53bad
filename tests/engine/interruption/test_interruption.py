"""What is killed in the middle of an `up`, and the `up` after it."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from automation import operations
from automation.paths import ROOT
from automation.recovery import orphans
from tests.engine.project import Project

pytestmark = pytest.mark.engine

KINDS = "namespaces,deployments,sandboxtemplates,sandboxwarmpools,resourcequotas,networkpolicies,clusterroles"


def start(project: Project, operation: str) -> subprocess.Popen[str]:
    """An operation on the project in a process of its own."""
    code = (
        "import sys; from pathlib import Path; from automation import operations; "
        "from automation.paths import Paths; root = Path(sys.argv[1]); "
        "getattr(operations, sys.argv[2])(Paths(root, root / '.local'), 'local')"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, str(project.paths.root), operation],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """Read the output up to the first line with these words after the deployment has begun."""
    assert process.stdout is not None
    told, deploying = "", False
    for line in process.stdout:
        told += line
        deploying = deploying or line.startswith("==> deploying")
        if deploying and words in line:
            return told
    raise AssertionError(f"the output ended without {words!r}:\n{told}")


def engine_of(process: subprocess.Popen[str]) -> psutil.Process:
    """The Pulumi engine that the process started."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for child in psutil.Process(process.pid).children(recursive=True):
            if Path(child.cmdline()[0]).name == "pulumi":
                return child
        time.sleep(0.05)
    raise AssertionError("no engine was started")


def managed_objects(project: Project) -> list[Any]:
    """Kind and name of the objects that Pulumi made."""
    listed = project.kubectl(
        "get",
        KINDS,
        "--all-namespaces",
        "--output",
        "jsonpath={range .items[*]}{.kind}/{.metadata.namespace}/{.metadata.name}"
        " {.metadata.managedFields[*].manager}{'\\n'}{end}",
    )
    return [line.split(" ")[0] for line in listed.splitlines() if "pulumi" in line]


def kill_at(project: Project, words: str, more: Callable[[], bool] = lambda: True) -> None:
    """Start a deployment and kill its engine, once a line has these words and `more` holds."""
    process = start(project, "deploy")
    read_until(process, words)
    engine = engine_of(process)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not more():
        time.sleep(0.01)
    engine.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode != 0


def test_whatever_is_killed_the_next_up_goes_on_and_makes_nothing_twice(own: Project) -> None:
    # The template has an automatic name: an engine that forgets it would make a second one.
    kill_at(own, "default-deny", lambda: "/" in own.kubectl("get", "sandboxtemplates", "-A", "-o", "name"))
    assert orphans(own.paths), "a killed engine leaves its providers behind"

    process = start(own, "up")
    told = read_until(process, "==> deploying")
    [server] = [part for part in own.cluster.status() if part.name == "kube-apiserver"]
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    rest, _ = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "kube-apiserver is dead" in told + rest, "the dead part is named"
    assert "make up" in told + rest, "and the way on"

    own.cluster.up()
    own.run(operations.deploy)

    counted = Counter(each.rsplit("/", 1)[0] for each in managed_objects(own))
    assert counted["SandboxTemplate/demo"] == 1
    assert counted["SandboxWarmPool/demo"] == 1
    assert counted["ResourceQuota/demo"] == 2
    assert counted["Deployment/agent-sandbox-system"] == 1
    assert own.objects("sandboxwarmpools")[0]["status"]["readyReplicas"] == 2
    assert own.run(operations.refresh).changes == {}
    assert not orphans(own.paths), "no provider of a killed engine is left"

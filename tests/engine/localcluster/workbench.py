"""A cluster and the few things that tests do with it."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from localcluster import Cluster, PartStatus, Settings
from localcluster.api import ApiClient, ApiError, tls_context
from localcluster.layout import Layout
from localcluster.plan import Plan, load_plan

ROOT = Path(__file__).parents[3]
LOCAL_DIRECTORY = Path(os.environ.get("LOCAL_DIRECTORY", ROOT / ".local"))
SETTINGS = Settings(bin_directory=LOCAL_DIRECTORY / "bin", share_directory=LOCAL_DIRECTORY / "share")

Found = TypeVar("Found")


@dataclass
class Workbench:
    """A cluster in a directory of its own.

    seconds: how long it took to come up from nothing, where that was measured.
    """

    directory: Path
    settings: Settings = SETTINGS
    seconds: float = 0

    @property
    def cluster(self) -> Cluster:
        return Cluster(self.directory, self.settings)

    @property
    def layout(self) -> Layout:
        return Layout(self.directory)

    @property
    def plan(self) -> Plan:
        plan = load_plan(self.layout)
        assert plan
        return plan

    @property
    def api(self) -> ApiClient:
        """As the administrator."""
        return self.api_as("admin")

    def api_as(self, identity: str | None, token: str = "") -> ApiClient:
        return ApiClient(self.plan.api_port, tls_context(self.layout.pki, identity), token)

    def part(self, name: str) -> PartStatus:
        """The status of the part, or of the only pod, whose name begins so."""
        (part,) = [part for part in self.cluster.status() if part.name.startswith(name)]
        return part

    def pid(self, name: str) -> int:
        pid = self.part(name).pid
        assert pid
        return pid

    def kubectl(self, *arguments: str, stdin: str = "") -> str:
        command = [str(self.settings.bin_directory / "kubectl"), "--kubeconfig", str(self.cluster.kubeconfig)]
        done = subprocess.run(
            [*command, *arguments], input=stdin, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def command(self, *arguments: str) -> subprocess.Popen[str]:
        """Start `python -m localcluster` on this directory, whose bin/ and share/ are links."""
        return subprocess.Popen(
            [sys.executable, "-m", "localcluster", *arguments, "--local-directory", str(self.directory)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=interruptible,
        )


def interruptible() -> None:
    """As in a terminal, also where the tests run in the background of a shell, which ignores Ctrl-C for
    them.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def eventually(look: Callable[[], Found], seconds: float = 20) -> Found:
    """The first result that is true; refusals and absent servers count as not yet."""
    deadline = time.monotonic() + seconds
    last: Any = None
    while time.monotonic() < deadline:
        try:
            last = look()
            if last:
                return last
        except (ApiError, OSError, http.client.HTTPException) as error:
            last = error
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} s; the last look gave: {last}")

"""Where things lie."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = "gke-agent-sandbox"

GARBAGE_COLLECTION = {"GOGC": "off", "GOMEMLIMIT": "1GiB"}
"""The engine and its providers live for seconds: they collect garbage only where it would become a burden. A
preview of the local stack takes a sixth less of the processor so, a refresh a fifth (measured).
"""


@dataclass(frozen=True)
class Paths:
    """The folders of one checkout.

    root: the project: Pulumi.yaml, the stack files, the program.
    local: what the local environment makes.
    """

    root: Path
    local: Path

    @property
    def pulumi(self) -> Path:
        """What Pulumi keeps: state, home, passphrase, work folders. Only for its owner's eyes."""
        return self.local / "pulumi"

    @property
    def state(self) -> Path:
        """The backend's folder: the state of every stack."""
        return self.pulumi / "state"

    @property
    def passphrase(self) -> Path:
        """The file with the passphrase that encrypts secrets in the state."""
        return self.pulumi / "passphrase"

    @property
    def kubeconfig(self) -> Path:
        """The embedded cluster's kubeconfig."""
        return self.local / "kubeconfig"

    @property
    def policy_pack(self) -> Path:
        """The policy pack's executable, beside the Python that runs this."""
        return Path(sys.executable).parent / "gke-agent-sandbox-policies"

    def work(self, stack: str) -> Path:
        """The folder in which the engine runs: fresh copies of the two files that it may rewrite."""
        return self.pulumi / stack

    def environment(self) -> dict[str, str]:
        """The environment of the Pulumi CLI: our tools first, its own home, no network."""
        return {
            "PATH": os.pathsep.join([str(self.local / "bin"), os.environ.get("PATH", "")]),
            "PULUMI_BACKEND_URL": self.state.as_uri(),
            "PULUMI_HOME": str(self.pulumi / "home"),
            "PULUMI_CONFIG_PASSPHRASE_FILE": str(self.passphrase),
            "PULUMI_SKIP_UPDATE_CHECK": "true",
            "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
            **{name: os.environ.get(name, value) for name, value in GARBAGE_COLLECTION.items()},
        }

"""Questions to a control plane."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.engine.project import TOOLS


def kubectl(kubeconfig: Path, *arguments: str, given: Any = None) -> str:
    """What kubectl prints.

    given: objects for `--filename=-`.

    Errors: AssertionError with its error output.
    """
    command = [str(TOOLS / "bin" / "kubectl"), f"--kubeconfig={kubeconfig}", *arguments]
    text = json.dumps(given) if given else None
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout

"""The go command."""

import shutil
import subprocess
from pathlib import Path

from tools.catalogue import FOLDERS, Tool, pinning_folder
from tools.failure import ToolError

LAST_LINES = 15
"""How much of a long output an error repeats."""


def require_go(tools: list[Tool]) -> str:
    """The go command.

    Errors: ToolError when there is none, or none that is new enough for go.mod.
    """
    names = ", ".join(tool.name for tool in tools)
    go = shutil.which("go")
    if go is None:
        raise ToolError(
            f"Go is not installed, and these programs must be built: {names}. Install Go "
            "(tools/kubernetes/go.mod says which version) so that `go` is on PATH, or put the programs "
            "themselves on PATH, and run the command again."
        )
    try:
        go_env(go, "GOVERSION")
    except ToolError as error:
        raise ToolError(
            f"This Go cannot build {names}: {error}. Install the version that it asks for."
        ) from error
    return go


def run_go(go: str, folder: Path, *arguments: str) -> str:
    """What a go command prints, run in the folder of a module.

    Errors: ToolError with the end of its error output.
    """
    done = subprocess.run([go, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = "\n".join(done.stderr.strip().splitlines()[-LAST_LINES:])
        raise ToolError(f"`go {' '.join(arguments[:2])}` failed: {last}")
    return done.stdout.strip()


def go_env(go: str, name: str) -> str:
    """A setting of the go command."""
    return run_go(go, FOLDERS[0], "env", name)


def module_folder(go: str, module: str) -> Path:
    """Where a pinned module's files lie."""
    folder = pinning_folder(module)
    run_go(go, folder, "mod", "download", module)
    return Path(run_go(go, folder, "list", "-m", "-f", "{{.Dir}}", module))

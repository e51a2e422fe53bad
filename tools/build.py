"""Building what is missing, in one run of `go build`, so that all programs share what they compile."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tools.catalogue import FOLDERS, ROOT, SHARES, Tool, link_flags, pinning_folder
from tools.disk import require_space
from tools.failure import ToolError
from tools.progress import Progress

SCHEMA_MODULE = "github.com/pulumi/pulumi-kubernetes/provider/v4"
SCHEMA_FILE = "cmd/pulumi-resource-kubernetes/schema.json"
SCHEMA_PLACE = ROOT / "tools" / "pulumi-resource-kubernetes" / "schema.json"
LAST_LINES = 15

COMPILER = ("-v", "-trimpath", "-buildvcs=false", "-gcflags=all=-dwarf=false")
"""The programs are stripped in the end: debug information would be made for nothing."""

GARBAGE_COLLECTION = "300"
"""GOGC of the compiler, where the user sets none: its many short processes need not be sparing."""


def build(tools: list[Tool], cache: Path, log: Path) -> None:
    """Build programs into the cache, and copy the modules' own files beside them.

    Waits for another build of the same pins. An interrupted build goes on where it was: Go keeps what it
    compiled.

    Errors: ToolError without Go, without space, or when the build fails (with the end of its output).
    """
    go = require_go(tools)
    with exclusive(cache):
        missing = [tool for tool in tools if not (cache / "bin" / tool.name).is_file()]
        if missing:
            require_space([Path(go_env(go, "GOCACHE")), Path(go_env(go, "GOMODCACHE")), cache])
        for folder in FOLDERS:
            of_folder = [tool for tool in missing if pinning_folder(tool.module) == folder]
            if of_folder:
                compile_all(go, folder, of_folder, cache, log)
        for share in SHARES:
            copy_share(go, share.module, share.folder, cache / "share" / share.name)


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


def compile_all(go: str, folder: Path, tools: list[Tool], cache: Path, log: Path) -> None:
    """Run `go build` with progress, and move each program into the cache once it is whole."""
    packages = [tool.package for tool in tools]
    overlay = overlay_flag(go, cache) if folder in SCHEMA_PLACE.parents else []
    with Progress(f"fetching the Go modules of tools/{folder.name}"):
        total = len(set(run_go(go, folder, "list", "-deps", *overlay, *packages).splitlines()))
    (cache / "bin").mkdir(parents=True, exist_ok=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="building-") as output:
        arguments = [*COMPILER, "-ldflags", link_flags(), "-o", output + os.sep]
        command = [go, "build", *arguments, *overlay, *packages]
        with Progress("building " + ", ".join(tool.name for tool in tools)) as progress:
            with log.open("a") as record, start(command, folder) as process:
                for count, line in enumerate(process.stderr or (), 1):
                    record.write(line)
                    progress.detail = f"{count} of at most {total} packages"
            if process.returncode != 0:
                last = "\n".join(log.read_text().splitlines()[-LAST_LINES:])
                raise ToolError(f"building failed; all its output is in {log}. The end of it:\n{last}")
        for tool in tools:
            os.replace(Path(output) / tool.built_name, cache / "bin" / tool.name)


def start(command: list[str], folder: Path) -> subprocess.Popen[str]:
    """Start a command whose error output is read line by line."""
    environment = {"GOGC": GARBAGE_COLLECTION, **os.environ}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)


def overlay_flag(go: str, cache: Path) -> list[str]:
    """Lends the Kubernetes provider its schema.

    The module has the schema, but not the generated copy that its own `main` embeds.
    """
    overlay = cache / "overlay.json"
    cache.mkdir(parents=True, exist_ok=True)
    replaced = {str(SCHEMA_PLACE): str(module_folder(go, SCHEMA_MODULE) / SCHEMA_FILE)}
    overlay.write_text(json.dumps({"Replace": replaced}))
    return ["-overlay", str(overlay)]


def copy_share(go: str, module: str, folder: str, target: Path) -> None:
    """Copy a folder of a module, whole or not at all."""
    if target.is_dir():
        return
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(module_folder(go, module) / folder, partial, copy_function=shutil.copyfile)
    for path in [partial, *partial.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    partial.rename(target)


@contextmanager
def exclusive(cache: Path) -> Generator[None]:
    """One build of a cache folder at a time; the second waits and then finds all there."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with Progress("waiting for another build of the same tools"):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield

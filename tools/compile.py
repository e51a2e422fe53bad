"""Compiling with few runs of `go build`, so that all programs share what they compile."""

import json
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tools.catalogue import LANES, ROOT, Tool, link_flags, pinning_folder
from tools.failure import ToolError
from tools.go import LAST_LINES, module_folder, run_go
from tools.progress import Count, Progress

SCHEMA_MODULE = "github.com/pulumi/pulumi-kubernetes/provider/v4"
SCHEMA_FILE = "cmd/pulumi-resource-kubernetes/schema.json"
SCHEMA_PLACE = ROOT / "tools" / "pulumi-resource-kubernetes" / "schema.json"

GENERATED = "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/..."
"""The typed SDK within the provider: a quarter of all that is compiled, and little of it ever runs. Without
inlining it takes a fifth less.
"""

COMPILER = (
    "-v",
    "-trimpath",
    "-buildvcs=false",
    "-gcflags=all=-dwarf=false",
    f"-gcflags={GENERATED}=-dwarf=false -l",
)
"""The programs are stripped in the end: debug information would be made for nothing."""

GARBAGE_COLLECTION = "300"
"""GOGC of the compiler, where the user sets none: its many short processes need not be sparing."""


@dataclass(frozen=True)
class Work:
    """What is built from one Go module: its folder, and the programs."""

    folder: Path
    tools: list[Tool]

    @property
    def name(self) -> str:
        """The name of the module's folder."""
        return self.folder.name

    @property
    def packages(self) -> list[str]:
        """The packages of the programs."""
        return [tool.package for tool in self.tools]


def pinned_in(folder: Path, tools: list[Tool]) -> list[Tool]:
    """The programs that the module in a folder pins."""
    return [tool for tool in tools if pinning_folder(tool.module) == folder]


def compile_all(go: str, works: list[Work], cache: Path, log: Path) -> None:
    """Build with progress, and move each program into the cache once it is whole.

    What the lanes have in common is compiled first, once.

    Errors: ToolError with every failure, each with the end of its output.
    """
    (cache / "bin").mkdir(parents=True, exist_ok=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    overlay = overlay_flag(go, cache) if any(work.folder in SCHEMA_PLACE.parents for work in works) else []

    def needed_by(work: Work) -> frozenset[str]:
        return dependencies(go, work, overlay)

    with Progress("fetching the Go modules"), ThreadPoolExecutor() as pool:
        needed = list(pool.map(needed_by, works))
    with Progress(f"building {sum(len(work.tools) for work in works)} programs") as progress:
        if len(works) > 1:
            common = needed[0].intersection(*needed[1:])
            named = sorted(each for each in common if may_be_named(each))
            go_build(go, works[0].folder, [*overlay, *named], log, Count(progress, "common", len(common)))
            progress.details.clear()
        counts = {
            work.name: Count(progress, work.name, len(packages))
            for work, packages in zip(works, needed, strict=True)
        }

        def of_lane(lane: list[Work]) -> list[str]:
            return build_lane(go, lane, overlay, cache, log, counts)

        with ThreadPoolExecutor() as pool:
            failures = [failure for failed in pool.map(of_lane, lanes(works)) for failure in failed]
        if failures:
            raise ToolError("\n".join(failures))


def lanes(works: list[Work]) -> list[list[Work]]:
    """The works that are done one after the other, for each lane that has any."""
    by_lane = [[work for name in lane for work in works if work.name == name] for lane in LANES]
    return [lane for lane in by_lane if lane]


def dependencies(go: str, work: Work, overlay: list[str]) -> frozenset[str]:
    """Every package that a work compiles. Fetches their modules."""
    return frozenset(run_go(go, work.folder, "list", "-deps", *overlay, *work.packages).splitlines())


def may_be_named(package: str) -> bool:
    """Whether a package may be given to `go build` from any module."""
    return not {"internal", "vendor"} & set(package.split("/"))


def build_lane(
    go: str, lane: list[Work], overlay: list[str], cache: Path, log: Path, counts: dict[str, Count]
) -> list[str]:
    """Build the works of a lane, up to the first that fails; what failed."""
    for work in lane:
        own_log = log.with_stem(f"{log.stem}-{work.name}")
        with tempfile.TemporaryDirectory(dir=cache, prefix="building-") as output:
            arguments = ["-ldflags", link_flags(), "-o", output + os.sep, *overlay, *work.packages]
            try:
                go_build(go, work.folder, arguments, own_log, counts[work.name])
            except ToolError as error:
                return [str(error)]
            for tool in work.tools:
                os.replace(Path(output) / tool.built_name, cache / "bin" / tool.name)
    return []


def go_build(go: str, folder: Path, arguments: list[str], log: Path, count: Count) -> None:
    """Run `go build`, its output in a log.

    Errors: ToolError with the end of the log.
    """
    with log.open("w") as record, start([go, "build", *COMPILER, *arguments], folder) as process:
        for line in process.stderr or ():
            record.write(line)
            count.one_more()
    if process.returncode != 0:
        last = "\n".join(log.read_text().splitlines()[-LAST_LINES:])
        raise ToolError(f"building failed; all its output is in {log}. The end of it:\n{last}")


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

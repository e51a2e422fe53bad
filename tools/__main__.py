"""`python -m tools`: every program and file that the local environment needs, linked under `.local`."""

import argparse
import os
import sys
from pathlib import Path

from tools.build import build
from tools.cache import cache_folder
from tools.catalogue import ROOT, SHARES, TOOLS, Tool
from tools.failure import ToolError
from tools.find import find_in_cache, find_on_path
from tools.release import manifest_path, render_manifest


def link(target: Path, place: Path) -> None:
    """Make or move a link, in one step."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_symlink() and Path(os.readlink(place)) == target:
        return
    partial = place.with_name(f".{place.name}.partial")
    partial.unlink(missing_ok=True)
    partial.symlink_to(target)
    partial.replace(place)


def locate(local: Path, cache: Path) -> tuple[dict[str, Path], list[Tool]]:
    """The programs that are there, by name, and those that must be built."""
    found: dict[str, Path] = {}
    missing: list[Tool] = []
    for tool in TOOLS:
        path = find_on_path(tool, exclude=local / "bin") or find_in_cache(tool, cache)
        if path is None:
            missing.append(tool)
        else:
            found[tool.name] = path
    return found, missing


def provide(local: Path) -> None:
    """Find or build every program, and link all of them under the local folder.

    Errors: ToolError.
    """
    cache = cache_folder()
    found, missing = locate(local, cache)
    if missing or not all((cache / "share" / share.name).is_dir() for share in SHARES):
        build(missing, cache, local / "logs" / "build.log")
        found |= {tool.name: cache / "bin" / tool.name for tool in missing}
    for name, path in found.items():
        link(path, local / "bin" / name)
    for share in SHARES:
        link(cache / "share" / share.name, local / "share" / share.name)
    manifest = manifest_path(local)
    if not manifest.is_file():
        render_manifest(local / "bin" / "kubectl", local / "share" / "agent-sandbox" / "k8s", manifest)


def main() -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools", description=__doc__)
    parser.add_argument("--local-directory", type=Path, default=ROOT / ".local", help="default: .local")
    arguments = parser.parse_args()
    try:
        provide(arguments.local_directory.absolute())
    except ToolError as error:
        print(f"tools: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ntools: interrupted; the next run goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Where the tests find upstream's CustomResourceDefinitions, the field's cases and the Go module cache."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

ROOT = Path(__file__).parents[3]
MANIFESTS = Path(
    os.environ.get("AGENT_SANDBOX_MANIFESTS", ROOT.parent / "shared" / "upstream" / "agent-sandbox")
)
CASES = Path(os.environ.get("AGENT_SANDBOX_CASES", ROOT.parent / "shared" / "cases"))
MODULE = "sigs.k8s.io/agent-sandbox@v0.5.6"

SOURCES = ("release v0.5.6", "release v1", "module v0.5.6")
KINDS = ("Sandbox", "SandboxTemplate", "SandboxWarmPool", "SandboxClaim")


@cache
def module_cache() -> Path | None:
    """GOMODCACHE, from the environment or as `go` says; None where there is neither."""
    if "GOMODCACHE" in os.environ:
        return Path(os.environ["GOMODCACHE"])
    go = shutil.which("go")
    if go is None:
        return None
    said = subprocess.run([go, "env", "GOMODCACHE"], capture_output=True, text=True, check=True)
    return Path(said.stdout.strip())


def module_file(module: str, path: str) -> Path:
    """A file of a Go module in the cache; the test is skipped where it is absent."""
    root = module_cache()
    found = None if root is None else root / module / path
    if found is None or not found.exists():
        pytest.skip(f"{module}/{path} is not in the Go module cache")
    return found


@cache
def documents(path: Path) -> list[dict[str, Any]]:
    """The documents of a YAML file."""
    # The C loader reads a release file in a tenth of the time.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return [each for each in yaml.load_all(path.read_text(), Loader=loader) if each]


def definition(source: str, kind: str) -> Mapping[str, Any]:
    """The CustomResourceDefinition of a kind; the test is skipped where the source is absent."""
    where, version = source.split()
    if where == "release":
        path = MANIFESTS / version / "sandbox-with-extensions.yaml"
        if not path.exists():
            pytest.skip(f"{path} is absent (AGENT_SANDBOX_MANIFESTS)")
        files = [path]
    else:
        files = sorted(module_file(MODULE, "k8s/crds").glob("*.yaml"))
    for file in files:
        for each in documents(file):
            if each["kind"] == "CustomResourceDefinition" and each["spec"]["names"]["kind"] == kind:
                return each
    raise LookupError(f"{source} has no CustomResourceDefinition of {kind}")


def case(number: str) -> list[dict[str, Any]]:
    """The documents of a case; the test is skipped where it is absent."""
    found = sorted(CASES.glob(f"{number}-*.yaml"))
    if not found:
        pytest.skip(f"case {number} is not in {CASES} (AGENT_SANDBOX_CASES)")
    return documents(found[0])


def named(objects: list[dict[str, Any]], name: str) -> dict[str, Any]:
    """The object of that name."""
    return next(each for each in objects if cast(Any, each)["metadata"]["name"] == name)

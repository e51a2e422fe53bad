"""Where the release files and the cases lie that the tests read; nothing of them is part of this project."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from gke_agent_sandbox.controller.manifest import Manifest, ManifestFile, load_all, read_manifest

ROOT = Path(__file__).parents[3]
MANIFESTS = Path(os.environ.get("AGENT_SANDBOX_MANIFESTS", ROOT / "../shared/upstream/agent-sandbox"))
CASES = Path(os.environ.get("AGENT_SANDBOX_CASES", ROOT / "../shared/cases"))

RELEASES = ("v0.5.6", "v1")


def release_path(folder: str) -> Path:
    """The release file of a folder of upstream's; skips where it is absent."""
    path = (MANIFESTS / folder / "sandbox-with-extensions.yaml").resolve()
    if not path.is_file():
        pytest.skip(f"no release file at {path}: set AGENT_SANDBOX_MANIFESTS")
    return path


@pytest.fixture(scope="session", params=RELEASES)
def release_file(request: pytest.FixtureRequest) -> ManifestFile:
    """Each release file in turn."""
    path = release_path(request.param)
    return ManifestFile(str(path), path.read_bytes())


def without_descriptions(value: Any) -> Any:
    """A schema without its prose, which is most of a CRD."""
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value).items()
        return {
            key: without_descriptions(each)
            for key, each in entries
            if not (key == "description" and isinstance(each, str))
        }
    return (
        [without_descriptions(each) for each in cast("list[Any]", value)]
        if isinstance(value, list)
        else value
    )


@pytest.fixture(scope="session")
def one_release(tmp_path_factory: pytest.TempPathFactory) -> ManifestFile:
    """The smaller of the release files, made smaller still, for what does not depend on the release."""
    documents = without_descriptions(load_all(release_path("v1").read_text()))
    path = tmp_path_factory.mktemp("release") / "sandbox-with-extensions.yaml"
    path.write_text(yaml.dump_all(documents, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper)))
    return ManifestFile(str(path), path.read_bytes())


@pytest.fixture(scope="session")
def manifest(release_file: ManifestFile) -> Manifest:
    """Each release in turn, read and checked."""
    return read_manifest([release_file])


@pytest.fixture(scope="session")
def objects(release_file: ManifestFile) -> list[dict[str, Any]]:
    """The objects of each release in turn, as they stand in its file. Not to be changed."""
    return [obj for obj in load_all(release_file.content.decode()) if isinstance(obj, dict)]


@pytest.fixture(scope="session")
def case() -> Callable[[str], list[dict[str, Any]]]:
    """The documents of a case, by its id."""

    def read(name: str) -> list[dict[str, Any]]:
        path = (CASES / f"{name}.yaml").resolve()
        if not path.is_file():
            pytest.skip(f"no case at {path}: set AGENT_SANDBOX_CASES")
        return list(yaml.safe_load_all(path.read_text()))

    return read

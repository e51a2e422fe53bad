"""A deployed stack that the tests of a folder share, and empty projects for those that break things."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from automation import operations
from localcluster import Cluster, Settings
from tests.engine.project import TOOLS, Project


@pytest.fixture(scope="session")
def tools() -> None:
    """The programs, without which these tests say nothing."""
    if not (TOOLS / "bin" / "pulumi").exists():
        pytest.skip("no tools: run `make tools` first")


@pytest.fixture(scope="session")
def deployed(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Project]:
    """The local stack, up. A test that changes it brings it back."""
    project = Project(tmp_path_factory.mktemp("deployed"))
    with project.cluster:
        project.outputs = project.run(operations.up).outputs
        yield project


@pytest.fixture(scope="session")
def control_plane(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Path]:
    """The kubeconfig of a control plane that stands behind clusters of the stand-in for Google Cloud. A test
    leaves nothing in it but CRDs.
    """
    yield from started(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="session")
def second_control_plane(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Path]:
    """Another one, for the cluster that replaces one."""
    yield from started(tmp_path_factory.mktemp("second"))


def started(folder: Path) -> Iterator[Path]:
    """The kubeconfig of a control plane that runs meanwhile."""
    settings = Settings(bin_directory=TOOLS / "bin", share_directory=TOOLS / "share")
    with Cluster(folder, settings) as cluster:
        yield cluster.kubeconfig


@pytest.fixture
def own(tmp_path: Path, tools: None) -> Iterator[Project]:
    """A project over a cluster of its own, with nothing deployed yet."""
    project = Project(tmp_path / "project")
    with project.cluster:
        yield project

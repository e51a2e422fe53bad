"""An API server behind the clusters of a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from localcluster import Cluster, Settings
from tests.engine.project import TOOLS


@pytest.fixture(scope="session")
def control_plane(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Path]:
    """The kubeconfig of a control plane. A test leaves nothing in it but CRDs."""
    settings = Settings(bin_directory=TOOLS / "bin", share_directory=TOOLS / "share", run_controller=False)
    with Cluster(tmp_path_factory.mktemp("control-plane"), settings) as cluster:
        yield cluster.kubeconfig

"""What the tests of this room share."""

from pathlib import Path

import pytest

from localcluster.layout import Layout
from localcluster.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(bin_directory=tmp_path / "bin", share_directory=tmp_path / "share")


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)

"""The clusters of this room's tests: one that most share, and directories for those that make their own."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from localcluster.checks import check_tools
from localcluster.errors import LocalClusterError
from localcluster.processes import marked
from tests.engine.localcluster.workbench import LOCAL_DIRECTORY, Workbench


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    """The real binaries, without which no test of this room says anything."""
    try:
        check_tools(Workbench(Path()).settings)
    except LocalClusterError as error:
        pytest.skip(f"no binaries in {LOCAL_DIRECTORY} (LOCAL_DIRECTORY names another folder): {error}")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory, tools: None) -> Iterator[Workbench]:
    """The cluster that most tests share: each leaves it as it found it."""
    bench = Workbench(tmp_path_factory.mktemp("shared"))
    started = time.monotonic()
    with bench.cluster:
        bench.seconds = time.monotonic() - started
        mark = bench.plan.mark
        yield bench
    assert marked(mark) == []
    assert list(bench.directory.iterdir()) == []


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Workbench]:
    """A directory with links to the tools, and no cluster in it yet; there is none afterwards either."""
    for name in ("bin", "share"):
        (tmp_path / name).symlink_to(LOCAL_DIRECTORY / name)
    bench = Workbench(tmp_path)
    yield bench
    bench.cluster.down()

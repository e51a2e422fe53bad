"""An embedded Kubernetes cluster of real control plane binaries: bring it up, look at it, take it down."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from localcluster.bring_up import BringUp
from localcluster.checks import check_directory, check_tools
from localcluster.errors import LocalClusterError
from localcluster.layout import Layout
from localcluster.lock import exclusive
from localcluster.plan import load_plan
from localcluster.prepare import prepare
from localcluster.settings import Settings
from localcluster.status import PartStatus, cluster_status
from localcluster.take_down import end_processes, remove_empty_logs, remove_files, remove_logs


def _say_nothing(_: str) -> None:
    return None


class Cluster:
    """One cluster in one directory.

    directory: holds kubeconfig, logs/ and cluster/; made where it is absent.
    settings:  see Settings; those of an earlier `up` are stored, and a change restarts the parts.
    say:       gets short lines about what is going on.

    As a context manager it is up inside and gone after:

        with Cluster(tmp_path, settings) as cluster:
            kubectl("--kubeconfig", cluster.kubeconfig, "get", "nodes")
    """

    def __init__(
        self, directory: Path, settings: Settings, say: Callable[[str], None] = _say_nothing
    ) -> None:
        self._layout = Layout(directory.absolute())
        self._settings = replace(
            settings,
            bin_directory=settings.bin_directory.absolute(),
            share_directory=settings.share_directory.absolute(),
        )
        self._say = say

    @property
    def kubeconfig(self) -> Path:
        """The kubeconfig of a cluster administrator, mode 0600; there once `up` has ended well."""
        return self._layout.kubeconfig

    @property
    def logs(self) -> Path:
        """The folder with a log for each part, `<part>.log`, and for each controller pod, `pod-<pod>.log`."""
        return self._layout.logs

    def __enter__(self) -> "Cluster":
        try:
            self.up()
        except BaseException:
            self.down()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.down()

    def up(self) -> None:
        """Make the cluster, or repair what is dead in it; return when all parts are well and all nodes ready.

        Safe to repeat, and to interrupt: the next `up` finishes. A second one at the same time waits for the
        first.

        Errors: LocalClusterError, with what failed and what to do; a first `up` that fails leaves nothing but
        logs.
        """
        try:
            check_tools(self._settings)
            check_directory(self._layout.directory)
            with exclusive(self._layout.lock, "up", self._say):
                self._up()
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            raise LocalClusterError(
                f"cannot bring up the cluster in {self._layout.directory}: {error.strerror or error}{where}",
                "Free some disk space, or name a directory you may write to with --local-directory",
            ) from error

    def down(self) -> bool:
        """End all processes and remove all files of the cluster; False where there was none. Repeatable."""
        if not self._layout.directory.is_dir():
            return False
        with exclusive(self._layout.lock, "down", self._say):
            has_cluster = self._layout.cluster.exists()
            end_processes(self._layout, self._say)
            remove_files(self._layout)
            remove_logs(self._layout)
        return has_cluster

    def status(self) -> tuple[PartStatus, ...]:
        """How each part stands, the keeper first, the controller pods last; empty if there is no cluster."""
        return cluster_status(self._layout)

    def _up(self) -> None:
        old = load_plan(self._layout)
        try:
            plan = prepare(self._layout, self._settings, old, self._say)
            BringUp(self._layout, plan, self._say).run()
        except (LocalClusterError, OSError):
            if old is None:
                # Nothing half-made: only the logs stay, which the message may name.
                end_processes(self._layout, self._say)
                remove_files(self._layout)
                remove_empty_logs(self._layout)
            raise

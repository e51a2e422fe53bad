"""The pod runner: the real Agent Sandbox controller as local processes, in place of its Deployment's pods.

kwok plays nodes and pods, but nothing runs in them; the controller has to. So for its pods this process does
what a kubelet does: it starts the binary with the pod's own arguments and with a token of the pod's own
ServiceAccount, says in the pod's status whether the process is ready, starts it again when it ends, and ends
it when the pod goes away.

Run as: python -m localcluster.pod_runner <directory>
"""

import http.client
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

from localcluster.api import ApiClient, ApiError, tls_context
from localcluster.layout import Layout
from localcluster.objects import CONTROLLER_NAMESPACE, CONTROLLER_POD_LABELS
from localcluster.plan import Plan, load_plan
from localcluster.pod_process import PodProcess
from localcluster.pods_state import PodRecord, save_pods
from localcluster.processes import ProcessId, end, identify, marked_runs
from localcluster.settings import CONTROLLER_BINARY

_TICK_SECONDS = 0.25
_RETRY_SECONDS = 0.5
# What ends processes that a killed runner left behind, and all of them at SIGTERM.
_END_SECONDS = 8.0

# What a request may fail with; the API server may be dead or starting at any time.
_REQUEST_ERRORS = (ApiError, OSError, http.client.HTTPException)

# All pods at the beginning, or one pod and what happened to it.
Change = list[dict[str, Any]] | tuple[str, dict[str, Any]]


class PodRunner:
    """The loop that brings the processes in line with the pods."""

    def __init__(self, layout: Layout, plan: Plan, me: ProcessId) -> None:
        self._layout = layout
        self._plan = plan
        self._me = me
        self._api = ApiClient(plan.api_port, tls_context(layout.pki, "pod-runner"))
        self._changes: queue.Queue[Change] = queue.Queue()
        self._pods: dict[str, dict[str, Any]] = {}
        self._processes: dict[str, PodProcess] = {}
        self._saved: list[PodRecord] | None = None
        self._complaints: dict[str, str] = {}
        self._has_list = False
        self._is_stopping = False
        self._is_nudged = False

    def run(self) -> None:
        """Run the pods' processes until SIGTERM, then end them."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # Those of a runner that was killed: nobody would see them end.
        program = str(self._plan.settings.bin_directory / CONTROLLER_BINARY)
        end(marked_runs(self._plan.mark, program), _END_SECONDS)
        threading.Thread(target=follow_pods, args=(self._api, self._changes), daemon=True).start()
        while not self._is_stopping:
            self._take_changes()
            if self._is_nudged:
                self._is_nudged = False
                for process in self._processes.values():
                    process.try_now()
            self._tick(time.monotonic())
            self._save()
        self._end_all()

    def _note(self, number: int, _: FrameType | None) -> None:
        self._is_stopping = self._is_stopping or number == signal.SIGTERM
        self._is_nudged = self._is_nudged or number == signal.SIGHUP

    def _take_changes(self) -> None:
        try:
            self._apply(self._changes.get(timeout=_TICK_SECONDS))
            while True:
                self._apply(self._changes.get_nowait())
        except queue.Empty:
            return

    def _apply(self, change: Change) -> None:
        if isinstance(change, list):
            self._has_list = True
            self._pods = {pod["metadata"]["uid"]: pod for pod in change}
        elif change[0] == "DELETED":
            self._pods.pop(change[1]["metadata"]["uid"], None)
        else:
            self._pods[change[1]["metadata"]["uid"]] = change[1]

    def _tick(self, now: float) -> None:
        for uid, pod in self._pods.items():
            if is_ours(pod):
                process = self._processes.get(uid) or PodProcess(self._layout, self._plan, self._api, pod)
                process.pod = pod
                self._processes[uid] = process
        for uid, process in list(self._processes.items()):
            pod = self._pods.get(uid)
            try:
                if pod is not None and is_wanted(pod):
                    process.tick(now)
                elif process.end(now):
                    self._remove(uid, process, is_known=pod is not None)
            except _REQUEST_ERRORS as error:
                process.stumble(error)
                self._complain(process.name, error)

    def _remove(self, uid: str, process: PodProcess, is_known: bool) -> None:
        if is_known:
            process.forget()
            del self._pods[uid]
        process.clean()
        del self._processes[uid]

    def _complain(self, pod: str, error: Exception) -> None:
        """Log a failed step once, not at each try."""
        if self._complaints.get(pod) != str(error):
            self._complaints[pod] = str(error)
            print(f"{pod}: {error}", file=sys.stderr, flush=True)

    def _save(self) -> None:
        records = [process.record for process in self._processes.values()]
        if self._has_list and records != self._saved:
            save_pods(self._layout, self._me, records)
            self._saved = records

    def _end_all(self) -> None:
        deadline = time.monotonic() + _END_SECONDS
        while time.monotonic() < deadline:
            # All are asked before any is waited for.
            ended = [process.end(time.monotonic()) for process in self._processes.values()]
            if all(ended):
                return
            time.sleep(0.05)
        # What is left is the keeper's to kill, which ends the whole group.


def is_ours(pod: Mapping[str, Any]) -> bool:
    """Whether a kubelet would have a pod: it is bound to a node and not finished."""
    return bool(pod["spec"].get("nodeName")) and pod.get("status", {}).get("phase") not in (
        "Succeeded",
        "Failed",
    )


def is_wanted(pod: Mapping[str, Any]) -> bool:
    """Whether a pod should have a process: a kubelet would have it, and it is not being deleted."""
    return is_ours(pod) and "deletionTimestamp" not in pod["metadata"]


def follow_pods(api: ApiClient, changes: "queue.Queue[Change]") -> None:
    """Put all pods of the controller into the queue, then each change; list anew when the watch breaks."""
    labels = ",".join(f"{key}={value}" for key, value in CONTROLLER_POD_LABELS.items())
    path = f"/api/v1/namespaces/{CONTROLLER_NAMESPACE}/pods?labelSelector={quote(labels)}"
    while True:
        try:
            pods = api.get(path)
            changes.put(list(pods["items"]))
            for kind, item in api.watch(f"{path}&resourceVersion={pods['metadata']['resourceVersion']}"):
                if kind not in ("ADDED", "MODIFIED", "DELETED"):
                    break
                changes.put((kind, item))
        except _REQUEST_ERRORS as error:
            print(f"cannot follow the pods: {error}", file=sys.stderr, flush=True)
            time.sleep(_RETRY_SECONDS)


def main(directory: str) -> int:
    """Run the controller's pods of the cluster in this directory until SIGTERM."""
    layout = Layout(Path(directory))
    plan = load_plan(layout)
    me = identify(os.getpid())
    if plan is None or me is None:
        print(f"there is no cluster in {directory}", file=sys.stderr)
        return 1
    PodRunner(layout, plan, me).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

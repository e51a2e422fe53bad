"""One pod of the controller and the process that runs in its place."""

import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

from localcluster.api import ApiClient, ApiError
from localcluster.controller_pod import (
    ContainerState,
    Endpoints,
    back_off,
    container_environment,
    container_of,
    controller_arguments,
    image_problem,
    pod_status,
)
from localcluster.files import make_private_directory, write_private
from localcluster.health import complaint
from localcluster.kubeconfig import token_kubeconfig
from localcluster.layout import Layout
from localcluster.plan import Plan
from localcluster.pods_state import PodRecord, PodState
from localcluster.ports import free_ports
from localcluster.processes import environment, how_it_ended, identify, spawn
from localcluster.settings import CONTROLLER_BINARY
from localcluster.state import moment

_TOKEN_SECONDS = 3600
# The kubelet renews a token when a fifth of its life is left.
_TOKEN_RENEWAL_SECONDS = 0.8 * _TOKEN_SECONDS
# A process that ran for so long is no longer thought to be in a crash loop, as the kubelet has it.
_HEALTHY_SECONDS = 600.0
_GRACE_SECONDS = 30.0
# Between two probes of a process that is ready; one that is not yet is asked at each tick.
_PROBE_SECONDS = 2.0


class PodProcess:
    """The kubelet's part for one pod: start, renew the token, watch, start again, end."""

    def __init__(self, layout: Layout, plan: Plan, api: ApiClient, pod: Mapping[str, Any]) -> None:
        self.pod = pod
        self._layout = layout
        self._plan = plan
        self._api = api
        self._process: subprocess.Popen[bytes] | None = None
        self._endpoints = Endpoints(0, 0, 0)
        self._restarts = -1
        self._crashes = 0
        self._next_start = 0.0
        self._started = 0.0
        self._token_renewal = 0.0
        self._next_look = 0.0
        self._kill_at: float | None = None
        self._container: ContainerState | None = None
        self._last_end = ""
        self._reported: tuple[object, ...] = ()
        self._record = PodRecord(self.name, PodState.WAITING, since=moment())

    @property
    def name(self) -> str:
        return str(self.pod["metadata"]["name"])

    @property
    def record(self) -> PodRecord:
        """What `status` shows of it."""
        return self._record

    def tick(self, now: float) -> None:
        """Take the next step towards a process that runs.

        Errors: those of ApiClient; the same step is then taken again at the next tick.
        """
        problem = self._problem()
        if problem and self.end(now):
            self._show(PodState.CANNOT_RUN, problem)
            self._report(ContainerState({"waiting": {"reason": "ErrImagePull", "message": problem}}))
        if problem:
            return
        if self._process and self._process.poll() is not None:
            self._note_end(self._process.returncode, now)
        if self._process is None and now >= self._next_start:
            self._start(now)
        if self._process:
            if now >= self._token_renewal:
                self._renew_token(now)
            self._look(now)
        elif self._container:
            self._report(self._container)

    def try_now(self) -> None:
        """Forget the back-off: what made the process end has been repaired."""
        self._crashes = 0
        self._next_start = 0.0

    def stumble(self, error: Exception) -> None:
        """Show why a step failed, where there is no process to tell of."""
        if self._process is None and self._record.state is not PodState.CANNOT_RUN:
            self._show(PodState.WAITING, str(error))

    def end(self, now: float) -> bool:
        """Take the next step towards no process; True when there is none."""
        if self._process is None:
            return True
        if self._process.poll() is not None:
            self._process = None
            self._kill_at = None
            return True
        if self._kill_at is None:
            # The controller then gives its lease back, so that the next one need not wait for the lease to
            # run out.
            self._process.terminate()
            self._process.send_signal(signal.SIGCONT)
            grace = self.pod["metadata"].get("deletionGracePeriodSeconds", _GRACE_SECONDS)
            self._kill_at = now + float(grace)
            self._show(PodState.STOPPING, "is being ended")
        elif now >= self._kill_at:
            self._process.kill()
        return False

    def forget(self) -> None:
        """Take the pod out of the API, which waits for the word that its process has ended."""
        options = {"gracePeriodSeconds": 0, "preconditions": {"uid": self.pod["metadata"]["uid"]}}
        try:
            self._api.delete(self._path, {"apiVersion": "v1", "kind": "DeleteOptions", **options})
        except ApiError as error:
            # Gone already, or another pod of that name by now.
            if error.status not in (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
                raise

    def clean(self) -> None:
        """Remove its token, kubeconfig and certificates; the log stays."""
        shutil.rmtree(self._directory, ignore_errors=True)

    @property
    def _directory(self) -> Path:
        return self._layout.pods / self.name

    def _problem(self) -> str:
        return image_problem(str(container_of(self.pod)["image"]), self._plan.settings.controller_release)

    def _start(self, now: float) -> None:
        self._endpoints = Endpoints(*free_ports(3))
        make_private_directory(self._directory)
        self._renew_token(now)
        kubeconfig = self._directory / "kubeconfig"
        token = self._directory / "token"
        write_private(
            kubeconfig, token_kubeconfig(self._layout.pki, self._plan.api_port, "controller", token)
        )
        arguments = controller_arguments(self.pod, self._endpoints, self._directory / "webhook-certificates")
        binary = str(self._plan.settings.bin_directory / CONTROLLER_BINARY)
        own = container_environment(self.pod)
        variables = own | environment(self._plan.mark, self._directory, {"KUBECONFIG": str(kubeconfig)})
        self._process = spawn(
            [binary, *arguments], self._layout.pod_log(self.name), variables, self._directory
        )
        self._restarts += 1
        self._started = now
        self._next_look = now
        self._show(PodState.STARTING, "is not ready yet")
        self._report(self._running(is_ready=False))

    def _note_end(self, returncode: int, now: float) -> None:
        ended = how_it_ended(returncode)
        self._process = None
        self._last_end = f", the last one {ended}"
        self._crashes = 0 if now - self._started > _HEALTHY_SECONDS else self._crashes
        wait = back_off(self._crashes)
        self._crashes += 1
        self._next_start = now + wait
        message = f"{ended}; its next start is in {wait:.0f} s"
        self._show(PodState.DEAD, message)
        waiting = {"waiting": {"reason": "CrashLoopBackOff", "message": message}}
        self._container = ContainerState(waiting, restarts=self._restarts)

    def _look(self, now: float) -> None:
        if now < self._next_look:
            return
        is_ready = complaint(self._endpoints.health, "/readyz", None, timeout=1.0) == ""
        if is_ready:
            self._show(PodState.RUNNING, f"ready, restarts: {self._restarts}{self._last_end}")
            self._next_look = now + _PROBE_SECONDS
        elif self._record.state is PodState.RUNNING:
            self._show(PodState.NOT_ANSWERING, "does not answer its readiness probe")
        self._report(self._running(is_ready))

    def _running(self, is_ready: bool) -> ContainerState:
        started = datetime.fromtimestamp(time.time() - (time.monotonic() - self._started), UTC)
        state = {"running": {"startedAt": started.strftime("%Y-%m-%dT%H:%M:%SZ")}}
        return ContainerState(state, is_ready, self._restarts)

    def _report(self, container: ContainerState) -> None:
        """Write the pod's status, where it says something new."""
        words = (next(iter(container.state)), container.is_ready, container.restarts)
        if words == self._reported:
            return
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self._api.merge(f"{self._path}/status", pod_status(self.pod, container, now))
        self._reported = words

    def _show(self, state: PodState, detail: str) -> None:
        process = identify(self._process.pid) if self._process else None
        if (state, detail, process and process.pid) == (
            self._record.state,
            self._record.detail,
            self._record.process and self._record.process.pid,
        ):
            return
        port = self._endpoints.health if self._process else None
        self._record = PodRecord(self.name, state, detail, process, port, moment())

    def _renew_token(self, now: float) -> None:
        metadata = self.pod["metadata"]
        account = self.pod["spec"]["serviceAccountName"]
        bound_to = {"apiVersion": "v1", "kind": "Pod", "name": metadata["name"], "uid": metadata["uid"]}
        answer = self._api.create(
            f"/api/v1/namespaces/{metadata['namespace']}/serviceaccounts/{account}/token",
            {
                "apiVersion": "authentication.k8s.io/v1",
                "kind": "TokenRequest",
                "spec": {"expirationSeconds": _TOKEN_SECONDS, "boundObjectRef": bound_to},
            },
        )
        write_private(self._directory / "token", answer["status"]["token"])
        self._token_renewal = now + _TOKEN_RENEWAL_SECONDS

    @property
    def _path(self) -> str:
        return f"/api/v1/namespaces/{self.pod['metadata']['namespace']}/pods/{self.name}"

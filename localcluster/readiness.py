"""What `up` waits for after all parts are well."""

import http.client
import time
from typing import Any

from localcluster.api import ApiClient, ApiError, tls_context
from localcluster.errors import LocalClusterError
from localcluster.layout import Layout
from localcluster.objects import nodes
from localcluster.plan import Plan
from localcluster.pods_state import PodRecord, PodState, load_pods

_POLL_SECONDS = 0.05
# The controllers are no part of the cluster: one that keeps failing is told of, but does not make `up` fail,
# or the deployment that would mend it could never be made.
_CONTROLLER_SECONDS = 15.0
_ON_THE_WAY = (PodState.WAITING, PodState.STARTING, PodState.NOT_ANSWERING, PodState.STOPPING, PodState.DEAD)


def wait_for_nodes(layout: Layout, plan: Plan, deadline: float) -> None:
    """Wait until pods can be created and scheduled.

    All nodes are then ready and without the taint of those that are not; the default ServiceAccount is made.

    deadline: in the seconds of time.monotonic().
    Errors: LocalClusterError after the deadline.
    """
    api = ApiClient(plan.api_port, tls_context(layout.pki, "admin"))
    wanted = {node["metadata"]["name"] for node in nodes(plan.settings)}
    waits_for = ""
    while time.monotonic() < deadline:
        try:
            ready = {
                node["metadata"]["name"] for node in api.get("/api/v1/nodes")["items"] if is_usable(node)
            }
            waits_for = (
                f"nodes that are not ready: {', '.join(sorted(wanted - ready))}" if wanted - ready else ""
            )
            if not waits_for:
                api.get("/api/v1/namespaces/default/serviceaccounts/default")
                return
        except (ApiError, OSError, http.client.HTTPException) as error:
            waits_for = str(error)
        time.sleep(_POLL_SECONDS)
    raise LocalClusterError(
        f"the cluster runs, but cannot take pods yet ({waits_for})",
        f"See {layout.log('kwok')} and {layout.log('kube-controller-manager')}, then run `up` again",
    )


def is_usable(node: dict[str, Any]) -> bool:
    """Whether pods can be scheduled to a node: it is ready and the taint that says otherwise is gone."""
    conditions = {each["type"]: each["status"] for each in node.get("status", {}).get("conditions", [])}
    taints = {taint["key"] for taint in node["spec"].get("taints", [])}
    return conditions.get("Ready") == "True" and "node.kubernetes.io/not-ready" not in taints


def wait_for_controllers(layout: Layout) -> list[str]:
    """Wait a little for the controllers that the runner has pods for; a line about each that does not run."""
    deadline = time.monotonic() + _CONTROLLER_SECONDS
    while time.monotonic() < deadline and any(pod.state in _ON_THE_WAY for pod in load_pods(layout)):
        time.sleep(_POLL_SECONDS)
    return [_line(layout, pod) for pod in load_pods(layout) if pod.state is not PodState.RUNNING]


def _line(layout: Layout, pod: PodRecord) -> str:
    return f"controller pod {pod.name} does not run: {pod.detail} (log: {layout.pod_log(pod.name)})"

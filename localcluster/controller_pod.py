"""What a pod of the Agent Sandbox controller asks for, and what its status says of the process in its place.

The process is not in the pod's sandbox: limits, security context, volumes and `valueFrom` variables are not
honoured. The ConfigMap that upstream mounts at /etc/sandbox-config is one of the volumes: the binary reads
that very path of the machine, so the list of allowed label domains is the built-in one here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from localcluster.ports import LOOPBACK

CONTAINER = "agent-sandbox-controller"

# The kubelet's back-off for a container that keeps ending: at once, then 10 s, doubled up to 5 minutes.
# https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy
_FIRST_BACK_OFF_SECONDS = 10.0
_LAST_BACK_OFF_SECONDS = 300.0


@dataclass(frozen=True)
class Endpoints:
    """Free ports on 127.0.0.1 for one process of the controller."""

    metrics: int
    health: int
    webhook: int


def container_of(pod: Mapping[str, Any]) -> dict[str, Any]:
    """The controller's own container: the one of that name, or the first where there is none of that name."""
    containers: list[dict[str, Any]] = pod["spec"]["containers"]
    return next((container for container in containers if container["name"] == CONTAINER), containers[0])


def image_problem(image: str, release: str) -> str:
    """Why an image cannot be run here; empty where it is the release that the binary was built from.

    image:   as in the container; a registry before it and a digest behind it make no difference.
    release: the binary's own, e.g. `v0.5.6`.
    """
    name, _, tag = image.partition("@")[0].rpartition("/")[2].partition(":")
    if (name, tag) == (CONTAINER, release):
        return ""
    return f"image {image} cannot be run here: the binary in its place is {CONTAINER}:{release}"


def controller_arguments(
    pod: Mapping[str, Any], endpoints: Endpoints, webhook_certificates: Path
) -> list[str]:
    """The arguments of the process: the container's own, without those that cannot hold outside a cluster.

    Replaced are the addresses and ports, which several processes on one machine cannot share, and the folder
    for the webhook's certificates. The namespace of the leader's lease, which a pod knows from a file, is
    added where it is not given. Ours come first: parsing ends at the first argument that is no flag (Go
    package `flag`).

    The webhook server cannot be told an address (v0.5.6, cmd/agent-sandbox-controller/main.go): unlike all
    else it listens on every address, with TLS, for nothing but conversions between API versions.
    `--enable-webhook=false` among the container's own arguments turns it off.
    """
    container = container_of(pod)
    own = [*container.get("command", [])[1:], *container.get("args", [])]
    values = {
        "metrics-bind-address": f"{LOOPBACK}:{endpoints.metrics}",
        "health-probe-bind-address": f"{LOOPBACK}:{endpoints.health}",
        "webhook-port": str(endpoints.webhook),
        "webhook-cert-dir": str(webhook_certificates),
    }
    if flag_value(own, "metrics-bind-address") == "0":
        # The controller's word for: no metrics at all.
        values["metrics-bind-address"] = "0"
    if not flag_value(own, "leader-election-namespace"):
        values["leader-election-namespace"] = str(pod["metadata"]["namespace"])
    return [*(f"--{name}={value}" for name, value in values.items()), *_without(own, values)]


def flag_value(arguments: Iterable[str], name: str) -> str | None:
    """The value that Go's flag package would take for a flag with a value; None where it is not given."""
    value: str | None = None
    rest = iter(arguments)
    for argument in rest:
        if not _is_flag(argument):
            break
        if _flag_name(argument) == name:
            value = argument.partition("=")[2] if "=" in argument else next(rest, "")
    return value


def _without(arguments: Iterable[str], names: Iterable[str]) -> list[str]:
    """The arguments without these flags, each of which has a value, behind `=` or as the next argument."""
    dropped = set(names)
    kept: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if not _is_flag(argument):
            return [*kept, argument, *rest]
        if _flag_name(argument) not in dropped:
            kept.append(argument)
        elif "=" not in argument:
            next(rest, "")
    return kept


def _is_flag(argument: str) -> bool:
    return argument.startswith("-") and argument not in ("-", "--")


def _flag_name(argument: str) -> str:
    return argument.lstrip("-").partition("=")[0]


def container_environment(pod: Mapping[str, Any]) -> dict[str, str]:
    """The container's own variables that have a plain value, e.g. GOMAXPROCS."""
    variables: list[dict[str, str]] = container_of(pod).get("env", [])
    return {variable["name"]: variable["value"] for variable in variables if "value" in variable}


def back_off(restarts: int) -> float:
    """Seconds from the end of a process to its next start, after so many restarts."""
    if restarts == 0:
        return 0.0
    # The cap on the exponent only keeps the number small.
    return min(_LAST_BACK_OFF_SECONDS, _FIRST_BACK_OFF_SECONDS * 2 ** min(restarts - 1, 16))


@dataclass(frozen=True)
class ContainerState:
    """What the kubelet would say of the container.

    state:    the API's ContainerState, e.g. `{"running": {"startedAt": "..."}}`.
    is_ready: whether the process answers its readiness probe.
    restarts: how often it was started again.
    """

    state: Mapping[str, Any]
    is_ready: bool = False
    restarts: int = 0


def pod_status(pod: Mapping[str, Any], container: ContainerState, now: str) -> dict[str, Any]:
    """A strategic merge patch of the pod's status. All containers share the state of the controller's.

    There is no podIP: the process listens on the loopback address, which the API refuses as a pod's.

    now: RFC 3339 time of the change.
    """
    ready = "True" if container.is_ready else "False"
    has_started = "waiting" not in container.state or container.restarts > 0
    conditions = [
        {"type": "Initialized", "status": "True", "lastTransitionTime": now},
        {"type": "ContainersReady", "status": ready, "lastTransitionTime": now},
        {"type": "Ready", "status": ready, "lastTransitionTime": now},
    ]
    statuses = [
        {
            "name": each["name"],
            "image": each["image"],
            "imageID": "",
            "ready": container.is_ready,
            "started": "running" in container.state,
            "restartCount": container.restarts,
            "state": dict(container.state),
        }
        for each in pod["spec"]["containers"]
    ]
    status = {
        "phase": "Running" if has_started else "Pending",
        "conditions": conditions,
        "containerStatuses": statuses,
    }
    return {"status": status}

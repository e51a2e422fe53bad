"""A pod from an image and a few words."""

from collections.abc import Mapping
from typing import Any, cast

from .hardening import hardened
from .resources import resource_requirements
from .runtimes import SandboxRuntime

CONTAINER_NAME = "sandbox"
USER = 10001
"""User and group of a sandbox: not root, and above the ids that images give to people and system services."""
DEFAULT_PORTS = {"http": 8888}
"""Where the Python runtime listens. Source: agent-sandbox v0.5.6,
examples/python-runtime-sandbox/Dockerfile.
"""
DEFAULT_WRITABLE = {"tmp": "/tmp"}


def sandbox_pod(
    image: Any,
    container: Mapping[str, Any] | None = None,
    resources: Mapping[str, Any] | None = None,
    runtime: SandboxRuntime = SandboxRuntime.GVISOR,
) -> dict[str, Any]:
    """The hardened pod spec, in API form, of one container.

    container: `command`, `args`, `working_dir`, `env` (a map), `ports` (name to number, default `{"http":
    8888}`), `health_path` (default: the first port accepts a connection), `run_as_user` (default 10001),
    `writable_paths` (name to path, default `{"tmp": "/tmp"}`), `read_only_root_filesystem` (default true).
    resources: as `resource_requirements` takes them.
    """
    words = container or {}
    requirements = resource_requirements(resources or {})
    writable: Mapping[str, Any] = words.get("writable_paths", DEFAULT_WRITABLE)
    user = whole(words.get("run_as_user", USER))
    pod: dict[str, Any] = {
        "securityContext": {"runAsUser": user, "runAsGroup": user, "fsGroup": user},
        "containers": [without_empty(container_of(image, words, requirements, writable))],
        "volumes": [{"name": name, "emptyDir": scratch(requirements)} for name in writable],
    }
    return hardened(without_empty(pod), runtime)


def container_of(
    image: Any, words: Mapping[str, Any], requirements: Mapping[str, Any], writable: Mapping[str, Any]
) -> dict[str, Any]:
    """The one container, in API form; what is empty is dropped by the caller."""
    given_ports: Mapping[str, Any] = words.get("ports", DEFAULT_PORTS)
    ports = {name: whole(port) for name, port in given_ports.items()}
    variables: Mapping[str, Any] = words.get("env") or {}
    read_only = words.get("read_only_root_filesystem", True)
    return {
        "name": CONTAINER_NAME,
        "image": image,
        "command": list(words.get("command") or []),
        "args": list(words.get("args") or []),
        "workingDir": words.get("working_dir"),
        "env": [{"name": name, "value": value} for name, value in variables.items()],
        "ports": [{"name": name, "containerPort": port, "protocol": "TCP"} for name, port in ports.items()],
        "readinessProbe": readiness_probe(next(iter(ports), None), words.get("health_path")),
        "resources": requirements,
        "securityContext": {"readOnlyRootFilesystem": read_only},
        "volumeMounts": [{"name": name, "mountPath": path} for name, path in writable.items()],
    }


def readiness_probe(port: str | None, health_path: Any) -> dict[str, Any] | None:
    """Ready when the first port accepts a connection, or answers on the path. The node's own probes pass a
    default-deny.
    """
    if port is None:
        return None
    action = (
        {"tcpSocket": {"port": port}}
        if health_path is None
        else {"httpGet": {"path": health_path, "port": port}}
    )
    return {**action, "periodSeconds": 2, "timeoutSeconds": 2, "failureThreshold": 3}


def scratch(requirements: Mapping[str, Any]) -> dict[str, Any]:
    """A volume that lives as long as the pod, as large as the container's ephemeral-storage limit."""
    limits: Any = requirements.get("limits")
    size = cast(Mapping[str, Any], limits).get("ephemeral-storage") if isinstance(limits, Mapping) else None
    return {} if size is None else {"sizeLimit": size}


def whole(number: Any) -> Any:
    """A whole number that crossed a language border as a float, as an integer again; anything else as it
    is.
    """
    return int(number) if isinstance(number, float) and number.is_integer() else number


def without_empty(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that say something: no null, no empty list."""
    return {key: value for key, value in entries.items() if value is not None and value != []}

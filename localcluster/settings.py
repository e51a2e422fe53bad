"""What a caller may choose about a local cluster."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

CONTROLLER_BINARY = "agent-sandbox-controller"
CONTROL_PLANE_BINARIES = ("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok")


@dataclass(frozen=True)
class Settings:
    """The choices of one cluster; they are stored with it, and a change of them restarts its parts.

    bin_directory:      holds the binaries etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kwok
                        and agent-sandbox-controller (links will do).
    share_directory:    holds kwok's own stage files under kwok/stage.
    system_nodes:       number of nodes for ordinary pods, the controller's among them.
    gvisor_nodes:       number of nodes with GKE's gVisor label and taint.
    api_port:           port of the API server on 127.0.0.1; 0 takes a free one and keeps it.
    run_controller:     whether pods of the Agent Sandbox controller are run as local processes.
    controller_release: image tag of the release that the controller binary was built from.
    """

    bin_directory: Path
    share_directory: Path
    system_nodes: int = 1
    gvisor_nodes: int = 2
    api_port: int = 0
    run_controller: bool = True
    controller_release: str = "v0.5.6"

    @property
    def binaries(self) -> tuple[str, ...]:
        """Names of the binaries that this cluster needs."""
        return (*CONTROL_PLANE_BINARIES, CONTROLLER_BINARY) if self.run_controller else CONTROL_PLANE_BINARIES

    def as_json(self) -> dict[str, Any]:
        """The settings as plain JSON values."""
        return {
            **asdict(self),
            "bin_directory": str(self.bin_directory),
            "share_directory": str(self.share_directory),
        }

    @staticmethod
    def from_json(values: Mapping[str, Any]) -> "Settings":
        """The settings of which `as_json` made these values."""
        paths: dict[str, Any] = {name: Path(values[name]) for name in ("bin_directory", "share_directory")}
        return Settings(**{**values, **paths})

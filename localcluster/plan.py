"""What is decided once for a cluster and kept until `down`: its settings, its ports and its mark."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from localcluster.errors import LocalClusterError
from localcluster.files import read_json, write_json
from localcluster.layout import Layout
from localcluster.ports import LOOPBACK, choose_ports, is_free, listener
from localcluster.settings import Settings

API = "kube-apiserver"
# The API server comes first: its port may be fixed by the caller.
PORT_NAMES = (API, "etcd", "etcd-peer", "kube-controller-manager", "kube-scheduler", "kwok")


@dataclass(frozen=True)
class Plan:
    """settings: the caller's choices.
    ports:    port on 127.0.0.1 by the names in PORT_NAMES.
    mark:     a random word that all processes of this cluster carry in their environment.
    """

    settings: Settings
    ports: Mapping[str, int]
    mark: str

    @property
    def api_port(self) -> int:
        return self.ports[API]

    def as_json(self) -> dict[str, Any]:
        return {"settings": self.settings.as_json(), "ports": dict(self.ports), "mark": self.mark}


def load_plan(layout: Layout) -> Plan | None:
    """The plan of the cluster, or None where there is no cluster."""
    values = read_json(layout.plan)
    if values is None:
        return None
    return Plan(Settings.from_json(values["settings"]), values["ports"], values["mark"])


def save_plan(layout: Layout, plan: Plan) -> None:
    write_json(layout.plan, plan.as_json())


def make_plan(settings: Settings, old: Plan | None) -> Plan:
    """A plan for parts that do not run yet: it keeps the old ports where they are still free.

    Errors: LocalClusterError if the port that the settings name is in use.
    """
    wished = dict(old.ports) if old else {}
    if settings.api_port:
        wished[API] = settings.api_port
        if not is_free(settings.api_port):
            raise port_in_use(settings.api_port)
    return Plan(settings, choose_ports(PORT_NAMES, wished), old.mark if old else secrets.token_hex(8))


def port_in_use(port: int) -> LocalClusterError:
    """The error about an API port that somebody else has."""
    return LocalClusterError(
        f"port {port} on {LOOPBACK}, wanted for the API server, is in use by {listener(port)}",
        "Stop that process, or name another port with --api-port, or leave the option out for a free one",
    )

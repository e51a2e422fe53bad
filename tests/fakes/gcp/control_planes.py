"""Where clusters answer: real control planes, by the kubeconfigs that FAKE_GCP_KUBECONFIG names, with
everything embedded and a colon between them as in PATH. Without it the addresses are of the ranges that are
kept for documentation.
"""

import base64
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .cloud import Cloud
from .tokens import CLUSTER

KUBECONFIG = "FAKE_GCP_KUBECONFIG"


@dataclass(frozen=True)
class ControlPlane:
    """address: host and port. ca_certificate: in base64. dns_endpoint: host and port of the DNS endpoint."""

    address: str
    ca_certificate: str
    dns_endpoint: str


def control_plane(location: str, number: str, kubeconfig: Path | None) -> ControlPlane:
    """Where a cluster answers.

    Google's DNS endpoint has a certificate that everybody trusts. The control plane of a test has not: who
    connects must be told to trust its CA, which `environment` does with SSL_CERT_FILE.
    """
    if kubeconfig is None:
        authority = base64.b64encode(b"the certificate of no authority").decode()
        return ControlPlane("203.0.113.10", authority, f"gke-{number}.{location}.gke.goog")
    cluster = only_cluster(kubeconfig)
    address = cluster["server"].removeprefix("https://")
    return ControlPlane(address, cluster["certificate-authority-data"], address)


def only_cluster(kubeconfig: Path) -> Any:
    """The one cluster of a kubeconfig."""
    (entry,) = yaml.safe_load(kubeconfig.read_text())["clusters"]
    return entry["cluster"]


def behind_clusters() -> list[Path]:
    """The kubeconfigs of the control planes that stand behind the clusters."""
    return [Path(each) for each in os.environ.get(KUBECONFIG, "").split(os.pathsep) if each]


def for_next_cluster(cloud: Cloud) -> Path | None:
    """The kubeconfig for one more cluster: of the control plane that fewest have, the first of several. So a
    cluster that replaces another one gets an empty one, if there is one left. Clusters that are made at the
    same moment may get the same.
    """
    used = Counter(each.properties["endpoint"] for each in cloud.all(CLUSTER))
    planes = behind_clusters()
    return min(planes, key=lambda each: used[control_plane("", "", each).address], default=None)

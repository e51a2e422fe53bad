"""What the lookup of a cluster answers."""

from copy import deepcopy
from typing import Any

from tests.unit.cluster.graph import CLUSTER_ID, PROJECT

DNS = "gke-0123abcd-123456789012.europe-west4.gke.goog"


def pool(name: str, machine_type: str, sandbox: Any = None) -> dict[str, Any]:
    node = {
        "machineType": machine_type,
        "imageType": "COS_CONTAINERD",
        "sandboxConfigs": [] if sandbox is None else [sandbox],
    }
    return {"name": name, "nodeConfigs": [node], "managements": [{"autoUpgrade": True, "autoRepair": True}]}


GVISOR_POOL = pool("sandboxes", "n2-standard-8", {"type": "GVISOR", "sandboxType": ""})
FOUND: dict[str, Any] = {
    "id": CLUSTER_ID,
    "name": "main",
    "location": "europe-west4",
    "project": PROJECT,
    "enableAutopilot": False,
    "masterVersion": "1.36.3-gke.1767000",
    "releaseChannels": [{"channel": "REGULAR"}],
    "datapathProvider": "ADVANCED_DATAPATH",
    "networkPolicies": [],
    "addonsConfigs": [
        {
            "agentSandboxConfigs": [{"enabled": False}],
            "podSnapshotConfigs": [],
            "networkPolicyConfigs": [{"disabled": True}],
        }
    ],
    "workloadIdentityConfigs": [{"workloadPool": f"{PROJECT}.svc.id.goog"}],
    "nodePools": [pool("system", "e2-standard-4"), GVISOR_POOL],
    "controlPlaneEndpointsConfigs": [
        {
            "dnsEndpointConfigs": [{"endpoint": DNS, "allowExternalTraffic": True}],
            "ipEndpointsConfigs": [{"enabled": True}],
        }
    ],
    "endpoint": "203.0.113.10",
    "masterAuths": [{"clusterCaCertificate": "Q0E=", "clientKey": ""}],
}


def found(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(FOUND), **changes}

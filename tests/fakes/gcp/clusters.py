"""What GKE fills in for clusters and node pools."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .cloud import merged
from .control_planes import control_plane
from .places import zones
from .versions import version_for

Properties = dict[str, Any]


def cluster(inputs: Mapping[str, Any], number: str, kubeconfig: Path | None = None) -> Properties:
    """What GKE adds to a cluster's inputs. Sources: docs of google_container_cluster, "Attributes Reference",
    and GKE's documentation of the defaults of both modes.

    kubeconfig: of the control plane behind it; None: there is none.
    """
    project, location, name = inputs["project"], inputs["location"], inputs["name"]
    plane = control_plane(location, number, kubeconfig)
    autopilot = bool(inputs.get("enableAutopilot"))
    channel = (inputs.get("releaseChannel") or {}).get("channel", "REGULAR")
    version = version_for(inputs.get("minMasterVersion"), channel)
    common: Properties = {
        "clusterIpv4Cidr": "10.8.0.0/14",
        "controlPlaneEndpointsConfig": {
            "dnsEndpointConfig": {"endpoint": plane.dns_endpoint},
            "ipEndpointsConfig": {"enabled": True},
        },
        "databaseEncryption": {"state": "DECRYPTED"},
        "endpoint": plane.address,
        "labelFingerprint": number,
        "masterAuth": {
            "clientCertificate": "",
            "clientCertificateConfig": {"issueClientCertificate": False},
            "clientKey": "",
            "clusterCaCertificate": plane.ca_certificate,
        },
        "masterVersion": version,
        "networkingMode": "VPC_NATIVE",
        "nodeLocations": zones(location),
        "nodeVersion": version,
        "privateClusterConfig": {"privateEndpoint": "10.0.0.2", "publicEndpoint": plane.address},
        "releaseChannel": {"channel": channel},
        "selfLink": f"https://container.googleapis.com/v1/projects/{project}/locations/{location}/clusters/{name}",
        "servicesIpv4Cidr": "34.118.224.0/20",
        "subnetwork": f"projects/{project}/regions/{location}/subnetworks/default",
    }
    return {**common, **(autopilot_defaults(inputs) if autopilot else standard_defaults(inputs, version))}


def without_ignored(inputs: Mapping[str, Any]) -> Properties:
    """A cluster's inputs without what GKE takes in and drops: the nodes of a pool that is not there, on
    Autopilot (hashicorp/terraform-provider-google#8863) as on a cluster whose default pool goes
    (pulumi/pulumi-gcp#744). The provider then sees a difference for ever, and replaces the cluster
    (pulumi/pulumi-gcp#2247).
    """
    ignored = inputs.get("enableAutopilot") or inputs.get("removeDefaultNodePool")
    return {key: value for key, value in inputs.items() if key != "nodeConfig" or not ignored}


def autopilot_defaults(inputs: Mapping[str, Any]) -> Properties:
    """What Autopilot has that nobody can choose."""
    return {
        "datapathProvider": "ADVANCED_DATAPATH",
        "workloadIdentityConfig": {"workloadPool": f"{inputs['project']}.svc.id.goog"},
        "verticalPodAutoscaling": {"enabled": True},
        "clusterAutoscaling": {"enabled": True, "autoscalingProfile": "OPTIMIZE_UTILIZATION"},
        "nodeConfig": nodes_of({}),
        "nodePools": [],
    }


def standard_defaults(inputs: Mapping[str, Any], version: str) -> Properties:
    """What a Standard cluster gets: a default pool, unless it is taken away at once."""
    gone = inputs.get("removeDefaultNodePool") or inputs.get("nodePools")
    pool = {"name": "default-pool", "initialNodeCount": inputs.get("initialNodeCount", 0), "version": version}
    nodes = nodes_of(inputs.get("nodeConfig") or {})
    return {
        "datapathProvider": "LEGACY_DATAPATH",
        "nodePools": [] if gone else [{**pool, "nodeConfig": nodes}],
        **({} if gone else {"nodeConfig": nodes}),
    }


NODES: Properties = {
    "diskSizeGb": 100,
    "diskType": "pd-balanced",
    "imageType": "COS_CONTAINERD",
    "loggingVariant": "DEFAULT",
    "machineType": "e2-medium",
    "metadata": {"disable-legacy-endpoints": "true"},
    "oauthScopes": [
        "https://www.googleapis.com/auth/devstorage.read_only",
        "https://www.googleapis.com/auth/logging.write",
        "https://www.googleapis.com/auth/monitoring",
    ],
    "serviceAccount": "default",
    "shieldedInstanceConfig": {"enableIntegrityMonitoring": True, "enableSecureBoot": False},
}
"""Nodes that nobody said anything about. Source: docs of google_container_cluster, node_config."""

SANDBOX_KEY = "sandbox.gke.io/runtime"
"""Label and taint that GKE gives to the nodes of a gVisor pool (GKE documentation, "GKE Sandbox")."""


def has_sandbox(nodes: Mapping[str, Any]) -> bool:
    """Whether nodes run gVisor, in the new way to say it or the old one."""
    sandbox = nodes.get("sandboxConfig") or {}
    return "gvisor" in (str(sandbox.get("type")).lower(), str(sandbox.get("sandboxType")).lower())


def nodes_of(given: Mapping[str, Any]) -> Properties:
    """The nodes of a pool as GKE has them. Of the taints the provider keeps those that the program gave, and
    shows all of them beside (flattenTaints and flattenEffectiveTaints in services/container/node_config.go).
    """
    nodes = merged(NODES, given)
    taints = list(given.get("taints") or [])
    if has_sandbox(given):
        nodes["labels"] = {**(given.get("labels") or {}), SANDBOX_KEY: "gvisor"}
        taints.append({"key": SANDBOX_KEY, "value": "gvisor", "effect": "NO_SCHEDULE"})
    nodes["effectiveTaints"] = taints
    return nodes


def without_given(wanted: Mapping[str, Any], existing: Mapping[str, Any]) -> Properties:
    """What a change of a node pool asks for: not the label that GKE itself gave its nodes."""
    nodes, had = wanted.get("nodeConfig") or {}, existing.get("nodeConfig") or {}
    if SANDBOX_KEY not in (nodes.get("labels") or {}) or SANDBOX_KEY not in (had.get("labels") or {}):
        return dict(wanted)
    labels = {key: value for key, value in nodes["labels"].items() if key != SANDBOX_KEY}
    return {**wanted, "nodeConfig": {**nodes, "labels": labels}}


def node_pool(inputs: Mapping[str, Any], number: str) -> Properties:
    """What GKE adds to a node pool's inputs."""
    location = inputs["location"]
    places = zones(location)
    group = f"https://www.googleapis.com/compute/v1/projects/{inputs['project']}/zones/{places[0]}"
    count = inputs.get("nodeCount", inputs.get("initialNodeCount", 1))
    return {
        "initialNodeCount": count,
        "instanceGroupUrls": [f"{group}/instanceGroupManagers/gke-{inputs['name']}-{number}"],
        "management": {"autoRepair": True, "autoUpgrade": True},
        "managedInstanceGroupUrls": [f"{group}/instanceGroups/gke-{inputs['name']}-{number}"],
        "maxPodsPerNode": 110,
        "nodeConfig": nodes_of(inputs.get("nodeConfig") or {}),
        "nodeCount": count,
        "nodeLocations": places,
        "upgradeSettings": {"strategy": "SURGE", "maxSurge": 1, "maxUnavailable": 0},
    }

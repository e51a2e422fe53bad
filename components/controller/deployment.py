"""What upstream's Deployment leaves out: probes, resources, a restricted security context, placement, a
second replica.
"""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..facts.gke_sandbox import GVISOR
from ..rules import EXEMPTION_PREFIX
from .completeness import CONTROLLER, NAMESPACE, Object, mapping, sequence
from .label_domains import CONFIG_MAP, HASH_ANNOTATION, MOUNT_PATH

# `nonroot` of the image's base, gcr.io/distroless/static (agent-sandbox v0.5.6, Dockerfile).
NONROOT = 65532

HEALTH_PORT = 8081

# Upstream names no figures. The memory is for the caches, which grow with the pods of the cluster unless
# the option cache_label_selectors narrows them to sandboxes.
DEFAULT_RESOURCES: Mapping[str, Mapping[str, str]] = {
    "requests": {"cpu": "250m", "memory": "512Mi", "ephemeral-storage": "64Mi"},
    "limits": {"cpu": "2", "memory": "2Gi", "ephemeral-storage": "256Mi"},
}

# The controller of 0.5.x writes its webhook certificate to /tmp/k8s-webhook-server/serving-certs
# (agent-sandbox v0.5.6, cmd/agent-sandbox-controller/main.go and tls.go). A private key: in memory, not on
# the disk.
TMP_VOLUME = "tmp"
TMP_PATH = "/tmp"
TMP_SIZE = "16Mi"

# The controller lives by calling the API server.
EXEMPTIONS = {
    f"{EXEMPTION_PREFIX}token-automount-off": "permanent: the controller calls the API server",
}

SPREAD_KEYS = ("topology.kubernetes.io/zone", "kubernetes.io/hostname")


@dataclass(frozen=True)
class DeploymentSettings:
    """How the controller runs. Values may be Pulumi outputs where they are put in as they are.

    args: the whole command line. config_hash: changes when the ConfigMap does.
    image: takes the place of upstream's image; None keeps it.
    """

    args: Sequence[str]
    config_hash: str
    replicas: int = 1
    image: object | None = None
    requests: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULT_RESOURCES["requests"]))
    limits: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULT_RESOURCES["limits"]))
    node_selector: Mapping[str, str] = field(default_factory=dict[str, str])
    tolerations: Sequence[Mapping[str, Any]] = ()
    priority_class_name: str = ""


def harden(deployment: Object, settings: DeploymentSettings) -> dict[str, Any]:
    """Upstream's Deployment with what it leaves out. Nothing that upstream sets is dropped; doing it twice
    changes nothing.
    """
    hardened = copy.deepcopy(dict(deployment))
    annotations = {**mapping(hardened["metadata"].get("annotations")), **EXEMPTIONS}
    hardened["metadata"]["annotations"] = annotations
    spec = hardened["spec"]
    spec["replicas"] = settings.replicas
    template = spec["template"]
    metadata = template.setdefault("metadata", {})
    metadata["annotations"] = {**mapping(metadata.get("annotations")), HASH_ANNOTATION: settings.config_hash}
    pod = template["spec"]
    _harden_pod(pod, settings, dict(spec["selector"]["matchLabels"]))
    container = next(container for container in pod["containers"] if container["name"] == CONTROLLER)
    _harden_container(container, settings)
    return hardened


def disruption_budget(deployment: Object) -> dict[str, Any]:
    """Keeps a drain from taking all replicas at once. Only for two or more: with one it would block the
    drain.
    """
    return {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": CONTROLLER, "namespace": NAMESPACE},
        "spec": {
            "maxUnavailable": 1,
            "selector": {"matchLabels": dict(deployment["spec"]["selector"]["matchLabels"])},
            "unhealthyPodEvictionPolicy": "AlwaysAllow",
        },
    }


def _harden_pod(pod: dict[str, Any], settings: DeploymentSettings, selector: Mapping[str, str]) -> None:
    # Said, so that no default decides it.
    pod.setdefault("automountServiceAccountToken", True)
    pod["securityContext"] = {
        "runAsUser": NONROOT,
        "runAsGroup": NONROOT,
        "fsGroup": NONROOT,
        **mapping(pod.get("securityContext")),
        "runAsNonRoot": True,
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    pod["affinity"] = _off_gvisor(mapping(pod.get("affinity")))
    if settings.node_selector:
        pod["nodeSelector"] = {**mapping(pod.get("nodeSelector")), **settings.node_selector}
    if settings.tolerations:
        _add_missing(pod, "tolerations", [dict(toleration) for toleration in settings.tolerations])
    if settings.priority_class_name:
        pod["priorityClassName"] = settings.priority_class_name
    if settings.replicas > 1:
        constraints = [
            {
                "maxSkew": 1,
                "topologyKey": key,
                "whenUnsatisfiable": "ScheduleAnyway",
                "labelSelector": {"matchLabels": dict(selector)},
            }
            for key in SPREAD_KEYS
        ]
        _add_missing(pod, "topologySpreadConstraints", constraints)
    mounts = [mount for container in pod["containers"] for mount in container.get("volumeMounts", [])]
    mounted = {mount["mountPath"] for mount in mounts}
    if TMP_PATH not in mounted:
        volume = {"name": TMP_VOLUME, "emptyDir": {"medium": "Memory", "sizeLimit": TMP_SIZE}}
        _add_missing(pod, "volumes", [volume])
    if MOUNT_PATH not in mounted:
        _add_missing(
            pod, "volumes", [{"name": CONFIG_MAP, "configMap": {"name": CONFIG_MAP, "optional": True}}]
        )


def _harden_container(container: dict[str, Any], settings: DeploymentSettings) -> None:
    if settings.image is not None:
        container["image"] = settings.image
    container["args"] = list(settings.args)
    container["resources"] = {"requests": dict(settings.requests), "limits": dict(settings.limits)}
    container["securityContext"] = {
        **mapping(container.get("securityContext")),
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "privileged": False,
        "readOnlyRootFilesystem": True,
        "runAsNonRoot": True,
    }
    container.setdefault(
        "livenessProbe",
        {
            "httpGet": {"path": "/healthz", "port": HEALTH_PORT},
            "initialDelaySeconds": 15,
            "periodSeconds": 20,
        },
    )
    container.setdefault(
        "readinessProbe",
        {"httpGet": {"path": "/readyz", "port": HEALTH_PORT}, "initialDelaySeconds": 5, "periodSeconds": 10},
    )
    mounted = {mount["mountPath"] for mount in container.get("volumeMounts", [])}
    if TMP_PATH not in mounted:
        _add_missing(container, "volumeMounts", [{"name": TMP_VOLUME, "mountPath": TMP_PATH}])
    if MOUNT_PATH not in mounted:
        _add_missing(
            container, "volumeMounts", [{"name": CONFIG_MAP, "mountPath": MOUNT_PATH, "readOnly": True}]
        )


def _off_gvisor(affinity: Mapping[str, Any]) -> dict[str, Any]:
    """Every way in which the pod may be placed also asks for a node without gVisor: system pods stay off
    sandbox nodes.
    """
    rule = {"key": GVISOR.node_label, "operator": "DoesNotExist"}
    node = dict(mapping(affinity.get("nodeAffinity")))
    required = dict(mapping(node.get("requiredDuringSchedulingIgnoredDuringExecution")))
    terms: list[dict[str, Any]] = [
        dict(mapping(term)) for term in sequence(required.get("nodeSelectorTerms"))
    ] or [{}]
    for term in terms:
        expressions = list(sequence(term.get("matchExpressions")))
        term["matchExpressions"] = expressions if rule in expressions else [*expressions, rule]
    node["requiredDuringSchedulingIgnoredDuringExecution"] = {**required, "nodeSelectorTerms": terms}
    return {**affinity, "nodeAffinity": node}


def _add_missing(owner: dict[str, Any], key: str, entries: Sequence[Mapping[str, Any]]) -> None:
    present = list(sequence(owner.get(key)))
    owner[key] = present + [dict(entry) for entry in entries if entry not in present]

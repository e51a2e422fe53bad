"""The path of a field, and how it is written."""

import json
from collections.abc import Set
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list positions from the properties of a resource down to a field."""

# The keys that are printed even where everything around them is secret. They are words of the API; any other
# key may be a user's own.
PUBLIC_KEYS = frozenset(
    {
        "add",
        "allowPrivilegeEscalation",
        "annotations",
        "apiVersion",
        "appArmorProfile",
        "args",
        "automountServiceAccountToken",
        "awsElasticBlockStore",
        "azureDisk",
        "azureFile",
        "capabilities",
        "cephfs",
        "cinder",
        "claimName",
        "clusterTrustBundle",
        "command",
        "configMap",
        "containers",
        "cpu",
        "csi",
        "downwardAPI",
        "drop",
        "emptyDir",
        "env",
        "envFrom",
        "ephemeral",
        "ephemeral-storage",
        "ephemeralContainers",
        "fc",
        "flexVolume",
        "flocker",
        "gcePersistentDisk",
        "gitRepo",
        "glusterfs",
        "host",
        "hostIPC",
        "hostNetwork",
        "hostPath",
        "hostPID",
        "hostPort",
        "hostProcess",
        "hostUsers",
        "httpGet",
        "image",
        "initContainers",
        "iscsi",
        "items",
        "jobTemplate",
        "kind",
        "labels",
        "lifecycle",
        "limits",
        "livenessProbe",
        "memory",
        "metadata",
        "name",
        "nfs",
        "nodeName",
        "nodeSelector",
        "os",
        "path",
        "persistentVolumeClaim",
        "photonPersistentDisk",
        "podCertificate",
        "podTemplate",
        "ports",
        "portworxVolume",
        "postStart",
        "preStop",
        "privileged",
        "procMount",
        "projected",
        "quobyte",
        "rbd",
        "readinessProbe",
        "reference",
        "resources",
        "role",
        "runAsNonRoot",
        "runAsUser",
        "runtimeClassName",
        "scaleIO",
        "seccompProfile",
        "secret",
        "securityContext",
        "seLinuxOptions",
        "serviceAccountToken",
        "sources",
        "spec",
        "startupProbe",
        "storageos",
        "sysctls",
        "tcpSocket",
        "template",
        "tolerations",
        "type",
        "user",
        "value",
        "volumes",
        "vsphereVolume",
        "windowsOptions",
    }
)


def is_secret(path: Path, secrets: Set[Path]) -> bool:
    """Whether the value at `path` is marked secret, itself or through what it lies in."""
    return bool(secrets) and any(path[:length] in secrets for length in range(len(path) + 1))


def written(path: Path, secrets: Set[Path]) -> str:
    """A path as the API writes it, `spec.containers[0].image`; a user's own key within a secret is written
    `*`.
    """
    text = ""
    for depth, step in enumerate(path):
        if isinstance(step, int):
            text += f"[{step}]"
        elif step not in PUBLIC_KEYS and is_secret(path[:depth], secrets):
            text += ".*" if text else "*"
        elif step.replace("-", "").replace("_", "").isalnum():
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step)}]"
    return text

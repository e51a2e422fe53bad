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
        "autoProvisioningDefaults",
        "awsElasticBlockStore",
        "azureDisk",
        "azureFile",
        "capabilities",
        "cephfs",
        "cidr",
        "cinder",
        "claimName",
        "clusterAutoscaling",
        "clusterTrustBundle",
        "command",
        "configMap",
        "containers",
        "cpu",
        "csi",
        "downwardAPI",
        "drop",
        "egress",
        "emptyDir",
        "enableAutopilot",
        "enabled",
        "env",
        "envFrom",
        "ephemeral",
        "ephemeral-storage",
        "ephemeralContainers",
        "except",
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
        "ipBlock",
        "iscsi",
        "items",
        "jobTemplate",
        "kind",
        "labels",
        "lifecycle",
        "limits",
        "livenessProbe",
        "member",
        "members",
        "memory",
        "metadata",
        "mode",
        "name",
        "networkPolicy",
        "nfs",
        "nodeConfig",
        "nodeName",
        "nodePools",
        "nodeSelector",
        "os",
        "path",
        "persistentVolumeClaim",
        "photonPersistentDisk",
        "podCertificate",
        "podTemplate",
        "policyData",
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
        "sandboxConfig",
        "sandboxType",
        "scaleIO",
        "seccompProfile",
        "secret",
        "securityContext",
        "seLinuxOptions",
        "serviceAccount",
        "serviceAccountName",
        "serviceAccountToken",
        "sources",
        "spec",
        "startupProbe",
        "storageos",
        "sysctls",
        "tcpSocket",
        "template",
        "to",
        "tolerations",
        "type",
        "user",
        "value",
        "volumes",
        "vsphereVolume",
        "windowsOptions",
        "workloadIdentityConfig",
        "workloadMetadataConfig",
        "workloadPool",
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

"""The Kubernetes API's own types, and what the Python client's models do not say about them.

The types are the pydantic models of the `kubernetes` client (imported when first used: it takes about a
second). They know fields, types and what is required; enums, quantities, images and lists that must not be
empty are in the tables below.
"""

from functools import cache
from importlib import import_module
from typing import cast

from pydantic import BaseModel


@cache
def kubernetes_type(name: str) -> type[BaseModel]:
    """The client's model of that name, e.g. `V1PodSpec`."""
    return cast(type[BaseModel], getattr(import_module("kubernetes.client.models"), name))


PROTOCOLS = ("TCP", "UDP", "SCTP")
PULL_POLICIES = ("Always", "Never", "IfNotPresent")
MESSAGE_POLICIES = ("File", "FallbackToLogsOnError")
PROFILE_TYPES = ("Unconfined", "RuntimeDefault", "Localhost")
SELECTOR_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist")
INCLUSION_POLICIES = ("Ignore", "Honor")
CONTAINER_RESTARTS = ("Always", "Never", "OnFailure")
HOST_PATH_TYPES = (
    "",
    "Directory",
    "DirectoryOrCreate",
    "File",
    "FileOrCreate",
    "Socket",
    "CharDevice",
    "BlockDevice",
)

ENUMS: dict[tuple[str, str], tuple[str, ...]] = {
    ("V1AppArmorProfile", "type"): PROFILE_TYPES,
    ("V1AzureDiskVolumeSource", "cachingMode"): ("None", "ReadOnly", "ReadWrite"),
    ("V1AzureDiskVolumeSource", "kind"): ("Shared", "Dedicated", "Managed"),
    ("V1Container", "imagePullPolicy"): PULL_POLICIES,
    ("V1Container", "restartPolicy"): CONTAINER_RESTARTS,
    ("V1Container", "terminationMessagePolicy"): MESSAGE_POLICIES,
    ("V1ContainerPort", "protocol"): PROTOCOLS,
    ("V1ContainerResizePolicy", "restartPolicy"): ("NotRequired", "RestartContainer"),
    ("V1ContainerRestartRule", "action"): ("Restart", "RestartAllContainers"),
    ("V1ContainerRestartRuleOnExitCodes", "operator"): ("In", "NotIn"),
    ("V1EphemeralContainer", "imagePullPolicy"): PULL_POLICIES,
    ("V1EphemeralContainer", "restartPolicy"): CONTAINER_RESTARTS,
    ("V1EphemeralContainer", "terminationMessagePolicy"): MESSAGE_POLICIES,
    ("V1HTTPGetAction", "scheme"): ("HTTP", "HTTPS"),
    ("V1HostPathVolumeSource", "type"): HOST_PATH_TYPES,
    ("V1ImageVolumeSource", "pullPolicy"): PULL_POLICIES,
    ("V1LabelSelectorRequirement", "operator"): SELECTOR_OPERATORS,
    ("V1ManagedFieldsEntry", "operation"): ("Apply", "Update"),
    ("V1NetworkPolicyPort", "protocol"): PROTOCOLS,
    ("V1NodeSelectorRequirement", "operator"): (*SELECTOR_OPERATORS, "Gt", "Lt"),
    ("V1PersistentVolumeClaimSpec", "accessModes"): (
        "ReadWriteOnce",
        "ReadOnlyMany",
        "ReadWriteMany",
        "ReadWriteOncePod",
    ),
    ("V1PersistentVolumeClaimSpec", "volumeMode"): ("Block", "Filesystem"),
    ("V1PodOS", "name"): ("linux", "windows"),
    ("V1PodSecurityContext", "fsGroupChangePolicy"): ("OnRootMismatch", "Always"),
    ("V1PodSecurityContext", "seLinuxChangePolicy"): ("Recursive", "MountOption"),
    ("V1PodSecurityContext", "supplementalGroupsPolicy"): ("Merge", "Strict"),
    ("V1PodSpec", "dnsPolicy"): ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"),
    ("V1PodSpec", "preemptionPolicy"): ("PreemptLowerPriority", "Never"),
    ("V1PodSpec", "restartPolicy"): ("Always", "OnFailure", "Never"),
    ("V1SeccompProfile", "type"): PROFILE_TYPES,
    ("V1SecurityContext", "procMount"): ("Default", "Unmasked"),
    ("V1Toleration", "effect"): ("NoSchedule", "PreferNoSchedule", "NoExecute"),
    ("V1Toleration", "operator"): ("Exists", "Equal", "Lt", "Gt"),
    ("V1TopologySpreadConstraint", "nodeAffinityPolicy"): INCLUSION_POLICIES,
    ("V1TopologySpreadConstraint", "nodeTaintsPolicy"): INCLUSION_POLICIES,
    ("V1TopologySpreadConstraint", "whenUnsatisfiable"): ("DoNotSchedule", "ScheduleAnyway"),
    ("V1VolumeMount", "mountPropagation"): ("None", "HostToContainer", "Bidirectional"),
    ("V1VolumeMount", "recursiveReadOnly"): ("Disabled", "IfPossible", "Enabled"),
}
"""Allowed values by model and field. Source: k8s.io/api v0.36.3, core/v1/types.go and
networking/v1/types.go, and k8s.io/apimachinery v0.36.3, pkg/apis/meta/v1/types.go: string types and their
constants. Types whose constants are open (resource names, condition types, storage media) or long (signals)
are left out.
"""

QUANTITIES = frozenset(
    {
        ("V1EmptyDirVolumeSource", "sizeLimit"),
        ("V1PodSpec", "overhead"),
        ("V1ResourceFieldSelector", "divisor"),
        ("V1ResourceRequirements", "limits"),
        ("V1ResourceRequirements", "requests"),
        ("V1VolumeResourceRequirements", "limits"),
        ("V1VolumeResourceRequirements", "requests"),
    }
)
"""Fields that hold a quantity or a map of them; the models call both text. Source: Kubernetes v1.36.3,
api/openapi-spec/swagger.json, every reference to resource.Quantity below the pod, volume claim and network
policy specs.
"""

IMAGES = frozenset(
    {("V1Container", "image"), ("V1EphemeralContainer", "image"), ("V1ImageVolumeSource", "reference")}
)
"""Fields that hold an image reference. Source: k8s.io/api v0.36.3, core/v1/types.go, where the reference of
an image volume behaves as the image of a container.
"""

NOT_EMPTY = frozenset({("V1PodSpec", "containers")})
"""Lists that API validation refuses when empty. Source: Kubernetes v1.36.3,
pkg/apis/core/validation/validation.go.
"""

LABELS = frozenset(
    {
        ("PodMetadata", "labels"),
        ("VolumeClaimMetadata", "labels"),
        ("V1LabelSelector", "matchLabels"),
        ("V1ObjectMeta", "labels"),
        ("V1PodSpec", "nodeSelector"),
    }
)
"""Maps of labels, of Kubernetes types and of this room's models."""

"""The kinds that carry a pod by definition, and where."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from .identity import Identity
from .path import Path


@dataclass(frozen=True)
class PodKind:
    """Where a kind carries its pod.

    pod_spec:             the path of the pod spec.
    needed_to_create:     fields without which the API server refuses to create the object, beside the pod.
    must_have_containers: whether it carries a pod by definition, so that none found is a fault.
    makes_many:           whether it makes several pods from the one spec.
    is_sandbox:           whether its pods run code that nobody trusts.
    token_off_when_unset: whether a missing automountServiceAccountToken means false.
    """

    pod_spec: tuple[str, ...]
    needed_to_create: tuple[Path, ...] = ()
    must_have_containers: bool = True
    makes_many: bool = True
    is_sandbox: bool = False
    token_off_when_unset: bool = False


ELSEWHERE: Final = PodKind((), must_have_containers=False)
"""What is known of a pod in a kind that is not in the table."""


_TEMPLATE = ("spec", "template", "spec")
_WITH_SELECTOR = PodKind(_TEMPLATE, needed_to_create=(("spec", "selector"),))

# Kubernetes 1.36, k8s.io/api; extensions/v1beta1 and apps/v1beta1 are still in the Pulumi provider. Agent
# Sandbox: sigs.k8s.io/agent-sandbox v0.5.6, k8s/crds, the same path in v1alpha1 and v1beta1. A template's
# missing automountServiceAccountToken is set to false by the controller (extensions/controllers/utils.go,
# ApplySandboxSecureDefaults); that of a Sandbox made directly is not.
POD_KINDS: Final = MappingProxyType(
    {
        Identity("", "Pod"): PodKind(("spec",), makes_many=False),
        Identity("", "PodTemplate"): PodKind(("template", "spec")),
        Identity("", "ReplicationController"): PodKind(_TEMPLATE),
        Identity("apps", "DaemonSet"): _WITH_SELECTOR,
        Identity("apps", "Deployment"): _WITH_SELECTOR,
        Identity("apps", "ReplicaSet"): _WITH_SELECTOR,
        Identity("apps", "StatefulSet"): _WITH_SELECTOR,
        Identity("extensions", "DaemonSet"): PodKind(_TEMPLATE),
        Identity("extensions", "Deployment"): PodKind(_TEMPLATE),
        Identity("extensions", "ReplicaSet"): PodKind(_TEMPLATE),
        Identity("batch", "Job"): PodKind(_TEMPLATE),
        Identity("batch", "CronJob"): PodKind(
            ("spec", "jobTemplate", "spec", "template", "spec"), needed_to_create=(("spec", "schedule"),)
        ),
        Identity("agents.x-k8s.io", "Sandbox"): PodKind(
            ("spec", "podTemplate", "spec"), makes_many=False, is_sandbox=True
        ),
        Identity("extensions.agents.x-k8s.io", "SandboxTemplate"): PodKind(
            ("spec", "podTemplate", "spec"), is_sandbox=True, token_off_when_unset=True
        ),
    }
)

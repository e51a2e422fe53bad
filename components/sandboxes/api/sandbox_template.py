"""extensions.agents.x-k8s.io/v1beta1 SandboxTemplate: what warm pools are filled with. It has no status.

Source: agent-sandbox v0.5.6, k8s/crds/extensions.agents.x-k8s.io_sandboxtemplates.yaml.
"""

from typing import Annotated, Any, Literal

from ...shapes.shape import KubernetesType
from .models import ApiModel, ObjectMeta, PodTemplate, VolumeClaimTemplate


class SandboxNetworkPolicyRules(ApiModel):
    """The rules of the NetworkPolicy that the controller makes; given, they replace its own in both
    directions.
    """

    ingress: list[Annotated[dict[str, Any], KubernetesType("V1NetworkPolicyIngressRule")]] | None = None
    egress: list[Annotated[dict[str, Any], KubernetesType("V1NetworkPolicyEgressRule")]] | None = None


class SandboxTemplateSpec(ApiModel):
    """The pod, and what a claim may change about it."""

    pod_template: PodTemplate
    env_vars_injection_policy: Literal["Allowed", "Overrides", "Disallowed"] = "Disallowed"
    network_policy: SandboxNetworkPolicyRules | None = None
    network_policy_management: Literal["Managed", "Unmanaged"] = "Managed"
    service: bool | None = None
    volume_claim_templates: list[VolumeClaimTemplate] | None = None
    volume_claim_templates_policy: Literal["Disallowed", "Allowed", "Overrides"] = "Disallowed"


class SandboxTemplate(ApiModel):
    """One template."""

    api_version: Literal["extensions.agents.x-k8s.io/v1beta1"]
    kind: Literal["SandboxTemplate"]
    metadata: ObjectMeta | None = None
    spec: SandboxTemplateSpec

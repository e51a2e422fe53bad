"""agents.x-k8s.io/v1beta1 Sandbox: one pod with a stable identity.

Source: agent-sandbox v0.5.6, k8s/crds/agents.x-k8s.io_sandboxes.yaml.
"""

from typing import Literal

from pydantic import Field

from .models import ApiModel, Condition, ObjectMeta, PodTemplate, Timestamp, VolumeClaimTemplate


class SandboxSpec(ApiModel):
    """What runs, for how long, and with which volumes (immutable once set)."""

    pod_template: PodTemplate
    operating_mode: Literal["Running", "Suspended"] = "Running"
    service: bool | None = None
    shutdown_time: Timestamp | None = None
    shutdown_policy: Literal["Delete", "Retain"] = "Retain"
    volume_claim_templates: list[VolumeClaimTemplate] | None = None


class SandboxStatus(ApiModel):
    """What the controller says of a sandbox."""

    conditions: list[Condition] | None = None
    node_name: str | None = None
    pod_ips: list[str] | None = Field(default=None, alias="podIPs")
    selector: str | None = None
    service: str | None = None
    service_fqdn: str | None = Field(default=None, alias="serviceFQDN")


class Sandbox(ApiModel):
    """One sandbox."""

    api_version: Literal["agents.x-k8s.io/v1beta1"]
    kind: Literal["Sandbox"]
    metadata: ObjectMeta | None = None
    spec: SandboxSpec
    status: SandboxStatus | None = None

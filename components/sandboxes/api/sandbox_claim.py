"""extensions.agents.x-k8s.io/v1beta1 SandboxClaim: the wish for one sandbox of a pool.

Source: agent-sandbox v0.5.6, k8s/crds/extensions.agents.x-k8s.io_sandboxclaims.yaml.
"""

from typing import Literal

from pydantic import Field

from .models import (
    ApiModel,
    Condition,
    Count32,
    NameReference,
    ObjectMeta,
    PodMetadata,
    Timestamp,
    VolumeClaimTemplate,
)


class SandboxClaimLifecycle(ApiModel):
    """When the sandbox ends, and what stays of it."""

    shutdown_policy: Literal["Delete", "DeleteForeground", "Retain"] = "Retain"
    shutdown_time: Timestamp | None = None
    ttl_seconds_after_finished: Count32 | None = None


class SandboxClaimEnvironmentVariable(ApiModel):
    """A variable for one container, or for all of them."""

    name: str
    value: str
    container_name: str | None = None


class SandboxClaimSpec(ApiModel):
    """Which pool, and what this one sandbox has of its own; env and volumes mean a cold start."""

    warm_pool_ref: NameReference
    additional_pod_metadata: PodMetadata | None = None
    env: list[SandboxClaimEnvironmentVariable] | None = None
    lifecycle: SandboxClaimLifecycle | None = None
    volume_claim_templates: list[VolumeClaimTemplate] | None = None


class ClaimedSandbox(ApiModel):
    """The sandbox that a claim got: not named after the claim when it came from a pool."""

    name: str | None = None
    pod_ips: list[str] | None = Field(default=None, alias="podIPs")


class SandboxClaimStatus(ApiModel):
    """What the controller says of a claim."""

    conditions: list[Condition] | None = None
    sandbox: ClaimedSandbox | None = None


class SandboxClaim(ApiModel):
    """One claim."""

    api_version: Literal["extensions.agents.x-k8s.io/v1beta1"]
    kind: Literal["SandboxClaim"]
    metadata: ObjectMeta | None = None
    spec: SandboxClaimSpec
    status: SandboxClaimStatus | None = None

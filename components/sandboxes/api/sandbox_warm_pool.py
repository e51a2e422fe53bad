"""extensions.agents.x-k8s.io/v1beta1 SandboxWarmPool: sandboxes kept ready to be claimed. It has no
conditions.

Source: agent-sandbox v0.5.6, k8s/crds/extensions.agents.x-k8s.io_sandboxwarmpools.yaml.
"""

from typing import Literal

from .models import ApiModel, Count32, Count64, Int32, NameReference, ObjectMeta


class SandboxWarmPoolUpdateStrategy(ApiModel):
    """What a changed template does to the free sandboxes of the pool."""

    type: Literal["Recreate", "OnReplenish"] = "OnReplenish"


class SandboxWarmPoolSpec(ApiModel):
    """Which template, and how many sandboxes."""

    sandbox_template_ref: NameReference
    replicas: Count32 = 1
    update_strategy: SandboxWarmPoolUpdateStrategy | None = None


class SandboxWarmPoolStatus(ApiModel):
    """What the controller says of a pool; numbers are absent at 0. observedGeneration came with 0.5.6."""

    observed_generation: Count64 | None = None
    ready_replicas: Int32 | None = None
    replicas: Int32 | None = None
    selector: str | None = None


class SandboxWarmPool(ApiModel):
    """One pool."""

    api_version: Literal["extensions.agents.x-k8s.io/v1beta1"]
    kind: Literal["SandboxWarmPool"]
    metadata: ObjectMeta | None = None
    spec: SandboxWarmPoolSpec
    status: SandboxWarmPoolStatus | None = None

"""What the models of Agent Sandbox's kinds have in common."""

from datetime import datetime
from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from ...shapes.shape import KubernetesType

Timestamp = datetime
Int32 = Annotated[int, Ge(-(2**31)), Le(2**31 - 1)]
Count32 = Annotated[int, Ge(0), Le(2**31 - 1)]
Count64 = Annotated[int, Ge(0), Le(2**63 - 1)]
ObjectMeta = Annotated[dict[str, Any], KubernetesType("V1ObjectMeta")]
Condition = Annotated[dict[str, Any], KubernetesType("V1Condition")]


class ApiModel(BaseModel):
    """One object of the API, by the API's own camelCase names and no others."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=False,
        validate_by_alias=True,
        extra="forbid",
        frozen=True,
    )


class PodMetadata(ApiModel):
    """What a pod inherits from its template."""

    labels: dict[str, str] | None = None
    annotations: dict[str, str] | None = None


class PodTemplate(ApiModel):
    """The pod that a sandbox runs."""

    metadata: PodMetadata | None = None
    spec: Annotated[dict[str, Any], KubernetesType("V1PodSpec")]


class VolumeClaimMetadata(ApiModel):
    """Name and labels of a sandbox's volume claim."""

    name: str | None = None
    labels: dict[str, str] | None = None
    annotations: dict[str, str] | None = None


class VolumeClaimTemplate(ApiModel):
    """A volume claim that each sandbox gets for itself."""

    metadata: VolumeClaimMetadata | None = None
    spec: Annotated[dict[str, Any], KubernetesType("V1PersistentVolumeClaimSpec")]


class NameReference(ApiModel):
    """Another object of the same namespace, by name."""

    name: str

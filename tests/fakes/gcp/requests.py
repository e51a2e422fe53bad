"""What the APIs are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .cloud import Cloud, Resource


@dataclass(frozen=True)
class Request:
    """What is asked for.

    inputs:  the properties, project and location among them.
    cluster: of a node pool: the cluster, if it exists.
    """

    inputs: Mapping[str, Any]
    cloud: Cloud
    cluster: Resource | None = None

    def at(self, path: str) -> Any:
        """The value of a property; None where there is none."""
        return at(self.inputs, path)

    def in_cluster(self, path: str) -> Any:
        """The same for the cluster's properties."""
        return at(self.cluster.properties, path) if self.cluster else None


def at(properties: Mapping[str, Any], path: str) -> Any:
    value: Any = properties
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value

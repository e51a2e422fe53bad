"""An object of the API, where it was found."""

from collections.abc import Mapping
from dataclasses import dataclass

from .exemption import Exemption
from .identity import Identity
from .part import is_object
from .path import Path


@dataclass(frozen=True, slots=True)
class ApiObject:
    """An object within a resource, taken for one kind.

    path:       where it stands in the resource: `()`, or a place in a list.
    value:      what it holds.
    identity:   its kind.
    patch:      whether only what it says is changed in the cluster.
    exemptions: what its annotations say is meant.
    """

    path: Path
    value: Mapping[str, object]
    identity: Identity
    patch: bool = False
    exemptions: tuple[Exemption, ...] = ()

    @property
    def namespace(self) -> str | None:
        """Its namespace; None when it names none, or one that is not known yet."""
        return self._named("namespace")

    @property
    def name(self) -> str | None:
        """Its name; None when it has none, or one that is not known yet."""
        return self._named("name")

    def _named(self, key: str) -> str | None:
        metadata = self.value.get("metadata")
        value = metadata.get(key) if is_object(metadata) else None
        return value if isinstance(value, str) else None

"""The plain resource that is judged."""

from collections.abc import Mapping
from dataclasses import dataclass

from .path import Path


@dataclass(frozen=True)
class Resource:
    """What is about to be created, as plain values.

    type_token: the Pulumi type, e.g. `kubernetes:core/v1:Pod`; None for an object that comes from a YAML
                file.
    properties: its inputs: mappings, lists, strings, numbers, booleans, None, and UNKNOWN for what is not
                known yet.
    name:       the name in the program, or metadata.name; for the reader only.
    secrets:    the paths in `properties` whose values are secret. A finding prints nothing that lies at or
                under one.
    urn:        what tells it from every other resource of its stack: the engine's URN, or for an object of a
                file where it stands.
    """

    type_token: str | None
    properties: Mapping[str, object]
    name: str = ""
    secrets: frozenset[Path] = frozenset()
    urn: str = ""

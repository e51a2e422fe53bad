"""A change that mends a resource."""

from dataclasses import dataclass

from .path import Path


@dataclass(frozen=True, slots=True)
class Edit:
    """A field that is set.

    path:  where. Objects on the way that are missing or null are made; the position just behind the end of a
           list appends.
    value: what stands there afterwards: a plain value.
    """

    path: Path
    value: object

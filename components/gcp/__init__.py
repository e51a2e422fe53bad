"""What every room needs to know of pulumi_gcp: its own classes, and its config."""

from .project import project_of
from .properties import property_problems, resource_types

__all__ = ["project_of", "property_problems", "resource_types"]

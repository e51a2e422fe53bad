"""What every room needs to know of pulumi_gcp's own classes."""

from .properties import property_problems, resource_types

__all__ = ["property_problems", "resource_types"]

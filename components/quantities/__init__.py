"""Quantities of the Kubernetes API, such as `500m` and `512Mi`. Pure."""

from .quantity import amount, is_above_zero, quantity_problems

__all__ = ["amount", "is_above_zero", "quantity_problems"]

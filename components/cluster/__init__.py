"""Clusters, and how they are reached."""

from .access import kubernetes_provider

__all__ = ["kubernetes_provider"]

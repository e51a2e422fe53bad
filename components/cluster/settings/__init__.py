"""From the arguments of a cluster component to the properties of a cluster: defaults, groups, overrides.
Pure.
"""

from .properties import cluster_properties

__all__ = ["cluster_properties"]

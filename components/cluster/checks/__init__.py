"""Everything that is wrong with the properties of a cluster, whoever wrote them. Pure."""

from .endpoints import is_private, reached_by_dns
from .features import cluster_facts
from .paths import in_arguments
from .properties import cluster_problems
from .values import region_of

__all__ = ["cluster_facts", "cluster_problems", "in_arguments", "is_private", "reached_by_dns", "region_of"]

"""What every room needs to know of pulumi_gcp: its own classes, its config, and the projects that it works
on.
"""

from .project import project_of
from .properties import property_problems, resource_types
from .service_agents import gke_service_agent, project_number

__all__ = [
    "gke_service_agent",
    "project_number",
    "project_of",
    "property_problems",
    "resource_types",
]

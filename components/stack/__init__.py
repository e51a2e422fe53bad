"""The stack config: what `Pulumi.<stack>.yaml` may say, everything that is wrong with it, at once, and the
cluster that it asks for.
"""

from .check import check
from .creation import ClusterHandle, install_controller, make_cluster
from .read import read_config, read_file
from .surrounding_creation import SurroundedStack, make_surroundings
from .tenants import make_tenants

__all__ = [
    "ClusterHandle",
    "SurroundedStack",
    "check",
    "install_controller",
    "make_cluster",
    "make_surroundings",
    "make_tenants",
    "read_config",
    "read_file",
]

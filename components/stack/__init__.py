"""The stack config: what `Pulumi.<stack>.yaml` may say, everything that is wrong with it, at once, and the
cluster that it asks for.
"""

from .check import check
from .creation import ClusterHandle, install_controller, make_cluster
from .read import read_config, read_file

__all__ = ["ClusterHandle", "check", "install_controller", "make_cluster", "read_config", "read_file"]

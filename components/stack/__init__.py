"""The stack config: what `Pulumi.<stack>.yaml` may say, and everything that is wrong with it, at once."""

from .check import check
from .read import read_config, read_file

__all__ = ["check", "read_config", "read_file"]

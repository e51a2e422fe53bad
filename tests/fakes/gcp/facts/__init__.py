"""The table of facts: what pulumi_gcp's classes do not say about the resources that the stand-in knows."""

from .compute import COMPUTE
from .container import CONTAINER
from .identity import IDENTITY
from .model import Facts
from .names import NAMES
from .services import SERVICES

FACTS: dict[str, Facts] = {**CONTAINER, **COMPUTE, **IDENTITY, **NAMES, **SERVICES}

__all__ = ["FACTS", "Facts"]

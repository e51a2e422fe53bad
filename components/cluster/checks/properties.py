"""All checks of a cluster's properties. Pure."""

from collections.abc import Mapping
from typing import Any

from ...problems import Problem
from ...shapes.opaque import IsOpaque, never_opaque
from ..requirements import Mode
from .endpoints import endpoint_problems
from .enforcement import enforcement_problems, identity_problems
from .maintenance import maintenance_problems
from .modes import mode_problems
from .unsafe import unsafe_problems
from .values import value_form_problems


def cluster_problems(
    properties: Mapping[str, Any], mode: Mode, is_opaque: IsOpaque = never_opaque
) -> list[Problem]:
    """Every problem of the properties, with paths in the names of pulumi_gcp.

    No message repeats a value that may be a secret's.
    """
    return [
        *mode_problems(properties, mode),
        *unsafe_problems(properties, mode),
        *endpoint_problems(properties, is_opaque),
        *enforcement_problems(properties, mode),
        *identity_problems(properties, mode),
        *value_form_problems(properties, mode),
        *maintenance_problems(properties),
    ]

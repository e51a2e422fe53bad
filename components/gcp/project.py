"""The project that resources are made in."""

from collections.abc import Mapping
from typing import Any

import pulumi_gcp


def project_of(args: Mapping[str, Any]) -> Any:
    """The project that the arguments name, or the config `gcp:project`; None when neither does."""
    project = args.get("project")
    return pulumi_gcp.config.project if project is None else project

"""Identities in Google Cloud: for workloads that are trusted, and none for sandboxes.

The component is imported when first used, so that the pure part (`members`, `problems`, `roles`) works
without the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .args import (
        WorkloadIdentityArgs,
        WorkloadIdentityGoogleServiceAccountArgs,
        WorkloadIdentityRoleArgs,
        WorkloadIdentityServiceAccountArgs,
    )
    from .workload_identity import WorkloadIdentity

__all__ = [
    "WorkloadIdentity",
    "WorkloadIdentityArgs",
    "WorkloadIdentityGoogleServiceAccountArgs",
    "WorkloadIdentityRoleArgs",
    "WorkloadIdentityServiceAccountArgs",
]

HOMES = {
    "args": (
        "WorkloadIdentityArgs",
        "WorkloadIdentityGoogleServiceAccountArgs",
        "WorkloadIdentityRoleArgs",
        "WorkloadIdentityServiceAccountArgs",
    ),
    "workload_identity": ("WorkloadIdentity",),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

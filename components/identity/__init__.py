"""Identities in Google Cloud: for workloads that are trusted, and none for sandboxes.

The component is imported when first used, so that the pure part (`members`, `problems`, `roles`) works
without the engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

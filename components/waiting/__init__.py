"""What is waited for, not raced: errors that pass by themselves once something else has taken effect.

Objects of your own can wait as the components of this library do. A kind that GKE installs with an add-on
comes some minutes after the cluster:

    CustomResource(
        "snapshots",
        api_version="podsnapshot.gke.io/v1",
        kind="PodSnapshotPolicy",
        metadata={"namespace": "team-a"},
        spec={"storageConfigName": "snapshots"},
        opts=pulumi.ResourceOptions(provider=cluster.provider, hooks=waits_for(Awaited.KIND)),
    )

The part that decides (`passing`, `patience`) is pure; `waits_for` is imported when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .passing import GOOGLE, PASSING_ERRORS, Awaited, PassingError, passing_error

if TYPE_CHECKING:
    from .hooks import waits_for

__all__ = ["GOOGLE", "PASSING_ERRORS", "Awaited", "PassingError", "passing_error", "waits_for"]


def __getattr__(name: str) -> Any:
    if name == "waits_for":
        return import_module(".hooks", __name__).waits_for
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

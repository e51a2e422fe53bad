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

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked
from .passing import GOOGLE, PASSING_ERRORS, Awaited, PassingError, passing_error

if TYPE_CHECKING:
    from .hooks import waits_for

__all__ = ["GOOGLE", "PASSING_ERRORS", "Awaited", "PassingError", "passing_error", "waits_for"]

__getattr__ = loaded_when_asked(__name__, {"hooks": ("waits_for",)})

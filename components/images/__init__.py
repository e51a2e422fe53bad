"""Images: whether a reference can be pulled and always means one image, where it is pulled from instead, and
the repositories that it is pulled from.

All but `reference` is imported when first used: the rest stands on rooms that stand on that, and the
component needs the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked
from .reference import fault_of, has_digest, image_problems, is_pinned, name_of, pin_advice, registry_of

if TYPE_CHECKING:
    from .image_map import image_map_problems, mapped
    from .in_pods import hidden_image_problems, pod_images, with_images
    from .outputs import mapped_when_known
    from .pulls import pull_notices, pull_problems
    from .remote_repositories import RemoteImageRepositories
    from .remote_repository_args import RemoteImageRepositoriesArgs
    from .remote_repository_settings import planned_image_map, planned_repositories
    from .supply import supply_notices, supply_problems, unreachable_images

__all__ = [
    "RemoteImageRepositories",
    "RemoteImageRepositoriesArgs",
    "fault_of",
    "has_digest",
    "hidden_image_problems",
    "image_map_problems",
    "image_problems",
    "is_pinned",
    "mapped",
    "mapped_when_known",
    "name_of",
    "pin_advice",
    "planned_image_map",
    "planned_repositories",
    "pod_images",
    "pull_notices",
    "pull_problems",
    "registry_of",
    "supply_notices",
    "supply_problems",
    "unreachable_images",
    "with_images",
]

HOMES = {
    "image_map": ("image_map_problems", "mapped"),
    "outputs": ("mapped_when_known",),
    "in_pods": ("hidden_image_problems", "pod_images", "with_images"),
    "pulls": ("pull_notices", "pull_problems"),
    "remote_repositories": ("RemoteImageRepositories",),
    "remote_repository_args": ("RemoteImageRepositoriesArgs",),
    "remote_repository_settings": ("planned_image_map", "planned_repositories"),
    "supply": ("supply_notices", "supply_problems", "unreachable_images"),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

"""Google APIs: which ones are needed and why, who may turn them on, and the component that does.

The component is imported when first used, so that the pure part (`needed`, `deployer_roles`) works without
the engine.
"""

from typing import TYPE_CHECKING

from ..lazy import loaded_when_asked

if TYPE_CHECKING:
    from .deployer_roles import DEPLOYER_ROLES, DeployerRole
    from .google_apis import GoogleApis, GoogleApisArgs
    from .needed import needed_apis, needed_service_agents

__all__ = [
    "DEPLOYER_ROLES",
    "DeployerRole",
    "GoogleApis",
    "GoogleApisArgs",
    "needed_apis",
    "needed_service_agents",
]

HOMES = {
    "deployer_roles": ("DEPLOYER_ROLES", "DeployerRole"),
    "google_apis": ("GoogleApis", "GoogleApisArgs"),
    "needed": ("needed_apis", "needed_service_agents"),
}

__getattr__ = loaded_when_asked(__name__, HOMES)

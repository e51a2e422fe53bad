"""Ready sets of levels and parameters."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from .credentials.secret_in_env import ID as SECRET_IN_ENV
from .credentials.token_automount_off import WRITTEN_OUT
from .images.image_pinned import ID as IMAGE_PINNED
from .parameter import Parameter
from .rule import Group, Level
from .standards import POD_SECURITY_LEVEL, PodSecurityLevel

_BASELINE = frozenset({Group.VISIBILITY, Group.POD_SECURITY_BASELINE})
_RESTRICTED = _BASELINE | {Group.POD_SECURITY_RESTRICTED}
# An image that moves is a nuisance to whoever looks for a fault, and gives nobody a right; a Secret in the
# environment is one in its place.
_SANDBOX_LEVELS = {IMAGE_PINNED: Level.ADVISORY, SECRET_IN_ENV: Level.ADVISORY}


@dataclass(frozen=True)
class Profile:
    """What the rules do unless a configuration says otherwise.

    name:        its key in a configuration.
    description: whom it is for, a sentence.
    groups:      the groups whose rules are on; every other rule is disabled.
    levels:      the levels of single rules; every other rule that is on is mandatory.
    parameters:  parameters that are not at their defaults, with their values.
    """

    name: str
    description: str
    groups: frozenset[Group]
    levels: Mapping[str, Level]
    parameters: Mapping[Parameter[Any], object]

    def level(self, rule: str, group: Group) -> Level:
        """The level of a rule."""
        return self.levels.get(rule, Level.MANDATORY) if group in self.groups else Level.DISABLED


BASELINE: Final = Profile(
    "baseline",
    "The Pod Security Standards at the level baseline, for every pod.",
    _BASELINE,
    {},
    {POD_SECURITY_LEVEL: PodSecurityLevel.BASELINE},
)
RESTRICTED: Final = Profile(
    "restricted",
    "The Pod Security Standards at the level restricted, for every pod.",
    _RESTRICTED,
    {},
    {POD_SECURITY_LEVEL: PodSecurityLevel.RESTRICTED},
)
SANDBOX: Final = Profile(
    "sandbox",
    "For agent-written code: restricted without its relaxations, and the rules for sandboxes.",
    frozenset(Group),
    _SANDBOX_LEVELS,
    {},
)
GKE: Final = Profile(
    "gke",
    "As sandbox, and what GKE's managed Agent Sandbox refuses at admission.",
    frozenset(Group),
    _SANDBOX_LEVELS,
    {WRITTEN_OUT: True},
)

PROFILES: Final = MappingProxyType({each.name: each for each in (BASELINE, RESTRICTED, SANDBOX, GKE)})
"""Every profile, by name; the strictest last."""

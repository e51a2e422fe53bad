"""Which pods are kept from their node and from each other."""

from enum import StrEnum
from typing import Final

from ..parameter import Settings, choice
from ..pod import Pod


class Scope(StrEnum):
    """The pods that a rule is about."""

    SANDBOXES = "sandboxes"
    """Those of a Sandbox or a SandboxTemplate."""
    ALL = "all"
    """Those of every kind."""


APPLIES_TO: Final = choice(
    "applies_to",
    "Which pods must be isolated: those of a Sandbox or a SandboxTemplate, or all.",
    Scope.SANDBOXES,
)


def in_scope(pod: Pod, settings: Settings) -> bool:
    """Whether a rule that has this parameter is about a pod."""
    return pod.kind.is_sandbox or settings[APPLIES_TO] is Scope.ALL

"""The configuration as the engine hands it on."""

from collections.abc import Mapping
from typing import Final

from google.protobuf.json_format import MessageToDict
from pulumi.runtime.proto import analyzer_pb2

from gke_agent_sandbox.rules import RULES, Entry, Level
from gke_agent_sandbox.rules.configuration import ALL

from .described import ENFORCEMENT, default_level

LEVELS: Final = {number: level for level, number in ENFORCEMENT.items()}


def received(configs: Mapping[str, analyzer_pb2.PolicyConfig]) -> dict[str, Entry]:
    """What a user wrote, as far as the engine lets it be seen.

    The engine sends a level for every rule: the user's, else the one of `all`, else the rule's default
    (pulumi 3.274, pkg/resource/analyzer/config.go, ReconcilePolicyPackConfig). A level that it would have
    sent anyway counts as not written.
    """
    for_all = LEVELS[configs[ALL].enforcementLevel] if ALL in configs else None
    return {
        key: Entry(_written(key, LEVELS[config.enforcementLevel], for_all), MessageToDict(config.properties))
        for key, config in configs.items()
    }


def _written(key: str, level: Level, for_all: Level | None) -> Level | None:
    if key == ALL:
        return level
    if key not in RULES:
        return None
    unwritten = default_level(RULES[key]) if for_all is None else for_all
    return None if level is unwritten else level

"""Both ways in which the rules meet the engine."""

import math
from typing import Any

from pulumi.runtime.proto import analyzer_pb2
from pulumi_policy import EnforcementLevel, Policy, policy

from gke_agent_sandbox.rules import DEFAULT, Configuration
from gke_agent_sandbox_policies.analyzer import Analyzer
from gke_agent_sandbox_policies.composed import policies
from tests.unit.rules.test_properties import at, places

CONTEXT: Any = None
"""The context of a call, which no answer depends on."""


def pack(configuration: Configuration = DEFAULT) -> Any:
    """The pack of this project."""
    analyzer = Analyzer()
    analyzer.configuration = configuration
    return analyzer


def composed(configuration: Configuration = DEFAULT, *more: Policy) -> Any:
    """A pack of pulumi_policy with our policies, and others."""
    return served([*policies(configuration), *more])


def served(every: list[Policy]) -> Any:
    """What a PolicyPack serves to the engine. Only upstream's own tests reach it, in the same way."""
    return policy._PolicyAnalyzerServicer("composed", "0.0.1", every, EnforcementLevel.ADVISORY)


PACKS = [pack, composed]


def told(diagnostics: Any) -> list[tuple[str, Any]]:
    """Message and level, without the description that pulumi_policy puts before a message."""
    return sorted(
        (each.message.removeprefix(f"{each.description}\n"), each.enforcementLevel) for each in diagnostics
    )


def analyzed(service: Any, asked: analyzer_pb2.AnalyzeRequest) -> list[tuple[str, Any]]:
    """The same of what a pack says of a resource."""
    return told(service.Analyze(asked, CONTEXT).diagnostics)


def is_finite(value: Any) -> bool:
    """Whether pulumi_policy can decode a value: it fails on other numbers before any policy runs."""
    values = (at(value, path) for path in places(value))
    return all(math.isfinite(each) for each in values if isinstance(each, float))

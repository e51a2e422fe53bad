"""What the engine says, told as it happens."""

import re
import sys
from dataclasses import dataclass, field
from typing import TextIO

from pulumi.automation import EngineEvent, OpType

COLOR = re.compile(r"<\{%[^%]*%\}>")
EMBEDDED_WARNINGS = (
    "using pulumi-resource-kubernetes from $PATH",
    "resource plugin kubernetes is expected to have",
)
"""Of the provider that is built here on purpose: it is on PATH, and its version is that of its module. On the
embedded cluster there is nothing in it to be warned of.
"""
VERBS = {
    OpType.CREATE: "+",
    OpType.CREATE_REPLACEMENT: "+",
    OpType.IMPORT: "=",
    OpType.UPDATE: "~",
    OpType.REPLACE: "±",
    OpType.DELETE: "-",
    OpType.DELETE_REPLACED: "-",
}


@dataclass
class Listener:
    """Collects the events of one operation and tells what matters.

    known_warnings: parts of warnings that are not told.
    changes: resources that change, by operation.
    errors: the engine's and the providers' errors, each once.
    violations: what the policy pack forbids.
    notices: what the policy pack only remarks.
    """

    out: TextIO = field(default_factory=lambda: sys.stdout)
    known_warnings: tuple[str, ...] = ()
    changes: dict[str, int] = field(default_factory=dict[str, int])
    errors: list[str] = field(default_factory=list[str])
    violations: list[str] = field(default_factory=list[str])
    notices: list[str] = field(default_factory=list[str])
    _warnings: set[str] = field(default_factory=set[str])

    def __call__(self, event: EngineEvent) -> None:
        """Take in one event."""
        if event.res_outputs_event is not None and not event.res_outputs_event.planning:
            self._resource(event.res_outputs_event.metadata.op, event.res_outputs_event.metadata.urn)
        if event.resource_pre_event is not None and event.resource_pre_event.planning:
            self._resource(event.resource_pre_event.metadata.op, event.resource_pre_event.metadata.urn)
        if event.diagnostic_event is not None and event.diagnostic_event.severity in ("error", "warning"):
            self._diagnostic(event.diagnostic_event.severity, clean(event.diagnostic_event.message))
        if event.policy_event is not None:
            policy = event.policy_event
            told = self.violations if policy.enforcement_level == "mandatory" else self.notices
            remember(told, f"{name_of(policy.resource_urn or '')}: {clean(policy.message)}")

    def _resource(self, operation: OpType, urn: str) -> None:
        if operation not in VERBS:
            return
        self.changes[operation.value] = self.changes.get(operation.value, 0) + 1
        print(f"  {VERBS[operation]} {name_of(urn)}", file=self.out, flush=True)

    def _diagnostic(self, severity: str, message: str) -> None:
        if severity == "error":
            remember(self.errors, message)
        elif message not in self._warnings and not any(known in message for known in self.known_warnings):
            self._warnings.add(message)
            print(f"  warning: {message}", file=self.out, flush=True)


def clean(message: str) -> str:
    """A message without the engine's colour marks."""
    return COLOR.sub("", message).strip()


def remember(told: list[str], message: str) -> None:
    """Add a message that was not there yet."""
    if message not in told:
        told.append(message)


def name_of(urn: str) -> str:
    """A URN in short: the last type's token and the name."""
    parts = urn.split("::")
    return f"{parts[2].split('$')[-1]} {parts[3]}" if len(parts) == 4 else urn

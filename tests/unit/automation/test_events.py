"""What of the engine's events is told."""

import io
from types import SimpleNamespace
from typing import Any

from pulumi.automation import EngineEvent, OpType

from automation.events import EMBEDDED_WARNINGS, Listener, clean, name_of

URN = "urn:pulumi:local::gke-agent-sandbox::a:b:C$kubernetes:core/v1:Namespace::demo"


def event(**parts: Any) -> EngineEvent:
    return EngineEvent(sequence=1, timestamp=1, **parts)


def resource(operation: OpType, planning: bool = False) -> Any:
    return SimpleNamespace(metadata=SimpleNamespace(op=operation, urn=URN), planning=planning)


def heard(*events: EngineEvent) -> tuple[Listener, str]:
    out = io.StringIO()
    listener = Listener(out, known_warnings=EMBEDDED_WARNINGS)
    for each in events:
        listener(each)
    return listener, out.getvalue()


def test_what_changes_is_counted_once() -> None:
    planned = event(resource_pre_event=resource(OpType.CREATE, planning=True))
    outputs = event(res_outputs_event=resource(OpType.CREATE, planning=True))
    listener, told = heard(planned, outputs)
    assert listener.changes == {"create": 1}
    assert told == "  + kubernetes:core/v1:Namespace demo\n"


def test_what_stays_is_not_told() -> None:
    listener, told = heard(event(res_outputs_event=resource(OpType.SAME)))
    assert (listener.changes, told) == ({}, "")


def test_each_error_and_warning_is_told_once() -> None:
    error = event(diagnostic_event=SimpleNamespace(severity="error", message="<{%fg 1%}>no<{%reset%}>\n"))
    warning = event(diagnostic_event=SimpleNamespace(severity="warning", message="slow"))
    known = event(
        diagnostic_event=SimpleNamespace(
            severity="warning", message="using pulumi-resource-kubernetes from $PATH at x"
        )
    )
    listener, told = heard(error, error, warning, warning, known)
    assert listener.errors == ["no"]
    assert told == "  warning: slow\n"

    # Elsewhere than on the embedded cluster it is told as well.
    out = io.StringIO()
    Listener(out)(known)
    assert out.getvalue() == "  warning: using pulumi-resource-kubernetes from $PATH at x\n"


def test_violations_and_notices_are_told_apart() -> None:
    def policy(level: str) -> EngineEvent:
        return event(policy_event=SimpleNamespace(enforcement_level=level, resource_urn=URN, message="m"))

    listener, _ = heard(policy("mandatory"), policy("advisory"))
    assert listener.violations == listener.notices == ["kubernetes:core/v1:Namespace demo: m"]


def test_names() -> None:
    assert name_of(URN) == "kubernetes:core/v1:Namespace demo"
    assert name_of("not a urn") == "not a urn"
    assert clean("<{%reset%}>a<{%fg 2%}> ") == "a"

"""What the hook answers to the engine."""

import asyncio
from collections.abc import Awaitable
from typing import Any, cast

import pulumi
import pytest

from gke_agent_sandbox.waiting import Awaited, hooks, waits_for

MISSING = 'no matches for kind "Secretive" in version "v1", for the token hunter2'


class Clock:
    """A time that passes only in pauses."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(hooks, "time", clock)
    monkeypatch.setattr(hooks, "asyncio", clock)
    # The real one registers with the engine.
    monkeypatch.setattr(pulumi, "ErrorHook", lambda _name, function: function)
    return clock


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(pulumi.log, "info", lambda text: lines.append(f"info: {text}"))
    monkeypatch.setattr(pulumi.log, "error", lambda text: lines.append(f"error: {text}"))
    return lines


def answers(hook: Any, errors: list[str], operation: str = "create", name: str = "python") -> bool:
    """Whether the engine is to try again."""
    args = pulumi.ErrorHookArgs(
        urn=f"urn:{name}", id="", name=name, type="a:b:Kind", failed_operation=operation, errors=errors
    )
    return asyncio.run(cast(Any, hook(args)))


def hook_of(binding: pulumi.ResourceHookBinding) -> Any:
    [hook] = cast(list[Any], binding.on_error)
    return hook


def test_it_waits_until_the_time_is_over_and_then_says_so(clock: Clock, told: list[str]) -> None:
    hook = hook_of(waits_for(Awaited.KIND))
    clock.now = 1000
    errors = [MISSING]
    while answers(hook, errors):
        errors.insert(0, MISSING)
    assert clock.now == 1600, "ten minutes from the first failure"
    assert told[0].startswith("info: Kind python waits for its kind to be there, up to 10 min more (")
    assert told[-1].startswith("error: Kind python waited 10 min for its kind to be there")
    assert len(told) == len(errors)
    assert "hunter2" not in "".join(told), "an error may hold secrets; the engine shows it anyway, masked"


def test_each_operation_has_a_time_of_its_own(clock: Clock, told: list[str]) -> None:
    hook = hook_of(waits_for(Awaited.KIND))
    assert answers(hook, [MISSING])
    clock.now = 590
    assert answers(hook, [MISSING], name="other")
    assert answers(hook, [MISSING] * 2)
    clock.now = 601
    assert answers(hook, [MISSING] * 2, name="other")
    assert not answers(hook, [MISSING] * 3)
    assert answers(hook, [MISSING], operation="update"), "a new operation on the same resource"


def test_what_does_not_pass_is_let_through(clock: Clock, told: list[str]) -> None:
    hook = hook_of(waits_for(Awaited.KIND))
    assert not answers(hook, ["quota exceeded"])
    assert not answers(hook, [MISSING], operation="delete")
    assert not answers(hook_of(waits_for(Awaited.API)), [MISSING])
    assert told == []
    assert clock.now == 0


def test_a_preview_does_not_wait(monkeypatch: pytest.MonkeyPatch, clock: Clock, told: list[str]) -> None:
    monkeypatch.setattr(pulumi.runtime, "is_dry_run", lambda: True)
    assert not answers(hook_of(waits_for(Awaited.KIND)), [MISSING])
    assert told == []


def test_names_of_hooks_are_unique(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def hook(name: str, function: Awaitable[bool]) -> Awaitable[bool]:
        names.append(name)
        return function

    monkeypatch.setattr(pulumi, "ErrorHook", hook)
    waits_for(Awaited.KIND)
    waits_for(Awaited.KIND)
    assert len(set(names)) == 2

"""Whether an operation is tried again, after which pause, and what is said meanwhile. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .passing import Awaited, PassingError, passing_error

PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds before each further try; the last one before all that follow. The engine takes 100 tries at most
(pulumi 3.274, pkg/resource/deploy/retries.go), which is more than the longest wait can use up.
"""


@dataclass(frozen=True)
class Retry:
    """Another try.

    pause: in seconds, before it.
    message: what to say.
    """

    pause: float
    message: str


@dataclass(frozen=True)
class Surrender:
    """No other try: the error is let through.

    message: what to say beside it; empty for an error that was never waited for.
    """

    message: str = ""


def verdict(
    resource: str, errors: Sequence[str], awaited: Iterable[Awaited], elapsed: float
) -> Retry | Surrender:
    """What to do about a failed operation.

    resource: how it is called in messages.
    errors: those of all tries so far, the newest first.
    awaited: what is waited for.
    elapsed: seconds since the first of them.
    """
    row = passing_error(errors[0], awaited)
    if row is None:
        return Surrender()
    left = row.seconds - elapsed
    if left <= 0:
        return Surrender(surrender_message(resource, row))
    pause = min(PAUSES[min(len(errors), len(PAUSES)) - 1], left)
    known = row in [passing_error(each, awaited) for each in errors[1:2]]
    return Retry(pause, retry_message(resource, row, left, first=not known))


def retry_message(resource: str, row: PassingError, left: float, *, first: bool) -> str:
    """What is waited for and how much longer; when that is new also why, and what if it does not come."""
    text = f"{resource} waits for {row.what}, up to {duration(left)} more"
    return f"{text} ({row.why}). If that is not under way: {row.fix}" if first else text


def surrender_message(resource: str, row: PassingError) -> str:
    """Why it is no longer waited for."""
    return (
        f"{resource} waited {duration(row.seconds)} for {row.what}, and it did not come ({row.why}). What to "
        f"do: {row.fix}. The error was the one below"
    )


def duration(seconds: float) -> str:
    """A time in words: seconds below two minutes, else minutes."""
    return f"{round(seconds)} s" if seconds < 120 else f"{round(seconds / 60)} min"

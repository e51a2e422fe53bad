"""How long it is tried, with which pauses, and what is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.waiting import PASSING_ERRORS, Awaited
from gke_agent_sandbox.waiting.passing import PassingError
from gke_agent_sandbox.waiting.patience import PAUSES, Retry, Surrender, duration, verdict

KIND = next(each for each in PASSING_ERRORS if each.awaited is Awaited.KIND)
MISSING = 'no matches for kind "SandboxTemplate" in version "v1"'
MOST_TRIES = 100
"""The engine's own limit."""


def test_an_error_that_is_not_waited_for_fails_at_once_without_a_word() -> None:
    assert verdict("Cluster main", ["quota exceeded"], Awaited, 0) == Surrender()
    assert verdict("Cluster main", [MISSING], [Awaited.API], 0) == Surrender()


def test_only_the_newest_error_counts() -> None:
    assert verdict("Cluster main", ["quota exceeded", MISSING], Awaited, 5) == Surrender()
    assert isinstance(verdict("Cluster main", [MISSING, "quota exceeded"], Awaited, 5), Retry)


def test_the_first_line_says_all_and_the_next_ones_how_much_longer() -> None:
    first = verdict("SandboxTemplate python", [MISSING], Awaited, 0)
    assert isinstance(first, Retry)
    assert first.message == (
        "SandboxTemplate python waits for its kind to be there, up to 10 min more (GKE installs the kinds of "
        f"an add-on some minutes after the cluster). If that is not under way: {KIND.fix}"
    )
    later = verdict("SandboxTemplate python", [MISSING] * 3, Awaited, 500)
    assert isinstance(later, Retry)
    assert later.message == "SandboxTemplate python waits for its kind to be there, up to 100 s more"


def test_something_else_that_is_waited_for_is_explained_too() -> None:
    found = verdict("Cluster main", ["Identity Pool does not exist", MISSING], Awaited, 5)
    assert isinstance(found, Retry)
    assert "If that is not under way: make the binding after the cluster" in found.message


def test_when_the_time_is_over_it_says_what_was_waited_for_why_and_what_to_do() -> None:
    over = verdict("SandboxTemplate python", [MISSING] * 9, Awaited, KIND.seconds)
    assert isinstance(over, Surrender)
    assert (
        "SandboxTemplate python waited 10 min for its kind to be there, and it did not come" in over.message
    )
    assert KIND.why in over.message
    assert KIND.fix in over.message


@pytest.mark.parametrize("row", PASSING_ERRORS, ids=lambda row: str(row.awaited))
def test_a_wait_ends_in_time_and_within_the_tries_of_the_engine(row: PassingError) -> None:
    error = {
        Awaited.SERVICE_ACCOUNT: "Service account a@b does not exist",
        Awaited.KEY_PERMISSION: "Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied",
        Awaited.ACT_AS: "does not have access to service account",
    }.get(row.awaited, row.says.partition("|")[0])
    elapsed, errors = 0.0, [error]
    while isinstance(found := verdict("X x", errors, [row.awaited], elapsed), Retry):
        assert found.pause > 0
        elapsed += found.pause
        errors.insert(0, error)
    assert elapsed == row.seconds
    assert len(errors) < MOST_TRIES


@given(st.integers(1, 99), st.floats(0, KIND.seconds, exclude_max=True))
def test_pauses_grow_to_a_limit_and_never_past_the_end(tries: int, elapsed: float) -> None:
    found = verdict("X x", [MISSING] * tries, Awaited, elapsed)
    assert isinstance(found, Retry)
    assert 0 < found.pause <= PAUSES[-1]
    assert elapsed + found.pause <= KIND.seconds + 1e-6
    assert list(PAUSES) == sorted(PAUSES)


def test_times_in_words() -> None:
    assert [duration(each) for each in (0.4, 1, 119, 120, 600, 419)] == [
        "0 s",
        "1 s",
        "119 s",
        "2 min",
        "10 min",
        "7 min",
    ]

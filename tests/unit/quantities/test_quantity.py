"""Quantities of the Kubernetes API."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gke_agent_sandbox.quantities import amount, is_above_zero, quantity_problems

NUMBERS = st.from_regex(r"[0-9]{1,4}(\.[0-9]{1,2})?", fullmatch=True)
SUFFIXES = st.sampled_from(
    ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E-2"]
)


@given(NUMBERS, SUFFIXES)
def test_a_number_with_a_suffix_is_a_quantity(number: str, suffix: str) -> None:
    assert list(quantity_problems(number + suffix, "cpu")) == []
    assert list(quantity_problems(f"-{number}{suffix}", "cpu")) != []


@given(NUMBERS, st.sampled_from(["MB", "GiB", "K", "mi", " Mi", "%", "KI", "Mi "]))
def test_other_suffixes_are_none(number: str, suffix: str) -> None:
    assert list(quantity_problems(number + suffix, "cpu")) != []


@pytest.mark.parametrize(
    ("value", "good"),
    [(1, True), (1.0, True), (0, True), (0.5, False), (-1, False), (True, False), (None, False), ([], False)],
)
def test_numbers_as_quantities(value: object, good: bool) -> None:
    assert (list(quantity_problems(value, "cpu")) == []) is good


@pytest.mark.parametrize(
    ("value", "much"),
    [
        ("500m", "0.5"),
        ("1Ki", "1024"),
        (2.0, "2"),
        ("1e3", "1000"),
        ("0", "0"),
        ("1GB", None),
        ("1e" + "9" * 30, None),
    ],
)
def test_how_much_it_is(value: Any, much: str | None) -> None:
    assert amount(value) == (None if much is None else Decimal(much))


def test_an_exponent_beyond_all_numbers_is_none() -> None:
    assert amount("1e" + "9" * 30) is None


@given(NUMBERS, SUFFIXES)
def test_above_zero_is_more_than_nothing(number: str, suffix: str) -> None:
    assert is_above_zero(number + suffix) is (float(number) > 0)


@pytest.mark.parametrize("value", ["0", "0Gi", 0, -1, "-1", True, None, "much", [], {}])
def test_nothing_is_not_above_zero(value: Any) -> None:
    assert not is_above_zero(value)

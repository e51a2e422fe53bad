"""Quantities of the Kubernetes API: `500m`, `512Mi`, `1e3`, `2`.

Source: k8s.io/apimachinery v0.36.3, pkg/api/resource/quantity.go. A negative quantity has a form there, but
pod validation refuses it in every field that this library knows, so it is refused here.
"""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from ..problems import Problem

QUANTITY = re.compile(r"\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?")


def quantity_problems(value: object, path: str) -> Iterator[Problem]:
    """What is wrong with a quantity. A whole number is one (`cpu: 1`, also as the float `1.0`); a fraction
    must be text.
    """
    if isinstance(value, bool):
        yield Problem(path, "is true or false, must be a quantity", fix='"500m" or "512Mi"')
    elif isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        if value < 0:
            yield Problem(path, "is a negative quantity", fix="zero or more")
    elif isinstance(value, float):
        yield Problem(
            path,
            "is a fraction, must be a quantity in quotes",
            "the schema of a custom resource takes only a whole number or text",
            f'"{value}"',
        )
    elif not isinstance(value, str):
        yield Problem(path, "must be a quantity", fix='"500m" or "512Mi"')
    elif not QUANTITY.fullmatch(value):
        yield Problem(
            path,
            "is not a quantity",
            "a quantity is a number with one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent",
            '"500m" or "512Mi"',
        )


EXPONENTS = {"n": -9, "u": -6, "m": -3, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
BINARY_SUFFIXES = ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei")


def amount(value: object) -> Decimal | None:
    """How much a quantity is; None when it is none."""
    if any(quantity_problems(value, "")):
        return None
    try:
        return _decimal(str(value))
    except InvalidOperation:  # an exponent of some twenty digits
        return None


def is_above_zero(value: object) -> bool:
    """Whether a value is a quantity of more than nothing."""
    found = amount(value)
    return found is not None and found > 0


def _decimal(text: str) -> Decimal:
    if text[-2:] in BINARY_SUFFIXES:
        return Decimal(text[:-2]) * 1024 ** (BINARY_SUFFIXES.index(text[-2:]) + 1)
    if text[-1] in EXPONENTS:
        return Decimal(text[:-1]).scaleb(EXPONENTS[text[-1]])
    return Decimal(text)

"""The size of a Kubernetes quantity, to compare a request with its limit."""

import re
from decimal import Decimal

# k8s.io/apimachinery, pkg/api/resource/quantity.go; negative quantities are refused in pods.
QUANTITY = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?")

DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}


def quantity(text: str) -> Decimal | None:
    """`500m` as 0.5, `1Ki` as 1024; None when the text is not a quantity."""
    match = QUANTITY.fullmatch(text)
    if not match:
        return None
    number, suffix = Decimal(match[1]), match[2] or ""
    if suffix in BINARY:
        return number * 2 ** BINARY[suffix]
    if suffix in DECIMAL:
        return number.scaleb(DECIMAL[suffix])
    return number.scaleb(int(suffix[1:]))

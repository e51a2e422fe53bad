"""What a scalar of a YAML text means to Kubernetes.

Kubernetes reads YAML 1.1 by a Go library that differs from PyYAML in small things: `1e3` is a number, `0o17`
too, `12:30` and `2026-01-01` are strings, `y` is true.

Source of all of it: go.yaml.in/yaml/v2 v2.4.4, resolve.go and decode.go (sigs.k8s.io/yaml v1.6.0 converts by
it).
"""

import base64
import binascii
import math
import re
from typing import Final

from .document import TextError

_TAG: Final = "tag:yaml.org,2002:"
STRING: Final = f"{_TAG}str"
MERGE: Final = f"{_TAG}merge"
BINARY: Final = f"{_TAG}binary"

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    f"{_TAG}bool": (bool,),
    f"{_TAG}int": (int,),
    f"{_TAG}float": (float,),
    f"{_TAG}null": (type(None),),
}
_WORDS: Final[dict[str, object]] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_INTEGER: Final = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)|0[oO]?(?P<oct>[0-7]+)|(?P<dec>\d+))",
    re.ASCII,
)
_BASES: Final = {"hex": 16, "bin": 2, "oct": 8, "dec": 10}
_FLOAT: Final = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?", re.ASCII)
_LONGEST_NUMBER: Final = 400


def scalar(text: str, is_plain: bool, tag: str | None) -> object:
    """The value of a scalar.

    is_plain: whether it is written without quotes and not as a block.
    tag:      the full tag that it is written with, e.g. `tag:yaml.org,2002:int`; None without one.

    Errors: TextError when the text is not of the type that the tag says.
    """
    if tag is None:
        return _resolved(text) if is_plain else text
    if tag == BINARY:
        try:
            return base64.b64decode(text.replace("\n", ""), validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            raise TextError("is marked !!binary and is no base64") from None
    if tag not in _TYPES:
        return text
    value = _resolved(text)
    if tag == f"{_TAG}float" and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) not in _TYPES[tag]:
        raise TextError(f"is marked !!{tag.removeprefix(_TAG)} and is none")
    return value


def key(value: object) -> str | None:
    """What a scalar is as the key of an object; None for one that cannot be a key."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        short = f"{value:g}"
        return short if float(short) == value else str(value)
    return str(value) if isinstance(value, str | int) else None


def _resolved(text: str) -> object:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "+-0123456789":
        return _number(text, text.replace("_", ""))
    is_fraction = text[0] == "." and text[1:2].isdecimal()
    return _float(text, text.replace("_", "")) if is_fraction else text


def _number(text: str, digits: str) -> object:
    match = _INTEGER.fullmatch(digits) if len(digits) < _LONGEST_NUMBER else None
    if match is None or (match["dec"] is not None and match["dec"] != "0" and match["dec"][0] == "0"):
        return _float(text, digits)
    base = next(name for name in _BASES if match[name] is not None)
    value = int(match[base], _BASES[base])
    value = -value if match["sign"] == "-" else value
    return value if -(2**63) <= value < 2**64 else _float(text, digits)


def _float(text: str, digits: str) -> object:
    """The number, or the text itself when it is none, or out of range."""
    if len(digits) >= _LONGEST_NUMBER or not _FLOAT.fullmatch(digits):
        return text
    value = float(digits)
    return text if math.isinf(value) else value

"""Names and labels of Kubernetes objects.

Source: k8s.io/apimachinery v0.36.3, pkg/util/validation/validation.go.
"""

import re
from collections.abc import Iterator, Mapping
from typing import cast

from ..problems import Problem
from .opaque import IsOpaque
from .paths import join

DNS_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?")
DNS_LABEL_LENGTH = 63
SUBDOMAIN = re.compile(rf"{DNS_LABEL.pattern}(\.{DNS_LABEL.pattern})*")
SUBDOMAIN_LENGTH = 253
QUALIFIED_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?")
QUALIFIED_NAME_LENGTH = 63


def label_name_problems(value: object, path: str, longest: int = DNS_LABEL_LENGTH) -> Iterator[Problem]:
    """What is wrong with a name that must be a DNS label of at most `longest` characters; text only."""
    if isinstance(value, str) and (not DNS_LABEL.fullmatch(value) or len(value) > longest):
        yield Problem(
            path,
            f"is not a DNS label of at most {longest} characters",
            "lower-case letters, digits and hyphens, with a letter or digit at both ends",
        )


def key_problems(key: str, path: str) -> Iterator[Problem]:
    """What is wrong with the key of a label or annotation: a name, after an optional DNS prefix and a
    slash.
    """
    prefix, slash, name = key.rpartition("/")
    valid_prefix = bool(SUBDOMAIN.fullmatch(prefix)) and len(prefix) <= SUBDOMAIN_LENGTH
    if not (QUALIFIED_NAME.fullmatch(name) and len(name) <= QUALIFIED_NAME_LENGTH) or (
        slash and not valid_prefix
    ):
        yield Problem(
            path, "is no valid key", "a key is a name of at most 63 characters, after an optional DNS prefix"
        )


def label_problems(value: object, path: str, is_opaque: IsOpaque) -> Iterator[Problem]:
    """What is wrong with the keys and values of labels; the API server says it only when the pod is
    created.
    """
    if is_opaque(value) or not isinstance(value, Mapping):
        return
    for key, entry in cast(Mapping[object, object], value).items():
        if not isinstance(key, str):
            continue
        yield from key_problems(key, join(path, key))
        yield from label_value_problems(entry, join(path, key))


def label_value_problems(value: object, path: str) -> Iterator[Problem]:
    """What is no value of a label; only text is judged."""
    if isinstance(value, str) and value and not is_qualified_name(value):
        yield Problem(
            path,
            "is no valid label value",
            "at most 63 letters, digits, hyphens, underscores and dots, a letter or digit at both ends",
        )


def is_qualified_name(text: str) -> bool:
    """Whether a text may be the name part of a key, or the value of a label."""
    return bool(QUALIFIED_NAME.fullmatch(text)) and len(text) <= QUALIFIED_NAME_LENGTH

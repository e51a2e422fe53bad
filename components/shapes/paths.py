"""Paths of fields, written as the Kubernetes API writes them: `spec.containers[0].env`,
`metadata.labels["a.b/c"]`.
"""

import re

PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def join(path: str, key: object) -> str:
    """The path of an entry: a list index in brackets, a key after a dot, any other key in brackets and
    quotes.
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    if isinstance(key, str) and PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f'{path}["{key}"]'


def within(path: str, prefix: str) -> bool:
    """Whether `path` is `prefix` or lies below it."""
    return path == prefix or path.startswith((f"{prefix}.", f"{prefix}["))

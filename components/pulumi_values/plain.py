"""From the values of a state file to plain ones."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from ..rules import UNKNOWN, Path
from ..rules.part import is_list, is_object
from .marks import OUTPUT, REDACTED, SECRET, SIGNATURE, UNKNOWNS


class Plain(NamedTuple):
    """Properties without Pulumi's marks.

    properties: plain values; UNKNOWN for what is not known yet, or encrypted; what was secret as if it were
                not.
    secrets:    the paths of what was secret.
    """

    properties: dict[str, object]
    secrets: frozenset[Path]


def plain(properties: Mapping[str, object], redacted: bool = False) -> Plain:
    """Properties as `pulumi stack export` writes them, or `pulumi preview --json`.

    redacted: whether secrets were replaced by a word, as a preview does. A string that is that word may be a
              secret of any type then, and is unknown.

    A secret is `{signature: secret, plaintext: <JSON>}`, or with `ciphertext` in its place. A mark that is
    not known here stays as it is, an object.

    Errors: RecursionError for values that are nested more than some hundred times.
    """
    secrets: set[Path] = set()
    values = {key: _value(value, (key,), secrets, redacted) for key, value in properties.items()}
    return Plain(values, frozenset(secrets))


def _value(value: object, path: Path, secrets: set[Path], redacted: bool) -> object:
    if isinstance(value, str):
        if redacted and value == REDACTED:
            secrets.add(path)
            return UNKNOWN
        return UNKNOWN if value in UNKNOWNS else value
    if is_list(value):
        return [_value(each, (*path, at), secrets, redacted) for at, each in enumerate(value)]
    if is_object(value):
        return _object(value, path, secrets, redacted)
    return value


def _object(value: Mapping[str, object], path: Path, secrets: set[Path], redacted: bool) -> object:
    match value.get(SIGNATURE):
        case signature if signature == SECRET:
            secrets.add(path)
            inner = _decrypted(value)
            return UNKNOWN if inner == REDACTED else _value(inner, path, secrets, redacted)
        case signature if signature == OUTPUT:
            if value.get("secret") is True:
                secrets.add(path)
            return _value(value["value"], path, secrets, redacted) if "value" in value else UNKNOWN
        case _:
            return {key: _value(each, (*path, key), secrets, redacted) for key, each in value.items()}


def _decrypted(secret: Mapping[str, object]) -> object:
    plaintext = secret.get("plaintext")
    if not isinstance(plaintext, str):
        return REDACTED
    try:
        return json.loads(plaintext)
    except ValueError:
        return REDACTED

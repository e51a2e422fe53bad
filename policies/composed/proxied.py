"""From the properties that pulumi_policy hands to a policy to a resource."""

from collections.abc import Mapping, Sequence
from typing import cast

from pulumi_policy.proxy import UnknownValueError

from gke_agent_sandbox.rules import EXEMPTION_PREFIX, UNKNOWN, Path, Resource


def proxied(resource_type: str, properties: Mapping[str, object], name: str, urn: str) -> Resource:
    """A resource as a validation sees it.

    pulumi_policy tells a value that is not known yet by an error where it is read, and a secret not at all.
    So everything counts as secret, and no value is printed, but the annotations that exempt: a secret one
    exempts here, and does not in the pack.
    """
    values = _object(properties)
    secrets = {path for key, value in values.items() for path in _all_but_exemptions(value, (key,))}
    return Resource(resource_type, values, name, frozenset(secrets), urn)


def _object(properties: Mapping[str, object]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key in properties:
        try:
            values[key] = _plain(properties[key])
        except UnknownValueError:
            values[key] = UNKNOWN
    return values


def _list(entries: Sequence[object]) -> list[object]:
    values: list[object] = []
    for position in range(len(entries)):
        try:
            values.append(_plain(entries[position]))
        except UnknownValueError:
            values.append(UNKNOWN)
    return values


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return _object(cast("Mapping[str, object]", value))
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return _list(cast("Sequence[object]", value))
    return value


def _all_but_exemptions(value: object, path: Path) -> list[Path]:
    """The paths under which all of a value lies; its own alone, where no annotation in it exempts."""
    paths: list[Path] = []
    whole = True
    for step, inner in _entries(value):
        if isinstance(step, str) and step.startswith(EXEMPTION_PREFIX):
            whole = False
            continue
        inside = _all_but_exemptions(inner, (*path, step))
        whole = whole and inside == [(*path, step)]
        paths += inside
    return [path] if whole else paths


def _entries(value: object) -> list[tuple[str | int, object]]:
    if isinstance(value, dict):
        return list(cast("dict[str | int, object]", value).items())
    return list(enumerate(cast("list[object]", value))) if isinstance(value, list) else []

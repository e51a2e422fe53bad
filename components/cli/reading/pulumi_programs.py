"""The resources in a Pulumi program that is written in YAML.

Source of the shapes: Pulumi documentation, "Pulumi YAML language reference".
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ...rules import UNKNOWN, Path, Resource
from ...rules.part import is_list, is_object
from .document import TextError
from .pulumi_files import ENGINE, Exported
from .secrets import secrets_in

_REFERENCE: Final = re.compile(r"(?<!\$)\$\{")
_FUNCTION: Final = "fn::"
_SECRET: Final = "fn::secret"


def is_program(value: Mapping[str, object]) -> bool:
    """Whether an object is a program: it has resources by name, each with a type, and is none of the API."""
    resources = value.get("resources")
    return (
        is_object(resources)
        and bool(resources)
        and all(is_object(each) and isinstance(each.get("type"), str) for each in resources.values())
        and not value.keys() & {"apiVersion", "kind"}
    )


def of_program(value: Mapping[str, object]) -> Iterator[Exported]:
    """The resources of a program; what it refers to or computes is not known.

    Errors: TextError for properties that are no map.
    """
    resources = value["resources"]
    for name, record in resources.items() if is_object(resources) else ():
        if not is_object(record) or str(record["type"]).startswith(ENGINE):
            continue
        at: Path = ("resources", name, "properties")
        properties, secrets = _plain(record.get("properties") or {}, ())
        if not is_object(properties):
            raise TextError(f"is a program whose resource {name} has properties that are no map")
        marked = frozenset(secrets) | secrets_in(properties)
        resource = Resource(str(record["type"]), properties, name, marked, name)
        yield Exported(resource, _option(record, "parent"), _option(record, "provider"), at)


def _plain(value: object, path: Path) -> tuple[object, list[Path]]:
    """A value without Pulumi's functions and references, and the paths of what is secret in it."""
    if isinstance(value, str):
        return (UNKNOWN if _REFERENCE.search(value) else value.replace("$${", "${")), []
    if is_object(value):
        if _SECRET in value:
            return _plain(value[_SECRET], path)[0], [path]
        if any(key.startswith(_FUNCTION) for key in value):
            return UNKNOWN, []
        items = {key: _plain(each, (*path, key)) for key, each in value.items()}
        return {key: plain for key, (plain, _) in items.items()}, _joined(items.values())
    if is_list(value):
        entries = [_plain(each, (*path, at)) for at, each in enumerate(value)]
        return [plain for plain, _ in entries], _joined(entries)
    return value, []


def _joined(found: Iterable[tuple[object, list[Path]]]) -> list[Path]:
    return [path for _, paths in found for path in paths]


def _option(record: Mapping[str, object], key: str) -> str:
    """The name that an option refers to; empty where there is none."""
    options = record.get("options")
    said = options.get(key) if is_object(options) else None
    return said.removeprefix("${").removesuffix("}") if isinstance(said, str) else ""

"""From sources to what is judged, what is not, and what cannot be read."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ...rules import Path, Resource
from ...rules.part import is_list, is_object
from .document import Document, Mark, TextError
from .json_documents import json_documents
from .pulumi_files import Exported, is_plan, is_state, of_plan, of_state
from .pulumi_programs import is_program, of_program
from .secrets import secrets_in
from .sources import Source
from .yaml_documents import yaml_documents

# Files that look like objects of the API and are read by a tool alone: Helm's chart has no kind, and what
# Kustomize reads is of an API group of its own (kustomize v5, api/types).
_OF_HELM: Final = frozenset({"Chart.yaml", "Chart.yml"})
_OF_KUSTOMIZE: Final = "kustomize.config.k8s.io/"


@dataclass(frozen=True, slots=True)
class Subject:
    """A resource to judge.

    resource: with a URN that no other resource of its stack has.
    parent:   the URN of its parent; empty where it has none.
    provider: the URN and id of its provider; empty where it has none.
    stack:    the file of the state that it belongs to; empty for objects of files, which are one stack.
    file:     the name of its file.
    number:   the position of its document in the file, or of its record in the state; from 1.
    locate:   where one of its fields stands in the file, by the path in its properties.
    """

    resource: Resource
    parent: str
    provider: str
    stack: str
    file: str
    number: int
    locate: Callable[[Path], Mark]


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A document that is no object of the API, and that no cluster would take for one."""

    file: str
    mark: Mark
    why: str


@dataclass(frozen=True, slots=True)
class Unread:
    """What cannot be read, and may hold anything.

    mark: where; None where that is not known.
    what: what is wrong. fix: what to do; may be empty.
    """

    file: str
    mark: Mark | None
    what: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """Everything that the sources hold, in their order."""

    subjects: list[Subject] = field(default_factory=list[Subject])
    unjudged: list[Unjudged] = field(default_factory=list[Unjudged])
    unread: list[Unread] = field(default_factory=list[Unread])


def read_sources(sources: Iterable[Source]) -> Read:
    """Read every source. Never raises: what cannot be read is in `unread`."""
    read = Read()
    for source in sources:
        try:
            for each in _in_text(_text(source), source):
                if isinstance(each, Subject):
                    read.subjects.append(each)
                else:
                    read.unjudged.append(each)
        except TextError as error:
            read.unread.append(Unread(source.name, error.mark, error.what, error.fix))
    return read


def documents(text: str, name: str) -> Iterator[Document]:
    """The documents of a text: JSON where it begins like that, YAML otherwise, which in a file that does not
    end in .json may begin like that too.

    Errors: TextError.
    """
    if not text.lstrip().startswith(("{", "[")):
        yield from yaml_documents(text)
        return
    try:
        found = [*json_documents(text)]
    except TextError:
        if name.endswith(".json"):
            raise
        found = [*yaml_documents(text)]
    yield from found


def _text(source: Source) -> str:
    if source.fault:
        raise TextError(source.fault)
    try:
        content = sys.stdin.buffer.read() if source.path is None else source.path.read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise TextError(f"cannot be opened: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TextError("is no text in UTF-8") from None


def _in_text(text: str, source: Source) -> Iterator[Subject | Unjudged]:
    for document in documents(text, source.name):
        value = document.value
        if not is_object(value):
            yield _no_object(document, source)
        elif is_state(value):
            yield from _exported(of_state(value), document, source)
        elif is_plan(value):
            yield from _exported(of_plan(value), document, source)
        elif is_program(value):
            yield from _exported(of_program(value), document, source)
        else:
            yield _object(value, document, source)


def _object(value: Mapping[str, object], document: Document, source: Source) -> Subject | Unjudged:
    missing = [key for key in ("apiVersion", "kind") if not _is_word(value.get(key))]
    if len(missing) == 2 or (missing and source.name.rpartition("/")[2] in _OF_HELM):
        return Unjudged(source.name, document.mark, f"says no {' and no '.join(missing)}")
    if missing:
        fix = "both apiVersion and kind"
        raise TextError(f"holds an object that says no {missing[0]}", fix, document.mark)
    if str(value["apiVersion"]).startswith(_OF_KUSTOMIZE):
        why = "is for Kustomize; what it makes can be judged: kustomize build | gke-agent-sandbox check -"
        return Unjudged(source.name, document.mark, why)
    urn = f"{source.name}#{document.number}"
    resource = Resource(None, value, _name(value), secrets_in(value), urn)
    return Subject(resource, "", "", "", source.name, document.number, document.locate)


def _name(value: Mapping[str, object]) -> str:
    metadata = value.get("metadata")
    names = (metadata.get("name"), metadata.get("generateName")) if is_object(metadata) else ()
    return next((name for name in names if isinstance(name, str)), "")


def _no_object(document: Document, source: Source) -> Unjudged:
    if not is_list(document.value):
        raise TextError("holds a document that is no object", mark=document.mark)
    if any(is_object(entry) and ("apiVersion" in entry or "kind" in entry) for entry in document.value):
        fix = "apiVersion: v1, kind: List, items: [...]"
        raise TextError("holds a bare list of objects, which no cluster takes", fix, document.mark)
    return Unjudged(source.name, document.mark, "is a list")


def _exported(found: Iterator[Exported], document: Document, source: Source) -> Iterator[Subject]:
    stack = f"{source.name}#{document.number}"
    try:
        for number, each in enumerate(found, 1):
            yield Subject(
                each.resource,
                each.parent,
                each.provider,
                stack,
                source.name,
                number,
                _within(document.locate, each.at),
            )
    except RecursionError:
        raise TextError("is nested too deep", mark=document.mark) from None
    except TextError as error:
        raise TextError(error.what, error.fix, error.mark or document.mark) from None


def _is_word(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _within(locate: Callable[[Path], Mark], at: Path) -> Callable[[Path], Mark]:
    return lambda path: locate((*at, *path))

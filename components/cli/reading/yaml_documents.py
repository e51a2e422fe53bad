"""YAML documents as Kubernetes reads them.

They are built from the parser's events, without recursion: neither deep nesting nor aliases that multiply can
bring the reader down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from ...rules import Path
from .document import Document, Mark, TextError
from .yaml_scalar import MERGE, key, scalar

if TYPE_CHECKING:
    import yaml

DEEPEST: Final = 500
"""How deep a document may be nested. The deepest schema of a CustomResourceDefinition has some 60 levels."""

MOST_ALIASED: Final = 100_000
"""How many values aliases may add to a document; the Go library of Kubernetes allows some 400,000."""

_LONGEST_KEY: Final = 60
_RENDER: Final = "the rendered text, where this is a template (helm template ... | gke-agent-sandbox check -)"


@dataclass(slots=True)
class _Node:
    """A value and where it stands.

    mark:     of a field, the place of its key.
    size:     how many values it holds, itself counted, and what is aliased as often as it is.
    children: the fields of a mapping, the entries of a list.
    """

    value: object
    mark: Mark
    size: int = 1
    children: dict[str | int, "_Node"] = field(default_factory=dict[str | int, "_Node"])


@dataclass(slots=True)
class _Open:
    """A mapping or a list whose end has not been read yet.

    key:        of a mapping, the key whose value comes next, with its place; None where a key comes next.
    is_merging: whether what comes next stands under the key `<<`.
    has_merge:  whether the mapping has that key.
    merged:     the keys that it has from there.
    """

    node: _Node
    anchor: str | None
    key: tuple[str, Mark] | None = None
    is_merging: bool = False
    has_merge: bool = False
    merged: set[str] = field(default_factory=set[str])


def yaml_documents(text: str) -> Iterator[Document]:
    """The documents of a text, but those that hold nothing.

    Errors: TextError for what is no YAML, or holds a key twice, more aliases or more levels than any manifest
    needs.
    """
    number = 0
    for root in _roots(text):
        if root.value is not None:
            number += 1
            yield Document(root.value, number, root.mark, partial(_locate, root))


def _locate(node: _Node, path: Path) -> Mark:
    for step in path:
        if step not in node.children:
            break
        node = node.children[step]
    return node.mark


def _roots(text: str) -> Iterator[_Node]:
    import yaml  # loaded only where there is YAML

    events: Iterator[yaml.Event] = cast(Any, yaml).parse(
        text, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    )
    reader = _Reader()
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                reader = _Reader()
            elif isinstance(event, yaml.DocumentEndEvent):
                if reader.root is not None:
                    yield reader.root
            elif isinstance(event, yaml.NodeEvent):
                reader.node(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                reader.end()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = Mark(mark.line + 1, mark.column + 1) if mark else None
        # The library's words, without what it quotes of the text.
        what = (error.problem or "cannot be read").partition(" handle ")[0]
        raise TextError(f"is no YAML: {what}", _RENDER, at) from None
    except yaml.YAMLError:
        raise TextError("is no YAML: it holds characters that no YAML text may hold") from None


class _Reader:
    """Puts one document together.

    root: the document; None until its end.
    """

    def __init__(self) -> None:
        self.root: _Node | None = None
        self._open: list[_Open] = []
        self._anchors: dict[str, _Node] = {}
        self._aliased = 0

    def node(self, event: "yaml.NodeEvent") -> None:
        """A scalar, an alias, or the beginning of a mapping or a list."""
        import yaml

        mark = Mark(event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.AliasEvent):
            self._add(self._aliased_node(event.anchor, mark))
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, mark)
        else:
            if len(self._open) >= DEEPEST:
                raise TextError(f"is nested more than {DEEPEST} times", mark=mark)
            if self._expects_key():
                raise TextError("has a key that is no word", _RENDER, mark)
            value: object = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._open.append(_Open(_Node(value, mark), event.anchor))

    def end(self) -> None:
        """The end of the innermost mapping or list."""
        done = self._open.pop()
        if done.anchor is not None:
            self._anchors[done.anchor] = done.node
        self._add(done.node)

    def _expects_key(self) -> bool:
        if not self._open:
            return False
        top = self._open[-1]
        return isinstance(top.node.value, dict) and top.key is None and not top.is_merging

    def _aliased_node(self, anchor: str, mark: Mark) -> _Node:
        if anchor not in self._anchors:
            raise TextError("has an alias (*) for which no anchor (&) stands before it", _RENDER, mark)
        node = self._anchors[anchor]
        self._aliased += node.size
        if self._aliased > MOST_ALIASED:
            raise TextError(f"holds aliases that stand for more than {MOST_ALIASED} values", mark=mark)
        return _Node(node.value, mark, node.size, node.children)

    def _scalar(self, event: "yaml.ScalarEvent", mark: Mark) -> None:
        is_plain = bool(event.implicit[0])
        if self._expects_key() and event.value == "<<" and (is_plain or event.tag == MERGE):
            top = self._open[-1]
            if top.has_merge:
                raise TextError("has the key << twice in one object", "<<: [*first, *second]", mark)
            top.is_merging = top.has_merge = True
            return
        try:
            node = _Node(scalar(event.value, is_plain, event.tag), mark)
        except TextError as error:
            raise TextError(error.what, error.fix, mark) from None
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        self._add(node)

    def _add(self, node: _Node) -> None:
        """A value, whole, to what it lies in."""
        if not self._open:
            self.root = node
            return
        top = self._open[-1]
        if isinstance(top.node.value, list):
            _put(top.node, len(top.node.children), node)
        elif top.is_merging:
            top.is_merging = False
            _merge(top, node)
        elif top.key is None:
            top.key = (_key(top, node), node.mark)
        else:
            word, mark = top.key
            top.key = None
            top.merged.discard(word)
            _put(top.node, word, _Node(node.value, mark, node.size, node.children))


def _put(into: _Node, step: str | int, node: _Node) -> None:
    value: Any = into.value
    if isinstance(step, int):
        value.append(node.value)
    else:
        value[step] = node.value
    into.children[step] = node
    into.size += node.size


def _key(top: _Open, node: _Node) -> str:
    """The key as a string, which it is in JSON."""
    word = key(node.value)
    if word is None:
        raise TextError("has a key that is no word", _RENDER, node.mark)
    if word in top.node.children and word not in top.merged:
        first = top.node.children[word].mark.line
        shown = word[:_LONGEST_KEY]
        raise TextError(f"has the key {shown!r} twice in one object, first in line {first}", mark=node.mark)
    return word


def _merge(top: _Open, node: _Node) -> None:
    """The fields of other mappings, as far as none stands here. Of several, the first has precedence.

    Readers differ in what a merge means that comes after a key which it also holds, so that is refused.
    """
    sources = [*node.children.values()] if isinstance(node.value, list) else [node]
    for source in sources:
        if not isinstance(source.value, dict):
            raise TextError("merges (<<) something that is no object", mark=node.mark)
        for word, child in source.children.items():
            if word in top.merged:
                continue
            if word in top.node.children:
                shown = str(word)[:_LONGEST_KEY]
                raise TextError(f"merges (<<) {shown!r}, which stands before it", "<< first", node.mark)
            top.merged.add(str(word))
            _put(top.node, word, child)

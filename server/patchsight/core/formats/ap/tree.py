"""YAML as ap needs it: a tree of nodes with their places. Nothing is ever constructed, so no tag
can do anything.

The tree is built from the scanner's events one by one: a nested or aliased bomb is refused where it
starts, before it costs anything.
"""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from patchsight.core.formats.ap.failure import (
    YamlFailure,
    explain,
    explain_depth,
    explain_documents,
)
from patchsight.core.formats.ap.nodes import (
    Mapping,
    Node,
    Pair,
    Scalar,
    Sequence,
    Type,
    Unreadable,
    resolve,
)
from patchsight.core.formats.ap.source import Source
from patchsight.core.model.budget import Cost, ExhaustedError
from patchsight.core.text.buffer import Span

_DEEPEST = 16
_CORE = "tag:yaml.org,2002:"
_TYPES: dict[str, Type] = {
    "str": "text",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "null": "null",
}
_COLLECTIONS = ("map", "seq")
_MARKS = re.compile(r"(?:[&!]\S*\s+)+")
_MARK = re.compile(r"[&*!][^\s,\[\]{}]*")


class _Yaml(YAML):
    """YAML without a look at the disk for plug-ins, which it takes at every text otherwise."""

    def official_plug_ins(self) -> list[str]:
        return []


def read(source: Source, text: str, shift: int) -> tuple[Node | None, YamlFailure | None]:
    """The tree of a text `shift` characters into the buffer, and why it ends early if it does."""
    builder = _Builder(source, shift)
    try:
        for event in _Yaml(typ="safe", pure=False).parse(
            text if text.endswith(("\n", "\r")) else text + "\n"
        ):
            source.budget.pay(Cost.NODE_READ)
            if failure := builder.feed(event):
                return builder.root, failure
    except ExhaustedError:
        raise
    # whatever the scanner makes of a hostile text, it is one more fault in it
    except Exception as error:
        return None, explain(error, text, shift)
    return builder.root, None


class _Builder:
    """Puts events together to a tree."""

    def __init__(self, source: Source, shift: int) -> None:
        self.source = source
        self.shift = shift
        self.limit = len(source.text)
        self.root: Node | None = None
        self.open: list[tuple[Any, list[Node]]] = []
        self.documents = 0
        self.marked_row = -1

    def feed(self, event: Any) -> YamlFailure | None:
        """Take one more event; the failure it is, if it is one."""
        start = event.start_mark.index + self.shift
        if isinstance(event, CollectionStartEvent):
            self.open.append((event, []))
            return explain_depth(start) if len(self.open) > _DEEPEST else None
        if isinstance(event, CollectionEndEvent):
            self._add(self._close(*self.open.pop(), event))
        elif isinstance(event, NodeEvent):
            self._add(self._scalar(event))
        elif isinstance(event, DocumentStartEvent):
            self.documents += 1
            return explain_documents(start) if self.documents > 1 else None
        return None

    def _add(self, node: Node) -> None:
        if self.open:
            self.open[-1][1].append(node)
        else:
            self.root = node

    def _scalar(self, event: Any) -> Node:
        span = self._span(event)
        if isinstance(event, AliasEvent):
            self._refuse_mark(span.start, "`{}` is a YAML alias")
            return Unreadable(span)
        if not isinstance(event, ScalarEvent) or not self._accepts(event):
            return Unreadable(span)
        return Scalar(span, self.source.restore(event.value), event.style or "", self._type(event))

    def _type(self, event: Any) -> Type:
        if event.tag is None:
            return "text" if event.style else resolve(event.value)
        return _TYPES.get(event.tag.removeprefix(_CORE), "text")

    def _span(self, event: Any) -> Span:
        """A scalar's place; to the scanner a block has its tag and the blank lines below."""
        start, end = event.start_mark.index + self.shift, event.end_mark.index + self.shift
        if getattr(event, "style", None) in ("|", ">"):
            marks = _MARKS.match(self.source.text, start)
            start = marks.end() if marks else start
            end = start + len(self.source.text[start:end].rstrip())
        return self._clamp(start, end)

    def _clamp(self, start: int, end: int) -> Span:
        limit = self.limit
        return Span(start, end) if end <= limit else Span(min(start, limit), limit)

    def _close(self, start: Any, children: list[Node], end: Any) -> Node:
        first = start.start_mark.index + self.shift
        last = (
            end.end_mark.index + self.shift
            if start.flow_style or not children
            else children[-1].span.end
        )
        span = self._clamp(first, last)
        if not self._accepts(start):
            return Unreadable(span)
        if isinstance(start, MappingStartEvent):
            return self._pair_up(span, children)
        return Sequence(span, children)

    def _pair_up(self, span: Span, children: list[Node]) -> Mapping:
        mapping = Mapping(span, [])
        for key, value in zip(children[::2], children[1::2], strict=True):
            if isinstance(key, Scalar):
                mapping.pairs.append(Pair(key, value))
                continue
            mapping.damaged = True
            if not isinstance(key, Unreadable):
                self.source.report(
                    "yaml_error",
                    self.source.place(key.span),
                    "A key must be a single word, not a list or a mapping.",
                )
        return mapping

    def _accepts(self, event: Any) -> bool:
        """Whether a node can be read; an anchor is refused, but what it stands on can."""
        start = event.start_mark.index + self.shift
        if event.anchor is not None:
            self._refuse_mark(start, "`{}` is a YAML anchor")
        name = (event.tag or "!").removeprefix(_CORE)
        if name == "!" or name in _TYPES or name in _COLLECTIONS:
            return True
        self._refuse_mark(start, "`{}` is a YAML tag that means nothing in a patch")
        return False

    def _refuse_mark(self, start: int, message: str) -> None:
        """Report an anchor, alias or tag: one per row, for a bomb has many."""
        row = self.source.row(start)
        if row == self.marked_row:
            return
        self.marked_row = row
        mark = _MARK.match(self.source.text, start)
        span = Span(*mark.span()) if mark else Span(start, start)
        word = self.source.text[span.start : min(span.end, span.start + 40)]
        rest = (
            "anchors and aliases are not allowed"
            if "tag" not in message
            else "tags are not allowed"
        )
        self.source.report(
            "yaml_error",
            span,
            f"{message.format(word)}; {rest}. If it is text, write it in a literal block (`|`) or in quotes.",
        )

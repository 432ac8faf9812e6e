"""Reads an ap text whatever is wrong with it: as a whole, else key by key on its outline."""

from __future__ import annotations

import re

from patchsight.core.formats.ap.entries import Entry, RawPair, starts_document
from patchsight.core.formats.ap.failure import YamlFailure
from patchsight.core.formats.ap.nodes import (
    Mapping,
    Node,
    Pair,
    Scalar,
    Sequence,
    Unreadable,
    resolve,
)
from patchsight.core.formats.ap.outline import Outline
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.tree import read
from patchsight.core.formats.ap.words import LISTS
from patchsight.core.text.buffer import WHITE, Span, is_blank

#: Values that need no scanner.
_SIMPLE = re.compile(r"""([A-Za-z_][\w./-]*)|(["'])([^"'\\]*)\2""")
#: How many values are given to the scanner one by one; a text with more is too broken for it to be
#: worth the time.
_MOST_VALUES = 2000


def read_tree(source: Source) -> Node | None:
    """The tree of the whole text; None if there is nothing in it."""
    text = source.text[source.start : source.end]
    known = len(source.problems)
    node, failure = read(source, text, source.start)
    if failure is None:
        return node
    if failure.documents and starts_document(source, source.row(failure.offset)):
        report(source, failure)
        return node
    del source.problems[known:]
    return _recover(source, failure)


def report(source: Source, failure: YamlFailure) -> None:
    """Report where the scanner gave up."""
    row = source.row_at(failure.offset)
    exact = failure.exact and row.start <= failure.offset < row.end
    span = Span(failure.offset, row.end) if exact else row
    if exact and source.text[failure.offset] == "\t":
        tabs = source.text[failure.offset : row.end]
        span = Span(failure.offset, failure.offset + len(tabs) - len(tabs.lstrip("\t")))
    data = {"unclosed": True} if failure.unclosed else {}
    source.report("yaml_error", span, failure.message, **data)


def _recover(source: Source, failure: YamlFailure) -> Node:
    known = len(source.problems)
    if source.text[source.start : source.end].lstrip()[:1] in ("{", "["):
        report(source, failure)
        return Unreadable(Span(source.start, source.end))
    root = Outline(source).scan()
    if not root.pairs and not root.entries:
        del source.problems[known:]
        report(source, failure)
        return Unreadable(Span(source.start, source.end))
    tree = _Assembly(source).assemble(root)
    if len(source.problems) == known and not failure.tab_in_block:
        report(source, failure)
    return tree


class _Assembly:
    """Makes a tree of an outline."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.values = 0

    def assemble(self, entry: Entry) -> Node:
        """The mapping an entry stands for."""
        if entry.inline is not None:
            return self._read_inline(entry)
        row = self.source.rows.trimmed(entry.row)
        mapping = Mapping(row, [], entry.damaged)
        items = [self.assemble(child) for child in entry.entries]
        for raw in entry.pairs:
            is_list = bool(items) and raw.key == LISTS[entry.level]
            mapping.pairs += (
                [self._pair(raw, _as_list(items))] if is_list else self._read_pair(raw, mapping)
            )
            items = [] if is_list else items
        if items:
            mapping.pairs.append(self._add_list(mapping, LISTS[entry.level], items))
        if mapping.pairs:
            ends = [pair.value.span.end for pair in mapping.pairs]
            mapping.span = Span(mapping.pairs[0].key.span.start, max(ends))
        return mapping

    def _add_list(self, mapping: Mapping, key: str, items: list[Node]) -> Pair:
        """A pair for items whose key is missing."""
        first = self.source.row_at(items[0].span.start)
        if not mapping.damaged:
            self.source.report(
                "missing_key", first, f"`{key}:` is missing above this list.", key=key
            )
        mapping.damaged = True
        return Pair(Scalar(Span(first.start, first.start), key), _as_list(items))

    def _read_inline(self, entry: Entry) -> Node:
        """The value of an item that is written in brackets."""
        start = entry.inline or 0
        node = self._scan(start, 0, entry.last)
        return node or Unreadable(Span(start, self.source.rows.trimmed(entry.row).end))

    def _read_pair(self, raw: RawPair, mapping: Mapping) -> list[Pair]:
        if raw.style == "|":
            return [self._pair(raw, self._read_literal(raw))]
        end = self.source.rows.trimmed(raw.row).end
        text = self.source.text[raw.value : end]
        if raw.last == raw.row and (simple := _SIMPLE.fullmatch(text)):
            value = self.source.restore(simple[1] or simple[3] or "")
            kind = resolve(value) if simple[1] else "text"
            return [self._pair(raw, Scalar(Span(raw.value, end), value, simple[2] or "", kind))]
        node = None if raw.damaged else self._scan(raw.start, raw.column, raw.last)
        if isinstance(node, Mapping):
            mapping.damaged |= node.damaged
            return node.pairs
        mapping.damaged = True
        return [self._pair(raw, Unreadable(Span(min(raw.value, end), end)))]

    def _scan(self, start: int, column: int, last: int) -> Node | None:
        """What the scanner reads from an offset to the end of a row."""
        self.values += 1
        if self.values > _MOST_VALUES:
            return None
        text = " " * column + self.source.text[start : self.source.rows.span(last).end]
        known = len(self.source.problems)
        node, failure = read(self.source, text, start - column)
        if failure and len(self.source.problems) == known:
            report(self.source, failure)
        return None if failure else node

    def _pair(self, raw: RawPair, value: Node) -> Pair:
        return Pair(Scalar(Span(raw.start, raw.key_end), raw.key), value)

    def _read_literal(self, raw: RawPair) -> Scalar:
        """A literal block's text, with rows that fell out of it, so that line n is still row n."""
        rows = self.source.rows
        header = rows.lines[raw.row][raw.value - rows.starts[raw.row] :].split("#")[0]
        last = raw.last
        while "+" in header and last + 1 < self.source.last and is_blank(rows.lines[last + 1]):
            last += 1
        indent = raw.column if raw.indent is None else raw.indent
        lines = [_cut(rows.lines[row], indent) for row in range(raw.row + 1, last + 1)]
        value = "\n".join(lines) + ("\n" if lines and "-" not in header else "")
        return Scalar(Span(raw.value, max(raw.value, rows.trimmed(raw.last).end)), value, "|")


def _cut(line: str, indent: int) -> str:
    """A row without the indentation of its block, as far as it has it."""
    return line[min(indent, len(line) - len(line.lstrip(WHITE))) :]


def _as_list(items: list[Node]) -> Sequence:
    return Sequence(Span(items[0].span.start, max(items[0].span.start, items[-1].span.end)), items)

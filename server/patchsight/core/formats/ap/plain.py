"""ap texts that are written as most are: keys that ap knows, each in a row of its own in the column of
its entry, with a literal block, a word or a simple text in quotes.

YAML can read them in one way only, so they are read at a stroke, to the tree that `tree` makes of
them: a test compares the two. Everything else is left to it. What a tree means is settled above both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from patchsight.core.formats.ap.nodes import Mapping, Node, Pair, Scalar, Sequence, resolve
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import LEVEL_OF, LISTS
from patchsight.core.model.budget import Cost
from patchsight.core.text.buffer import Span
from patchsight.core.text.pieces import pieces

_GAP = r"(?:(?: *#[^\n]*)?\n)*"  #: rows that are empty, or comments
_REST = re.compile(_GAP)
_ROW = re.compile(
    rf"{_GAP}( *)(- )?([a-z_]+):"
    r"""(?: (?:(\|-?)|(["'])([^"'\\\t\n]*)\5|([A-Za-z0-9_./][A-Za-z0-9_./-]*)))?(?:\n|\Z)"""
)
_INDENT = re.compile(r"\n*( +)[^ \t\n]")
_FRAME = 4  #: events: the stream and the document begin and end


class _OddError(Exception):
    """Something is not plain."""


def read_plain(source: Source) -> Mapping | None:
    """The tree of the whole text; None if something in it is not plain."""
    if not _is_legible(source):
        return None
    reader = _Reader(source)
    try:
        root = reader.read()
    except _OddError:
        return None
    source.budget.pay(Cost.NODE_READ, reader.events)  # no other text is read for these steps
    return root


def _is_legible(source: Source) -> bool:
    """Whether rows end in line feeds, and none that has spaces is blank."""
    if "\r" in source.text or not source.is_verbatim:
        return False
    lines = source.rows.lines[source.first : source.last]
    return not any(any(map(str.isspace, some)) for some in pieces(lines))


@lru_cache(maxsize=64)
def _end_of(indent: int) -> re.Pattern[str]:
    """The end of a row below which one is neither indented so deep nor empty."""
    return re.compile(rf"\n(?! {{{indent}}}|\n)")


class _Reader:
    """Goes through a text key by key."""

    def __init__(self, source: Source) -> None:
        self._text, self._at, self._end = source.text, source.start, source.end
        self._key: re.Match[str] | None = None  #: the row at hand
        self._column = 0  #: where it begins
        self.events = _FRAME

    def read(self) -> Mapping:
        """The root."""
        self._go_on()
        if self._key is None or self._key[2] or self._column:
            raise _OddError
        root = self._read_mapping(0, len(LISTS))
        if self._key:
            raise _OddError
        return root

    def _go_on(self) -> None:
        """Read the next row that has a key."""
        row = _ROW.match(self._text, self._at, self._end)
        if row and row[3] in LEVEL_OF:
            self._key, self._at, self._column = row, row.end(), row.end(1) - row.start(1)
            return
        rest = _REST.match(self._text, self._at, self._end)
        if rest is None or rest.end() < self._end:
            raise _OddError
        self._key = None

    def _read_mapping(self, column: int, depth: int) -> Mapping:
        """The mapping whose first key is at hand; it may hold lists so deep in each other."""
        pairs = list[Pair]()
        row = self._key
        while row and (not pairs or (self._column == column and not row[2])):
            key = Scalar(Span(*row.span(3)), row[3])
            pairs.append(Pair(key, self._read_value(row, column, depth)))
            row = self._key
        self.events += 2 + len(pairs)
        return Mapping(Span(pairs[0].key.span.start, pairs[-1].value.span.end), pairs)

    def _read_value(self, row: re.Match[str], column: int, depth: int) -> Node:
        _, _, _, block, quote, quoted, word = row.groups()
        if block:
            value: Node = self._read_block(row, column)
        elif word:
            value = Scalar(Span(*row.span(7)), word, "", resolve(word))
        elif quote:
            value = Scalar(Span(row.start(5), row.end(6) + 1), quoted, quote)
        else:
            self._go_on()
            return self._read_list(column, depth)
        self.events += 1
        self._go_on()
        return value

    def _read_list(self, least: int, depth: int) -> Sequence:
        """The list whose first item is at hand."""
        row, column, items = self._key, self._column, list[Node]()
        if row is None or not row[2] or column < least or not depth:
            raise _OddError
        start = row.start(2)
        while row and row[2] and self._column == column:
            items.append(self._read_mapping(column + 2, depth - 1))
            row = self._key
        self.events += 2
        return Sequence(Span(start, items[-1].span.end), items)

    def _read_block(self, row: re.Match[str], column: int) -> Scalar:
        """The text of a literal block, which begins below the row at hand."""
        text, start, end = self._text, self._at, self._end
        first = _INDENT.match(text, start, end)
        indent = first.end(1) - first.start(1) if first else 0
        if indent <= column:
            raise _OddError
        last = _end_of(indent).search(text, start, end)
        self._at = last.end() if last else end
        lines = text[start : self._at].rstrip("\n")
        value = f"\n{lines}".replace("\n" + " " * indent, "\n")[1:]
        span = Span(row.start(4), start + len(lines.rstrip()))
        return Scalar(span, value if row[4] == "|-" else f"{value}\n", "|")

"""ap texts that are written as most are: keys that ap knows, each in a row of its own in the column of
its entry, with a literal block, a word or a simple text in quotes.

YAML can read them in one way only, so they are read at a stroke, to the tree that `tree` makes of
them: a test compares the two. Everything else is left to it. What a tree means is settled above both.
"""

from __future__ import annotations

import re

from patchsight.core.formats.ap.nodes import Mapping, Node, Pair, Scalar, Sequence, resolve
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.words import LEVEL_OF, LISTS
from patchsight.core.model.budget import Cost
from patchsight.core.text.buffer import Span
from patchsight.core.text.pieces import pieces

_ROW = re.compile(
    r"""( *)(- )?([a-z_]+):(?: (?:(\|-?)|(["'])([^"'\\\t]*)\5|([A-Za-z0-9_./][A-Za-z0-9_./-]*)))?\Z"""
)
_COMMENT = re.compile(" *#")
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


class _Reader:
    """Goes through the rows of a text, a key or a literal block at a time."""

    def __init__(self, source: Source) -> None:
        self._lines, self._starts = source.rows.lines, source.rows.starts
        self._below, self._last = source.first, source.last  #: the rows that are not read yet
        self._known: dict[str, re.Match[str]] = {}  #: most rows with a key are there many times
        self._key: re.Match[str] | None = None  #: the key at hand, in its row
        self._start = 0  #: where that row starts
        self._column = 0  #: where the key, or the `-` in front of it, stands there
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
        """Take the next key at hand; there may be none."""
        for row in range(self._below, self._last):
            line = self._lines[row]
            key = self._known.get(line) or _ROW.match(line)
            if key and key[3] in LEVEL_OF:
                self._known[line] = self._key = key
                self._below, self._start, self._column = row + 1, self._starts[row], key.end(1)
                return
            if line and not _COMMENT.match(line):
                raise _OddError
        self._key = None

    def _span(self, key: re.Match[str], group: int) -> Span:
        start, end = key.span(group)
        return Span(self._start + start, self._start + end)

    def _read_mapping(self, column: int, depth: int) -> Mapping:
        """The mapping whose first key is at hand; lists may be so deep in it."""
        pairs: list[Pair] = []
        key = self._key
        while key and (not pairs or (self._column == column and not key[2])):
            name = Scalar(self._span(key, 3), key[3])
            pairs.append(Pair(name, self._read_value(key, column, depth)))
            key = self._key
        self.events += 2 + len(pairs)
        return Mapping(Span(pairs[0].key.span.start, pairs[-1].value.span.end), pairs)

    def _read_value(self, key: re.Match[str], column: int, depth: int) -> Node:
        last = key.lastindex  # which tells the kinds of values apart
        if last == 4:
            value = self._read_block(self._start + key.start(4), column, chomps=key[4] == "|-")
        elif last == 7:
            value = Scalar(self._span(key, 7), key[7], "", resolve(key[7]))
        elif last == 6:
            start, end = self._span(key, 6)
            value = Scalar(Span(start - 1, end + 1), key[6], key[5])
        else:
            self._go_on()
            return self._read_list(column, depth)
        self.events += 1
        self._go_on()
        return value

    def _read_list(self, least: int, depth: int) -> Sequence:
        """The list whose first item is at hand."""
        key, column = self._key, self._column
        if key is None or not key[2] or column < least or not depth:
            raise _OddError
        start, items = self._start + column, list[Node]()
        while key and key[2] and self._column == column:
            items.append(self._read_mapping(column + 2, depth - 1))
            key = self._key
        self.events += 2
        return Sequence(Span(start, items[-1].span.end), items)

    def _read_block(self, start: int, column: int, *, chomps: bool) -> Scalar:
        """The literal block below a key in some column, from its `|` on."""
        first = self._below
        indent, last = self._take_block(column)
        rows, starts = self._lines[first:last], self._starts[first:last]
        texts = [line[indent:] for line in rows]
        places = [at + indent for at in starts]
        if "" in rows:
            places = [at + indent if line else at for at, line in zip(starts, rows, strict=True)]
        value = "\n".join(texts) if chomps else "\n".join([*texts, ""])
        end = starts[-1] + len(rows[-1].rstrip())
        return Scalar(Span(start, end), value, "|", "text", (texts, places))

    def _take_block(self, column: int) -> tuple[int, int]:
        """How deep a block is indented, and the row below the last one that is not empty."""
        lines, row, last = self._lines, self._below, self._last
        while row < last and not lines[row]:
            row += 1
        line = lines[row] if row < last else ""
        indent = len(line) - len(line.lstrip(" "))
        if indent <= column or line[indent] == "\t":
            raise _OddError
        margin = " " * indent
        while row < last and (lines[row].startswith(margin) or not lines[row]):
            row += 1
        self._below = row
        while not lines[row - 1]:
            row -= 1
        return indent, row

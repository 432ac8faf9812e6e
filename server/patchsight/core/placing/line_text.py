"""The lines of a ring as one text, and which of them a stretch of it covers.

The text is kept in blocks of lines, so that a change, or a question about one place, costs as much as
a block, however long the text is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.budget import Cost
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.text.buffer import BOM

_LINES = 128  #: of a block, at first


class Region(NamedTuple):
    """Whole lines that a change is about, and the text they become."""

    first: int  #: rows
    last: int  #: included; before `first` in an empty text
    start: int  #: the same as offsets
    end: int
    text: str
    at_end: bool  #: nothing follows, so that the text says whether the file ends in a line end
    joins: bool = False  #: the line below becomes part of it

    @property
    def lines(self) -> list[str]:
        """The new lines."""
        return self.text.removesuffix("\n").split("\n") if self.text else []


class _Block(NamedTuple):
    """Some lines that follow each other."""

    ids: Sequence[int]
    text: str  #: with the line ends of all but the last line of a file that lacks one


class LineText:
    """The text of a ring; every line end is a `\\n`. Whoever changes the ring may bring it up to
    date, which costs less than to make it anew.
    """

    def __init__(self, ring: LineRing, *, closed: bool = False) -> None:
        """`closed` gives the last line a line end, whatever the file has."""
        self.ring, self.closed = ring, closed
        ring.means.search.pay(Cost.LINE_COPIED, len(ring.lines))
        order = ring.order
        newline = bool(order) and (closed or bool(ring.ends[order[-1]]))
        self._blocks = list(self._cut(order, newline))
        self.size = sum(len(block.text) for block in self._blocks)  #: characters
        self.height = len(order)  #: rows
        self.changes = 0  #: how often it was brought up to date
        #: rows and characters above each block, as far as somebody asked for them
        self._rows_above, self._size_above = [0], [0]
        self._seen: tuple[int, int, bool] | None = self._state

    def _cut(self, ids: Sequence[int], newline: bool) -> Iterator[_Block]:
        """Lines in blocks, at least one; `newline`: the last line has a line end."""
        lines = self.ring.lines
        for first in range(0, len(ids) or 1, _LINES):
            some = ids[first : first + _LINES]
            text = "\n".join([lines[line] for line in some])
            yield _Block(some, text + "\n" if newline or first + _LINES < len(ids) else text)

    @property
    def _state(self) -> tuple[int, int, bool]:
        """What differs if the ring was changed."""
        ring = self.ring
        newline = not self.closed and bool(ring.ends[ring.last])
        return len(ring.lines), len(ring.gone), newline

    @property
    def is_current(self) -> bool:
        """Whether this is what the ring holds."""
        return self._seen == self._state

    @property
    def text(self) -> str:
        """All of it, which costs as much."""
        return "".join([block.text for block in self._blocks])

    @property
    def order(self) -> list[int]:
        """All lines in order, the same."""
        return [line for block in self._blocks for line in block.ids]

    @property
    def has_newline(self) -> bool:
        """Whether the last line has a line end here."""
        return self._blocks[-1].text.endswith("\n")

    def update(self, region: Region) -> None:
        """Follow the ring, in which a region was replaced by its new text."""
        left = self.line(region.first - 1) if region.first else self.ring.head
        added = list(islice(self.ring.walk(self.ring.next[left]), len(region.lines)))
        first = self._with_row(region.first)
        last = self._with_row(max(region.first, region.last))
        head, tail = self._blocks[first], self._blocks[last]
        above, below = region.first - self._rows_above[first], region.last + 1
        ids = [*head.ids[:above], *added, *tail.ids[below - self._rows_above[last] :]]
        start, end = region.start - self._size_above[first], region.end - self._size_above[last]
        text = head.text[:start] + region.text + tail.text[end:]
        self.ring.means.search.pay(Cost.CHARACTER_SCANNED, len(text))
        self._put(first, last, _Block(ids, text))
        self.size += len(region.text) - (region.end - region.start)
        self.height += len(added) - (below - region.first)
        self.changes += 1
        newline = self.closed or bool(self.ring.ends[self.ring.last])
        agrees = not self.height or self.has_newline == newline
        # a byte order mark the ring does not keep
        self._seen = self._state if agrees and BOM not in region.text else None

    def _put(self, first: int, last: int, block: _Block) -> None:
        """Replace some blocks, so that none gets long, and none is empty unless the text is."""
        blocks = [block] if len(block.ids) <= 2 * _LINES else list(self._split(block))
        if not block.ids and len(self._blocks) > last + 1 - first:
            blocks = []
        self._blocks[first : last + 1] = blocks
        known = min(first + 1, len(self._blocks))
        del self._rows_above[known:], self._size_above[known:]

    def _split(self, block: _Block) -> Iterator[_Block]:
        lines, start = self.ring.lines, 0
        for first in range(0, len(block.ids), _LINES):
            ids = block.ids[first : first + _LINES]
            end = start + sum([len(lines[line]) for line in ids]) + len(ids)
            yield _Block(ids, block.text[start:end])
            start = end

    # ---- blocks
    def _with_row(self, row: int) -> int:
        """The number of the block that a row stands in; the last one for the row behind all."""
        while self._rows_above[-1] <= row and self._look_further():
            pass
        return bisect_right(self._rows_above, row) - 1

    def _with_offset(self, offset: int) -> int:
        """The same for a character."""
        while self._size_above[-1] <= offset and self._look_further():
            pass
        return bisect_right(self._size_above, offset) - 1

    def _look_further(self) -> bool:
        """Count what stands above one more block, if there is one."""
        known = len(self._rows_above)
        if known == len(self._blocks):
            return False
        block = self._blocks[known - 1]
        self._rows_above.append(self._rows_above[-1] + len(block.ids))
        self._size_above.append(self._size_above[-1] + len(block.text))
        return True

    # ---- rows and lines
    def row(self, offset: int) -> int:
        """The row that an offset lies in; the one behind the last at the end of the text."""
        at = self._with_offset(offset)
        within = self._blocks[at].text.count("\n", 0, offset - self._size_above[at])
        return self._rows_above[at] + within

    def _start(self, offset: int) -> int:
        """Where the row starts that an offset lies in."""
        at = self._with_offset(offset)
        above = self._size_above[at]
        return above + self._blocks[at].text.rfind("\n", 0, offset - above) + 1

    def _end(self, offset: int) -> int:
        """Where the row below starts."""
        at = self._with_offset(offset)
        above = self._size_above[at]
        newline = self._blocks[at].text.find("\n", offset - above)
        return above + newline + 1 if newline >= 0 else self.size

    def line(self, row: int) -> int:
        """The line that stands in a row."""
        at = self._with_row(row)
        return self._blocks[at].ids[row - self._rows_above[at]]

    def lines(self, first: int, last: int) -> list[int]:
        """The lines from one row to another, both included, as far as there are any."""
        at, count = self._with_row(first), last + 1 - first
        within = first - self._rows_above[at]
        ids = list(self._blocks[at].ids[within : within + count])
        while len(ids) < count and at + 1 < len(self._blocks):
            at += 1
            ids += self._blocks[at].ids[: count - len(ids)]
        return ids

    def row_of(self, line: int) -> int:
        """The row in which a line stands; the sentinel stands above the first."""
        if line == self.ring.head:
            return -1
        at = self._holding(line)
        return self._rows_above[at] + self._blocks[at].ids.index(line)

    def start_of(self, line: int) -> int:
        """Where a line starts."""
        at = self._holding(line)
        ids, lines = self._blocks[at].ids, self.ring.lines
        row = ids.index(line)
        return self._size_above[at] + sum([len(lines[above]) for above in ids[:row]]) + row

    def _holding(self, line: int) -> int:
        """The number of the block that a line stands in."""
        rank = self.ring.rank
        at = bisect_right(self._blocks, rank(line), key=lambda block: rank(block.ids[0])) - 1
        while len(self._rows_above) <= at:
            self._look_further()
        return at

    # ---- stretches
    def part(self, start: int, end: int) -> str:
        """What stands from one offset to another."""
        at = self._with_offset(start)
        start, end = start - self._size_above[at], end - self._size_above[at]
        text = self._blocks[at].text
        if end <= len(text):
            return text[start:end]
        pieces = [text[start:]]
        while end > len(text) and at + 1 < len(self._blocks):
            end -= len(text)
            at += 1
            text = self._blocks[at].text
            pieces.append(text[:end])
        return "".join(pieces)

    def has(self, wanted: str, at: int) -> bool:
        """Whether a text stands at an offset."""
        return self.part(at, at + len(wanted)) == wanted

    def indent(self, offset: int) -> str:
        """What stands in its row before an offset."""
        return self.part(self._start(offset), offset)

    def columns(self, start: int, end: int) -> tuple[int, int]:
        """The columns where a stretch starts in its first row and ends in its last."""
        last = self._start(max(start, end - 1))
        end -= self.part(end - 1, end) == "\n"
        return start - self._start(start), max(start, end) - last

    def rows(self, start: int, end: int) -> range:
        """The rows that a stretch touches; a line end at its end belongs to the row above."""
        return range(self.row(start), self.row(max(start, end - 1)) + 1)

    def ids(self, start: int, end: int) -> Sequence[int]:
        """The lines that a stretch touches."""
        rows = self.rows(start, end)
        return self.lines(rows.start, rows.stop - 1)

    def region(self, places: Sequence[int], size: int, new: str) -> Region:
        """What happens to whole lines where a text of so many characters gives way to another in
        some places, which share lines.
        """
        start, end = places[0], places[-1] + size
        first, last, left = self.row(start), self.row(end), self._start(start)
        pieces, behind = list[str](), left
        for at in places:
            pieces += (self.part(behind, at), new)
            behind = at + size
        made = "".join(pieces)
        whole = last > first and end == self._start(end)  # a line end goes, too
        joins = whole and made != "" and not made.endswith("\n") and last < self.height
        if (whole and not joins) or last == self.height:
            last, stop = last - 1, end
        else:
            stop = self._end(end)
        at_end = stop == self.size and not self.closed
        return Region(first, last, left, stop, made + self.part(end, stop), at_end, joins)

    def grouped(self, places: Sequence[int], size: int) -> list[list[int]]:
        """Places, those that share lines together."""
        groups: list[list[int]] = []
        behind = -1
        for at in places:
            if groups and self.row(at) <= behind:
                groups[-1].append(at)
            else:
                groups.append([at])
            behind = self.row(at + size)
        return groups

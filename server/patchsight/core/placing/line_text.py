"""The lines of a ring as one text, and which of them a stretch of it covers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from patchsight.core.placing.budget import Cost
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.text.buffer import BOM


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


class LineText:
    """The text of a ring; every line end is a `\\n`. Whoever changes the ring may bring it up to
    date, which costs less than to make it anew.
    """

    def __init__(self, ring: LineRing, *, closed: bool = False) -> None:
        """`closed` gives the last line a line end, whatever the file has."""
        self.ring, self.closed = ring, closed
        ring.means.search.pay(Cost.LINE_COPIED, len(ring.lines))
        self.order: list[int] = list(ring.order)
        self.text = "\n".join([ring.lines[line] for line in self.order])
        if self.order and (closed or ring.ends[self.order[-1]]):
            self.text += "\n"
        self.changes = 0  #: how often it was brought up to date
        self._starts: list[int] | None = None
        self._seen: tuple[int, int, bool] | None = self._state

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

    def update(self, region: Region) -> None:
        """Follow the ring, in which a region was replaced by its new text."""
        self.ring.means.search.pay(Cost.CHARACTER_SCANNED, len(self.text))
        left = self.order[region.first - 1] if region.first else self.ring.head
        after = islice(self.ring.walk(self.ring.next[left]), len(region.lines))
        self.order[region.first : region.last + 1] = after
        self.text = self.text[: region.start] + region.text + self.text[region.end :]
        self.changes += 1
        self._starts = None
        newline = self.closed or bool(self.ring.ends[self.ring.last])
        agrees = not self.order or self.text.endswith("\n") == newline
        # a byte order mark the ring does not keep
        self._seen = self._state if agrees and BOM not in region.text else None

    # ---- rows
    def prepare(self) -> None:
        """Get ready for many questions about rows; few are answered as fast without."""
        if self._starts is None:
            sizes = (len(self.ring.lines[line]) + 1 for line in self.order)
            self._starts = list(accumulate(sizes, initial=0))

    def row(self, offset: int) -> int:
        """The row that an offset lies in; the one behind the last at the end of the text."""
        if self._starts is not None:
            return bisect_right(self._starts, offset) - 1
        return self.text.count("\n", 0, offset)

    def _start(self, offset: int) -> int:
        """Where the row starts that an offset lies in."""
        return self.text.rfind("\n", 0, offset) + 1

    def offset(self, row: int) -> int:
        """Where a row starts."""
        lines = self.ring.lines
        return sum([len(lines[line]) for line in self.order[:row]]) + row

    def row_of(self, line: int) -> int:
        """The row in which a line stands; the sentinel stands above the first."""
        return self.order.index(line) if line != self.ring.head else -1

    def columns(self, start: int, end: int) -> tuple[int, int]:
        """The columns where a stretch starts in its first row and ends in its last."""
        last = self._start(max(start, end - 1))
        end -= self.text[end - 1 : end] == "\n"
        return start - self._start(start), max(start, end) - last

    def rows(self, start: int, end: int) -> range:
        """The rows that a stretch touches; a line end at its end belongs to the row above."""
        first = self.row(start)
        end = max(start, end - 1)
        if self._starts is not None:
            return range(first, self.row(end) + 1)
        return range(first, first + self.text.count("\n", start, end) + 1)

    def ids(self, start: int, end: int) -> Sequence[int]:
        """The lines that a stretch touches."""
        rows = self.rows(start, end)
        return self.order[rows.start : rows.stop]

    def region(self, places: Sequence[int], size: int, new: str) -> Region:
        """What happens to whole lines where a text of so many characters gives way to another in
        some places, which share lines.
        """
        text, start, end = self.text, places[0], places[-1] + size
        first, last, left = self.row(start), self.row(end), self._start(start)
        pieces, behind = list[str](), left
        for at in places:
            pieces += (text[behind:at], new)
            behind = at + size
        made = "".join(pieces)
        whole = last > first and end == self._start(end)  # a line end goes, too
        joins = whole and made != "" and not made.endswith("\n") and last < len(self.order)
        if (whole and not joins) or last == len(self.order):
            last, stop = last - 1, end
        else:
            stop = text.find("\n", end) + 1 or len(text)
        at_end = stop == len(text) and not self.closed
        return Region(first, last, left, stop, made + text[end:stop], at_end, joins)

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

"""The lines of a ring as one text, and which of them a stretch of it covers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from patchsight.core.placing.budget import Cost
from patchsight.core.placing.line_ring import LineRing


class Region(NamedTuple):
    """Whole lines that a change is about, and the text they become."""

    first: int  #: rows
    last: int  #: included; before `first` in an empty text
    text: str
    at_end: bool  #: nothing follows, so that the text says whether the file ends in a line end
    joins: bool = False  #: the line below becomes part of it

    @property
    def lines(self) -> list[str]:
        """The new lines."""
        return self.text.removesuffix("\n").split("\n") if self.text else []


class LineText:
    """The text of a ring as it is now; every line end is a `\\n`."""

    def __init__(self, ring: LineRing, *, closed: bool = False) -> None:
        """`closed` gives the last line a line end, whatever the file has."""
        self.ring, self.closed = ring, closed
        ring.means.search.pay(Cost.LINE_COPIED, len(ring.lines))
        self.order: Sequence[int] = ring.order
        lines = (ring.lines[line] for line in self.order)
        self.text = "\n".join(lines)
        if self.order and (closed or ring.ends[self.order[-1]]):
            self.text += "\n"

    @cached_property
    def _starts(self) -> list[int]:
        sizes = (len(self.ring.lines[line]) + 1 for line in self.order)
        return list(accumulate(sizes, initial=0))

    def row(self, offset: int) -> int:
        """The row that an offset lies in; the one behind the last at the end of the text."""
        return bisect_right(self._starts, offset) - 1

    def row_of(self, line: int) -> int:
        """The row in which a line stands; the sentinel stands above the first."""
        return self.order.index(line) if line != self.ring.head else -1

    def columns(self, start: int, end: int) -> tuple[int, int]:
        """The columns where a stretch starts in its first row and ends in its last."""
        rows = self.rows(start, end)
        last = self._starts[rows.stop - 1] if rows.stop else 0
        return start - self._starts[rows.start], max(
            start, end - (self.text[end - 1 : end] == "\n")
        ) - last

    def rows(self, start: int, end: int) -> range:
        """The rows that a stretch touches; a line end at its end belongs to the row above."""
        return range(self.row(start), self.row(max(start, end - 1)) + 1)

    def ids(self, start: int, end: int) -> Sequence[int]:
        """The lines that a stretch touches."""
        rows = self.rows(start, end)
        return self.order[rows.start : rows.stop]

    def region(self, places: Sequence[int], size: int, new: str) -> Region:
        """What happens to whole lines where a text of so many characters gives way to another in
        some places, which share lines.
        """
        text, start, end = self.text, places[0], places[-1] + size
        first, last = self.row(start), self.row(end)
        pieces, behind = list[str](), self._starts[first]
        for at in places:
            pieces += (text[behind:at], new)
            behind = at + size
        made = "".join(pieces)
        whole = last > first and end == self._starts[last]  # a line end goes, too
        joins = whole and made != "" and not made.endswith("\n") and last < len(self.order)
        if (whole and not joins) or last == len(self.order):
            last -= 1
        stop = min(self._starts[last + 1], len(text)) if last >= 0 else 0
        stop = max(stop, end)
        at_end = stop == len(text) and not self.closed
        return Region(first, last, made + text[end:stop], at_end, joins)

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

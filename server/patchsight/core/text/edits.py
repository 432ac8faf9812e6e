"""One replacement in a text, in offsets or in whole lines, and how replacements are carried out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add, itemgetter
from typing import NamedTuple

from patchsight.core.text.buffer import Span, split_ends, split_lines


class Edit(NamedTuple):
    """A stretch of a text that gives way to another: of a patch, or of a target without its BOM."""

    span: Span
    text: str
    parts: tuple[int, ...] = ()  #: the parts of a patch that ask for it

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end


_SPAN = itemgetter(0)


class LineEdit(NamedTuple):
    """Whole lines that give way to others; these are without their ends."""

    start: int
    end: int
    new: list[str]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with its edits carried out; they do not overlap."""
    pieces: list[str] = []
    at = 0
    for (start, end), new, _ in sorted(edits, key=_SPAN):
        pieces += (text[at:start], new)
        at = end
    return "".join((*pieces, text[at:]))


def moved_by(edit: Edit, by: int) -> Edit:
    """The same edit of a text that begins elsewhere."""
    return edit._replace(span=Span(edit.start + by, edit.end + by))


# ---- whole lines; with `lf_only` they are git's, which sees a CR as a character like any other


def lines_of(text: str, *, lf_only: bool = False) -> list[str]:
    """The lines of a text without their ends."""
    return text.removesuffix("\n").split("\n") if lf_only and text else split_lines(text)


def ends_whole(text: str, *, lf_only: bool = False) -> bool:
    """Whether no last line lacks its end."""
    return not text or text.endswith("\n" if lf_only else ("\n", "\r"))


def line_edits(text: str, edits: Sequence[Edit], *, lf_only: bool = False) -> list[LineEdit]:
    """Edits, in the order of the text, as whole lines; those that share a line are one."""
    rows = _rows(text, lf_only)
    starts = list(accumulate(map(len, rows), initial=0))
    regions = (
        _trim(first, last, rows, _rows(new, lf_only))
        for first, last, new in _regions(text, starts, edits, lf_only)
    )
    return [
        LineEdit(first, last, [line for row in new for line in lines_of(row, lf_only=lf_only)])
        for first, last, new in regions
        if first < last or new
    ]


def _rows(text: str, lf_only: bool) -> list[str]:
    """The lines of a text with their ends."""
    if not lf_only:
        return list(map(add, *split_ends(text)))
    rows = [line + "\n" for line in lines_of(text, lf_only=True)]
    if not ends_whole(text, lf_only=True):
        rows[-1] = rows[-1][:-1]
    return rows


def _regions(
    text: str, starts: list[int], edits: Sequence[Edit], lf_only: bool
) -> Iterator[tuple[int, int, str]]:
    """The rows that edits touch, from first to last, and the text they become."""
    count = len(starts) - 1
    first = last = 0
    shared: list[Edit] = []
    new = ""
    for edit in edits:
        row = bisect_right(starts, edit.start) - 1
        if count and row == count and not ends_whole(text, lf_only=lf_only):
            row -= 1
        if shared and row >= last:
            yield first, last, new
            shared = []
        first, last = (first, last) if shared else (row, row)
        last = max(last, bisect_left(starts, edit.end))
        shared.append(edit)
        new = _carry_out(text, starts[first], starts[last], shared)
        if last < count and not ends_whole(new, lf_only=lf_only):
            last += 1  # what follows on the row belongs to it
            new = _carry_out(text, starts[first], starts[last], shared)
    if shared:
        yield first, last, new


def _carry_out(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """A stretch of the text with its edits made."""
    return apply_edits(text[start:end], (moved_by(edit, -start) for edit in edits))


def _trim(first: int, last: int, rows: list[str], new: list[str]) -> tuple[int, int, list[str]]:
    """A region without the rows at its ends that stay as they are."""
    tail = len(new)
    while last > first and tail and rows[last - 1] == new[tail - 1]:
        last, tail = last - 1, tail - 1
    lead = 0
    while first < last and lead < tail and rows[first] == new[lead]:
        first, lead = first + 1, lead + 1
    return first, last, new[lead:tail]

"""Where the blocks of an answer begin and end, and what stands around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from patchsight.core.formats.named_paths import NamedPath, path_in_row
from patchsight.core.formats.noise import Fence, Rows
from patchsight.core.formats.searchreplace.markers import (
    TAG_FENCE,
    Marker,
    conflict_end,
    divider_of,
    end_of,
    start_of,
)
from patchsight.core.model.record import field, record


@record
class Block:
    """A block: the rows of its markers, and the row behind its last one."""

    start: int
    last: int  #: what follows it starts here
    end: int | None = None  #: the row of its end marker
    dividers: list[int] = field(default_factory=list)
    why_open: str = ""  #: what comes before the end marker, if there is none


@record
class Conflict:
    """What a merge left between two rows."""

    start: int
    last: int


class Fences:
    """The fence that is open where the rows up to here end: Markdown's, or one of aider's tags."""

    def __init__(self) -> None:
        self.opened: int | None = None  #: the row that opens it
        self._fence: Fence | None = None

    def pass_row(self, line: str, row: int) -> bool:
        """Whether a row opens or closes a fence."""
        if tag := TAG_FENCE.fullmatch(line):
            self.opened, self._fence = (None if tag["close"] else row), None
            return True
        if self._fence is not None:
            if not self._fence.is_closed_by(line):
                return False
            self.opened = self._fence = None
            return True
        self._fence = Fence.opened_by(line)
        if self._fence is not None:
            self.opened = row
        return self._fence is not None

    def find_close(self, rows: Rows, first: int, last: int) -> int | None:
        """The row that closes the fence, unless one opens inside of it that it closes."""
        depth = 0
        for row in range(first, last) if self.opened is not None else ():
            line = rows.lines[row]
            tag = TAG_FENCE.fullmatch(line)
            if self._fence is None:
                if tag and tag["close"]:
                    return row
            elif self._fence.is_closed_by(line):
                if not depth:
                    return row
                depth -= 1
            elif (inner := Fence.opened_by(line)) and inner.mark == self._fence.mark:
                depth += 1
        return None


def find_blocks(
    rows: Rows, first: int, last: int, fences: Fences
) -> Iterator[Block | Conflict | int]:
    """Every block and every merge conflict, and the rows outside of them one by one."""
    row = first
    while row < last:
        marker = start_of(rows.lines[row]) or _complete_loosely(rows, row, last)
        conflict = None if marker else conflict_end(rows.lines, row, last)
        if marker:
            block = _find_block(rows, row, last, fences)
            yield block
            row = block.last
        elif conflict is not None:
            yield Conflict(row, conflict)
            row = conflict + 1
        else:
            yield row
            fences.pass_row(rows.lines[row], row)
            row += 1


def _complete_loosely(rows: Rows, row: int, last: int) -> bool:
    """Whether a row starts a block whose markers are there, but not as they should be written."""
    lines = rows.lines
    if not start_of(lines[row], loose=True):
        return False
    divided = False
    for at in range(row + 1, last):
        divided = divided or divider_of(lines[at], loose=True) is not None
        if end_of(lines[at], loose=True):
            return divided
        if start_of(lines[at], loose=True):
            return False
    return False


def _find_block(rows: Rows, start: int, last: int, fences: Fences) -> Block:
    limit = next((at for at in range(start + 1, last) if start_of(rows.lines[at])), last)
    why = "the text ends" if limit == last else "another block starts"
    heading = _heading_behind_fence(rows, start, limit, fences)
    if heading is not None:
        limit, why = heading, "the fence is closed and another path follows"
    ends = _find_all(rows, start + 1, limit, end_of)
    end = ends[0] if ends else None
    stop = limit if end is None else end
    dividers = _find_all(rows, start + 1, stop, divider_of)
    return Block(start, stop + bool(ends), end, dividers, "" if ends else why)


class _Reads(Protocol):
    def __call__(self, line: str, *, loose: bool = False) -> Marker | None: ...


def _find_all(rows: Rows, first: int, last: int, reads: _Reads) -> list[int]:
    """The rows that are a marker; if there are none, those that are one in another spelling."""
    lines = rows.lines
    found = [row for row in range(first, last) if reads(lines[row])]
    return found or [row for row in range(first, last) if reads(lines[row], loose=True)]


def _heading_behind_fence(rows: Rows, start: int, limit: int, fences: Fences) -> int | None:
    """The row that closes the fence around a block although the block goes on: a path follows, so
    what stands there is another one.
    """
    close = fences.find_close(rows, start + 1, limit)
    if close is None:
        return None
    below = rows.next_filled(close + 1, limit)
    heading: NamedPath | None = path_in_row(rows.lines[below], below) if below < limit else None
    return close if heading else None

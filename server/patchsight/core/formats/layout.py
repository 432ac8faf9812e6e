"""What a text is made of: fences that a list indents, examples that are no patch, and what is left
when everything that reads as a patch is taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.formats.detect import Signal, find_strong_signal, may_lead
from patchsight.core.formats.mail import HEAD, HEAD_SIGNS, Messages
from patchsight.core.formats.noise import Fence
from patchsight.core.formats.spec import FormatSpec
from patchsight.core.model.patch import FileChange
from patchsight.core.text.buffer import Buffer, indent_of, is_blank
from patchsight.core.text.pieces import holds

_BULLET = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,3}[.)])[ \t]+)+(?=```|~~~)")
_FENCES = ("```", "~~~")
_HUNK = re.compile(r"@@(?: |$)")


def without_list_indents(buffer: Buffer) -> Buffer:
    """The text as it is read: what stands in a fence inside a list loses the list's indentation.
    Offsets mean the same in both.
    """
    if not holds(buffer.text, _FENCES):
        return buffer
    seen = _Seen(buffer)
    row, last = 0, len(seen.lines)
    while row < last:
        line, fence = seen.lines[row], open_fence(seen.lines[row])
        if fence is not None:
            ends = (at for at in range(row + 1, last) if fence.is_closed_by(seen.lines[at]))
            end = next(ends, last)
            if seen.shift(row + 1, end, fence.column):
                seen.cut(row, fence.column)
                seen.cut(end, fence.column)
            row = end
        elif may_lead(line) and find_strong_signal(seen.lines, row, min(row + 2, last)):
            break  # from here on a fence may be content
        row += 1
    return seen.buffer


def without_contents(buffer: Buffer, unmarked: Sequence[FormatSpec]) -> Buffer:
    """The text without what stands in blocks that are files, which may quote any patch; they are in
    formats without marks of their own.
    """
    hidden = [rows for spec in unmarked for rows in spec.content_rows(buffer.lines)]
    lines = list(buffer.lines) if hidden else buffer.lines
    for first, last in hidden:
        lines[first:last] = [""] * (last - first)
    return buffer.seen_as(lines, buffer.starts) if hidden else buffer


def open_fence(line: str) -> Fence | None:
    """The fence that a row opens, perhaps behind the bullet of a list."""
    if "```" not in line and "~~~" not in line:  # as in most rows
        return None
    bullet = _BULLET.match(line)
    return Fence.opened_by(" " * bullet.end() + line[bullet.end() :] if bullet else line)


class _Seen:
    """The rows of a text, some of them without the indentation of the list they stand in."""

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.lines, self.starts = list(buffer.lines), list(buffer.starts)
        self.shifted: set[int] = set()

    @property
    def buffer(self) -> Buffer:
        return self._buffer.seen_as(self.lines, self.starts) if self.shifted else self._buffer

    def shift(self, first: int, last: int, columns: int) -> bool:
        """Take the indentation from rows that all have it, if they hold a patch then."""
        inside = [line for line in self.lines[first:last] if not is_blank(line)]
        if not columns or any(len(indent_of(line)) < columns for line in inside):
            return False
        inside = [line[columns:] for line in inside]
        if not find_strong_signal(inside, 0, len(inside)):
            return False
        for row in range(first, last):
            self.cut(row, min(columns, len(indent_of(self.lines[row]))))
        return True

    def cut(self, row: int, columns: int) -> None:
        if row < len(self.lines):
            self.lines[row] = self.lines[row][columns:]
            self.starts[row] += columns
            self.shifted.add(row)


def is_all(text: str, files: Sequence[FileChange], heads: Sequence[str]) -> bool:
    """Whether sections, in the order of the text, are all there is in it, perhaps below one of some
    heads.
    """
    at = next((len(head) for head in heads if text.startswith(head)), 0)
    for change in files:
        if change.span.start < at or text[at : change.span.start].strip():
            return False
        at = change.span.end
    return not text[at:].strip()


class Block(NamedTuple):
    """Rows that belong together: what is left inside a fence, or between fences."""

    first: int
    last: int
    fence: Fence | None
    head: int  #: the first row that may say what it is: the fence, and what stands above that


class Leftovers:
    """The rows that nothing has read so far; commit messages are prose, whatever they quote."""

    def __init__(self, buffer: Buffer, files: Sequence[FileChange]) -> None:
        self._seen = _Seen(buffer)
        #: by row, whether it belongs to a section or to a commit message
        self.taken = taken = bytearray(len(buffer.lines))
        sections = (
            (buffer.row(change.span.start), buffer.row(change.span.end) + 1) for change in files
        )
        for first, last in (*_messages(buffer.lines), *sections):
            taken[first:last] = b"\1" * (last - first)
        self._blocks = list(_split(buffer.lines, taken))
        self._read = set[int]()  #: the first rows of blocks that were read since
        for block in self._blocks:
            if block.fence:
                self._seen.shift(block.first, block.last, block.fence.column)

    @property
    def buffer(self) -> Buffer:
        """The text as blocks in it are read."""
        return self._seen.buffer

    def others(self, own: Sequence[FormatSpec]) -> Iterator[tuple[Signal, Block]]:
        """The blocks that hold something in a format other than these; they count as read then."""
        for block in self._blocks:
            row = block.first
            while found := find_strong_signal(self._seen.lines, row, block.last):
                if found.format not in own or found.row in self._seen.shifted:
                    self._read.add(block.first)
                    yield found, block
                    break
                row = found.row + 1

    def find_below(
        self, block: Block, files: Sequence[FileChange], own: Sequence[FormatSpec]
    ) -> Signal | None:
        """What gives a patch away in a block below the sections that were read of it. What is in one
        of these formats may be the head of a section that was read before.
        """
        end = max(self.buffer.row(change.span.end) for change in files) + 1
        found = find_strong_signal(self._seen.lines, end, block.last)
        is_head = block.last < len(self.taken) and self.taken[block.last]
        return None if found and found.format in own and is_head else found

    def find_stray(self) -> int | None:
        """The first row that reads as the start of a hunk."""
        lines = self._seen.lines
        for first, last, _, _ in self._blocks:
            for row in range(first, last - 1) if first not in self._read else ():
                if _HUNK.match(lines[row]) and lines[row + 1][:1] in ("+", "-", " "):
                    return row
        return None


def _split(lines: Sequence[str], taken: bytearray) -> Iterator[Block]:
    """The blocks of a text without the rows that are taken; a fence stays open across those."""
    fence: Fence | None = None
    row, free = taken.find(0), 0  # the row behind the last fence, or behind what is taken
    while row >= 0:
        stop = taken.find(1, row)
        stop = len(lines) if stop < 0 else stop
        first = head = free = row
        for row in range(first, stop):
            opened = open_fence(lines[row]) if fence is None else None
            if opened or (fence and fence.is_closed_by(lines[row])):
                if first < row:
                    yield Block(first, row, fence, head)
                filled = (at for at in range(row - 1, free - 1, -1) if not is_blank(lines[at]))
                head = next(filled, row) if opened else row + 1
                first, free, fence = row + 1, row + 1, opened
        if first < stop:
            yield Block(first, stop, fence, head)
        row = taken.find(0, stop)


def _messages(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The rows of each commit message."""
    messages, last = Messages(lines, len(lines)), 0
    heads = (row for row, line in enumerate(lines) if line[:1] in HEAD_SIGNS and HEAD.match(line))
    for row in heads:
        behind = messages.skip(row) if row >= last else row
        if behind > row:
            yield row, behind
            last = behind

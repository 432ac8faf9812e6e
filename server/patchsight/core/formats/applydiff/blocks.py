"""Where the blocks of an ApplyDiff text begin and end, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.noise import Fence, Noise, Rows
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import WHITE

_HEADER = re.compile(r">{3,}[ \t]*file[ \t]*:", re.IGNORECASE)
_TERMINATORS = ("<", "<<<")
FROM, TO = "--- from", "--- to"
SESSION, SESSION_END = "[session context]", "[/session context]"


@record
class Block:
    """A `>>> file:` block: rows below its header up to `last`, and the row that closes it."""

    header: int
    named: bool  #: has a `>>> file:` row; else `header` is a lone `--- from` or `--- to`
    last: int = 0
    end: int | None = None
    strays: list[int] = field(default_factory=list)  #: rows that read like the end but are content
    at_end: bool = False  #: the text ends in it


@record
class SessionRows:
    """A session block: the rows between its two markers."""

    first: int
    last: int
    closed: bool


def header_end(line: str) -> int | None:
    """The column after `>>> file:`, if the line starts a block."""
    match = _HEADER.match(line) if line.startswith(">>>") else None
    return match.end() if match else None


def is_marker(line: str, *markers: str) -> bool:
    """Whether a line is one of these markers; its case and spaces at its end do not matter."""
    return line[:1] in ("-", "[") and line.rstrip(WHITE).lower() in markers


def find_blocks(rows: Rows, first: int, last: int, noise: Noise) -> Iterator[Block | SessionRows]:
    """Every block and session block, in order; the rows outside of them go to `noise`."""
    row = first
    while row < last:
        line = rows.lines[row]
        if is_marker(line, SESSION):
            session = _find_session(rows, row, last)
            row = session.last + session.closed
            yield session
        elif header_end(line) is not None or is_marker(line, FROM, TO):
            noise.enter()
            block = _find_block(rows, row, last, noise.fence)
            row = block.last if block.end is None else block.end + 1
            yield block
        else:
            noise.skip(row, row + 1)
            row += 1


def _find_session(rows: Rows, first: int, last: int) -> SessionRows:
    for row in range(first + 1, last):
        line = rows.lines[row]
        if is_marker(line, SESSION_END):
            return SessionRows(first, row, True)
        if header_end(line) is not None:
            return SessionRows(first, row, False)
    return SessionRows(first, last, False)


def terminator_in(rows: Rows, session: SessionRows) -> int | None:
    """The first row of a session block without an end that reads like the end of a block: the one
    above it may go on that far.
    """
    inside = range(session.first + 1, session.last) if not session.closed else ()
    return next((row for row in inside if rows.lines[row].rstrip(WHITE) in _TERMINATORS), None)


def _find_block(rows: Rows, first: int, last: int, fence: Fence | None) -> Block:
    """A block ends at the last `<` before the next block that can be one; others are content."""
    block = Block(first, header_end(rows.lines[first]) is not None, last)
    for row in range(first + 1, last):
        line = rows.lines[row]
        if line[:1] not in ("<", ">", "[", "-"):
            continue
        if line.rstrip(WHITE) in _TERMINATORS:
            if _can_end(rows, row, last, fence):
                block.strays += [] if block.end is None else [block.end]
                block.end = row
            else:
                block.strays.append(row)
        elif _starts_next(rows, row, last, block):
            block.last = row
            break
    block.at_end = block.end is None and block.last == last
    if block.end is not None:
        block.last = block.end
        block.strays = [row for row in block.strays if row < block.end]
    return block


def _can_end(rows: Rows, row: int, last: int, fence: Fence | None) -> bool:
    """Whether only the end of the text, a further block or a fence follows."""
    following = rows.next_filled(row + 1, last)
    if following == last:
        return True
    line = rows.lines[following]
    if header_end(line) is not None or is_marker(line, SESSION):
        return True
    return fence.is_closed_by(line) if fence else Fence.opened_by(line) is not None


def _starts_next(rows: Rows, row: int, last: int, block: Block) -> bool:
    """Whether a row starts a block: any header after an end, else one before `--- from`."""
    line = rows.lines[row]
    if block.end is not None and is_marker(line, SESSION, FROM):
        return True
    if header_end(line) is None:
        return False
    return block.end is not None or (row + 1 < last and is_marker(rows.lines[row + 1], FROM, TO))

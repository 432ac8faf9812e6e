"""Where in a text a patch stands whose format has no markers of its own to go by."""

from __future__ import annotations

from itertools import pairwise

from patchsight.core.formats.detect import Signal, find_strong_signal
from patchsight.core.formats.noise import Fence, Noise, Rows, opens_heredoc
from patchsight.core.formats.spec import Frame
from patchsight.core.formats.unified.recognise import COMMIT
from patchsight.core.model.patch import FileChange
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, is_blank

Region = tuple[int, int]


def find_regions(signal: Signal, frame: Frame, rows: Rows, noise: Noise) -> list[Region]:
    """The rows that hold the patch: inside fences, or else all but prose at both ends."""
    if not _is_fenced(signal.row, rows):
        return [_find_plain(signal, frame, rows, noise)]
    regions = _find_fenced(signal, rows)
    row = 0
    for first, last in regions:
        noise.skip(row, first)
        noise.enter()
        row = last
    noise.skip(row, len(rows.lines))
    return regions


def _is_fenced(row: int, rows: Rows) -> bool:
    """Whether a fence is open above a row."""
    fence: Fence | None = None
    for line in rows.lines[:row]:
        if fence is None:
            fence = Fence.opened_by(line)
        elif fence.is_closed_by(line):
            fence = None
    return fence is not None


def _find_fenced(signal: Signal, rows: Rows) -> list[Region]:
    """The insides of the fences, and what stands between them, that hold something of this format."""
    regions: list[Region] = []
    row, last = 0, len(rows.lines)
    while row < last:
        fence = Fence.opened_by(rows.lines[row])
        row += fence is not None
        ends = (at for at in range(row, last) if _ends(fence, rows.lines[at]))
        end = next(ends, last)
        found = find_strong_signal(rows.lines, row, end)
        if row <= signal.row < end or (found and found.format is signal.format):
            regions.append((row, end))
        row = end + (fence is not None)
    return regions


def _ends(fence: Fence | None, line: str) -> bool:
    """Whether a line ends what is inside a fence, or what is outside of any."""
    return fence.is_closed_by(line) if fence else Fence.opened_by(line) is not None


def _find_plain(signal: Signal, frame: Frame, rows: Rows, noise: Noise) -> Region:
    first = frame.first_row(signal.row, rows)
    noise.skip(0, first)
    noise.enter()
    last = len(rows.lines)
    if noise.heredoc:
        last = next((row for row in range(first, last) if noise.ends_at(row)), last)
    elif frame.last_row:
        last = frame.last_row(first, rows)
    noise.skip(last, len(rows.lines))
    return first, last


def begins_with(signal: Signal, rows: Rows) -> bool:
    """Whether nothing stands above a patch but what belongs to it: a fence, the command that applies
    it, the message of a commit.
    """
    row = rows.next_filled(0, signal.row)
    while row < signal.row and (Fence.opened_by(rows.lines[row]) or opens_heredoc(rows.lines[row])):
        row = rows.next_filled(row + 1, signal.row)
    committed = signal.format.frame is not None and COMMIT.match(rows.lines[row]) is not None
    return row == signal.row or committed


def note_between(files: list[FileChange], buffer: Buffer, noise: Noise) -> None:
    """Take note of text between two hunks of a file, which the parser passes over."""
    for part, below in (pair for change in files for pair in pairwise(change.parts)):
        if buffer.text[part.span.end : below.span.start].strip():
            for row in range(buffer.row(part.span.end) + 1, buffer.row(below.span.start)):
                if not is_blank(buffer.lines[row]):
                    noise.pass_between(row)


def note_tail(
    files: list[FileChange], problems: list[Problem], buffer: Buffer, noise: Noise
) -> None:
    """Take note of prose below a unified diff, which its parser skips; a signature is none."""
    if not files or files[-1].parts[-1].broken:
        return
    start = noise.rows.next_filled(buffer.row(files[-1].span.end) + 1, len(buffer.lines))
    line = buffer.lines[start] if start < len(buffer.lines) else "--"
    complained = any(buffer.row(found.span.end) >= start for found in problems)
    if not (line.rstrip() == "--" or COMMIT.match(line) or complained):
        noise.skip(start, len(buffer.lines))

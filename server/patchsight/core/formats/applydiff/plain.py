"""Blocks as most are: a path without options, both markers, three lines of context or more, no line
that begins like a marker, and right behind them the next block or the end.

Nothing of them needs a second look, so they are read at a stroke, to the same that `parse` makes of
them row by row: a test compares the two. Everything else is left to it.
"""

from __future__ import annotations

import re

from patchsight.core.formats.applydiff.blocks import FROM, TO
from patchsight.core.formats.applydiff.read import ENOUGH_CONTEXT
from patchsight.core.formats.two_texts import compare
from patchsight.core.model.hunk_lines import HunkLines
from patchsight.core.model.patch import FileChange, Op, Options, Part, PathRef
from patchsight.core.text.buffer import Buffer, Span, is_blank

_HEADER = re.compile(r">>> file: ([\w./+@-]+)", re.ASCII)
_LEADS = frozenset("<>[-")  #: what a row begins with that may be a marker, or read like one
_FENCES = ("```", "~~~")


def read_all(buffer: Buffer, _: Options) -> list[FileChange]:
    """The blocks of a text; none if anything else is in it."""
    lines = buffer.lines
    marks = [row for row, line in enumerate(lines) if line[:1] in _LEADS]
    if len(marks) % 4 or any(fence in buffer.text for fence in _FENCES):
        return []
    files: list[FileChange] = []
    behind = 0  # the block above
    for at in range(0, len(marks), 4):
        header, first, second, end = marks[at : at + 4]
        if not all(map(is_blank, lines[behind:header])):
            return []
        change = _read(buffer, header, first, second, end)
        if change is None:
            return []
        files.append(change)
        behind = end + 1
    return files if all(map(is_blank, lines[behind:])) else []


def _read(buffer: Buffer, header: int, first: int, second: int, end: int) -> FileChange | None:
    """What a block says whose four markers stand in these rows; None if it is not plain."""
    lines, starts = buffer.lines, buffer.starts
    named = _HEADER.fullmatch(lines[header])
    markers = [lines[first], lines[second], lines[end]] == [FROM, TO, "<"]
    if named is None or not markers or first != header + 1:
        return None
    old, new = lines[first + 1 : second], lines[second + 1 : end]
    both = compare(
        HunkLines("-" * len(old), old, starts[first + 1 : second]),
        HunkLines("+" * len(new), new, starts[second + 1 : end]),
    )
    context = both.kinds.count(" ")
    if not ENOUGH_CONTEXT <= context < len(both) or all(map(is_blank, old)):
        return None
    start = starts[header]
    row = Span(start, start + len(lines[header]))
    path = PathRef.plain(named[1], Span(start + named.start(1), start + named.end(1)))
    part = Part(Span(start, starts[end] + 1), row, both)
    return FileChange(Op.UPDATE, path, part.span, row, [part])

"""Updates as most are: hunks that begin with `@@`, perhaps with a hint, below it lines that all have
their sign, and right behind them the next hunk or the end of the section.

Nothing of them needs a second look, so they are read at a stroke, to the same that `parse` makes of
them row by row: a test compares the two. Everything else is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from patchsight.core.formats.line_repairs import add_repairs
from patchsight.core.formats.noise import Rows
from patchsight.core.formats.v4a.envelope import END, SPELLING, UPDATE, read_neat, read_path
from patchsight.core.model.hunk_lines import signed_lines
from patchsight.core.model.patch import FileChange, Hint, Op, Options, Part
from patchsight.core.text.buffer import Buffer, Span

#: `@@` alone, or with a hint that is neither numbers nor closed by another `@@`.
_MARKER = re.compile(r"@@(?: [^\s@-](?:[^@]*[^\s@])?)?")
_LINES = re.compile("[ +-]+")
_SIGNS = frozenset("*@ +-")  #: what the rows of a plain patch begin with
_HINT = len("@@ ")
_UPDATE, _END = SPELLING[UPDATE], SPELLING[END]


def read_all(buffer: Buffer, _: Options) -> list[FileChange]:
    """The sections of a text that is one envelope; none if anything else is in it."""
    rows = Rows(buffer)
    marks = [row for row, line in enumerate(rows.lines) if line[:3] == "***"]
    if marks[:2] != [0, 1] or rows.lines[marks[-1] :] not in ([_END], [_END, ""]):
        return []
    signs = signs_of(rows.lines[: marks[-1]])
    updates = all(rows.lines[row].startswith(_UPDATE) for row in marks[1:-1])
    if not updates or not _SIGNS.issuperset(signs):  # told before anything is read in vain
        return []
    files: list[FileChange] = []
    for row, last in pairwise(marks[1:]):
        directive = read_neat(rows.lines[row], row)
        parts = read_hunks(rows, row + 1, signs[row + 1 : last])
        if directive is None or not parts:
            return []
        start = rows.starts[row]
        path = read_path(rows, directive)
        header = Span(start, start + directive.end)
        files.append(FileChange(Op.UPDATE, path, Span(start, parts[-1].span.end), header, parts))
    return files


def signs_of(lines: Sequence[str]) -> str:
    """What each of some rows begins with."""
    return "".join([line[:1] or "." for line in lines])


def read_hunks(rows: Rows, first: int, signs: str) -> list[Part]:
    """The hunks in the rows from one on that begin with these signs; none if one is not plain."""
    parts: list[Part] = []
    row = first
    while row - first < len(signs):
        marker, start = rows.lines[row], rows.starts[row]
        body = _LINES.match(signs, row + 1 - first)
        if body is None or not body[0].strip() or not _MARKER.fullmatch(marker):
            return []
        header = Span(start, start + len(marker))
        hint = (Hint(marker[_HINT:], Span(start + _HINT, header.end)),) if marker[_HINT:] else ()
        lines = signed_lines(body[0], rows.lines, rows.starts, row + 1)
        row = first + body.end()
        span = Span(start, rows.starts[row - 1] + len(rows.lines[row - 1]))
        part = Part(span, header, lines, hints=hint)
        add_repairs(part)
        parts.append(part)
    return parts

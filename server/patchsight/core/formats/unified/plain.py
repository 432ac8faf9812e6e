"""File sections as git writes them, and as most are: one plain name on all rows of the header, hunks
whose lines are as many as their headers count, and right behind them the next section or the end.

Nothing of them needs a second look, so they are read at a stroke, to the same that `parse` makes of
them row by row: a test compares the two. Everything else is left to it.
"""

from __future__ import annotations

import re
from operator import itemgetter

from patchsight.core.formats.line_repairs import add_repairs, is_neat
from patchsight.core.formats.unified.numbers import read_numbers
from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.model.hunk_lines import signed_lines
from patchsight.core.model.patch import FileChange, Op, Options, Part, PathRef
from patchsight.core.text.buffer import WHITE, Buffer, Span

_PATH = r"[\w.+@-]+(?:/[\w.+@-]+)*"
#: The header of a section: two rows, and above them what git writes.
_HEAD = re.compile(
    rf"(?:diff --git a/(?P<git>{_PATH}) b/(?P=git)\n"
    r"(?:(?P<index>index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: 100(?:644|755))?)\n)?)?"
    rf"--- a/(?P<path>{_PATH})\n\+\+\+ b/(?P=path)\n",
    re.ASCII,
)
_ROWS = 4  #: of a header, at most
_LINES = re.compile("[ +-]+")
_FEW = 3


class _Signs(dict[str, str]):
    """The sign of a row by its first two characters: the first of them, but `=` for what may be a
    header, or a removed or added line that reads like one, and `.` for a row that is empty, or git's
    word that a file is deleted.
    """

    def __missing__(self, start: str) -> str:
        return start[:1] or "."


_ASCII = list(map(chr, range(128)))
_SIGNS = _Signs({sign + other: sign for sign in " +-" for other in _ASCII})
_SIGNS.update({"--": "=", "++": "=", "de": ".", "@@": "@", " ": " "})
_start_of = itemgetter(slice(2))
_PLAIN = frozenset("di=@ +-")  #: what the rows of plain sections have


def read_all(buffer: Buffer, _: Options) -> list[FileChange]:
    """The sections of a text; none if anything else is in it."""
    rows = DiffRows(buffer, 0, len(buffer.lines))
    sections, files, row = PlainSections(rows), list[FileChange](), 0
    if not sections.may_be_all:
        return []
    while row < rows.last:
        read = sections.read(row)
        if read is None:
            return []
        change, row = read
        files.append(change)
    return files


class PlainSections:
    """Reads the plain sections of a diff."""

    def __init__(self, rows: DiffRows) -> None:
        self._rows = rows
        lines = rows.lines[rows.first : rows.last]  # of a text with many fences each in its turn
        #: the first sign of each row; another one for those that may be a header
        self._signs = "".join(map(_SIGNS.__getitem__, map(_start_of, lines)))

    @property
    def may_be_all(self) -> bool:
        """Whether nothing else may stand in the rows, at a glance: so as not to read them in vain."""
        return _PLAIN.issuperset(self._signs)

    def read(self, first: int) -> tuple[FileChange, int] | None:
        """The section that may begin in a row, and the row behind it; None if no plain one does."""
        rows = self._rows
        head = _HEAD.match("\n".join([*rows.lines[first : min(first + _ROWS, rows.last)], ""]))
        if head is None or head["path"] != (head["git"] or head["path"]):
            return None
        path, metadata = head["path"], (head["index"],) if head["index"] else ()
        old, row = f"a/{path}", first + bool(head["git"]) + len(metadata)
        at = rows.starts[row]
        name = PathRef(old, Span(at + 4, at + 4 + len(old)), (path, old, f"b/{path}"))
        header = Span(at, at + 4 + len(old))
        parts: list[Part] = []
        row += 2
        while rows.at(row).startswith("@@ "):
            read = self._read_hunk(row)
            if read is None:
                return None
            part, row = read
            parts.append(part)
        # so few lines may say which commit a submodule is at
        if not parts or len(parts[0].lines) < _FEW or not self._begins(row):
            return None
        span = rows.span(first, row - 1)
        return FileChange(Op.UPDATE, name, span, header, parts, metadata=metadata), row

    def _begins(self, row: int) -> bool:
        """Whether another section begins in a row, or the text is over."""
        rows = self._rows
        if row >= rows.last:
            return True
        if rows.lines[row].startswith("diff --git "):
            return True
        return rows.is_pair(row) and rows.at(row + 2).startswith("@@")

    def _read_hunk(self, row: int) -> tuple[Part, int] | None:
        """The hunk whose header stands in a row, and the row behind it."""
        rows = self._rows
        line, start = rows.lines[row], rows.starts[row]
        numbers = read_numbers(line, start)
        body = _LINES.match(self._signs, row + 1 - rows.first)
        if numbers is None or body is None:
            return None
        lines = signed_lines(body[0], rows.lines, rows.starts, row + 1)
        old = 1 if numbers.old_count is None else numbers.old_count
        new = 1 if numbers.new_count is None else numbers.new_count
        if len(lines.old) != old or len(lines.new) != new or not (lines.removed or lines.added):
            return None
        end = body.end() + rows.first
        header = Span(start, start + len(line.rstrip(WHITE)))
        part = Part(rows.span(row, end - 1), header, lines, numbers=numbers)
        if not is_neat(lines, blank_edges=True):
            add_repairs(part, blank_edges=True)
        return part, end

"""Text as editors count it: lines end at \\n, \\r\\n or \\r and nowhere else. In targets and patches
\\r\\r\\n is one end, too, which a tool has doubled.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import is_made_of, split_rows

BOM = "\ufeff"
#: What counts as white space inside a line. Unicode spaces are content until the punctuation grade
#: folds them.
WHITE = " \t\f\v"
DOUBLED = "\r\r\n"
_LONG = 10_000  #: characters of a line that is looked at piece by piece
_GLANCE = 2_000  #: characters in which line feeds are looked for one by one
_STRIDE = 64_000  #: characters in which they are counted at a time
_EOL = re.compile(r"\r?\r\n|\n|\r")
_SHOWN_EOL = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A half-open range of code points in a buffer."""

    start: int
    end: int

    def touches(self, offset: int) -> bool:
        """Whether a cursor at an offset is in the range, or at one of its ends."""
        return self.start <= offset <= self.end


class Position(NamedTuple):
    """A zero-based line and column, in code points."""

    line: int
    column: int


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends; a final line end opens no further line."""
    lines = split_rows(text, _EOL if "\r" in text else None)
    if lines[-1] == "":
        lines.pop()
    return lines


def split_ends(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text, and beside each the line end it has ("" for a last line without one)."""
    lines = split_lines(text)
    if "\r" in text:
        ends = _EOL.findall(text)
        return lines, ends + [""] * (len(lines) - len(ends))
    ends = ["\n"] * len(lines)
    if lines and not text.endswith("\n"):
        ends[-1] = ""
    return lines, ends


def indent_of(line: str) -> str:
    """The leading white space of a line."""
    return line[: len(line) - len(line.lstrip(WHITE))]


def is_blank(line: str) -> bool:
    return not line.strip(WHITE) if len(line) < _LONG else is_made_of(line, WHITE)


_WORD = re.compile(r"[^\W_]+")
_COMMON = frozenset(
    ["pass", "end", "else", "fi", "done", "return", "break", "continue", "endif", "begin"]
)


def is_trivial(line: str) -> bool:
    """Whether a line is too common to prove anything: blank, a brace, `pass`, `else:` …"""
    word = _WORD.search(line)
    return word is None or (word[0] in _COMMON and not _WORD.search(line, word.end()))


def find_row(text: str, row: int, start: int = 0) -> int:
    """Where the row stands that is so many below the one that starts somewhere, as editors count;
    the end of the text if there are not as many. No table is made, and nothing further down is
    looked at.
    """
    found = _find_feed(text, row, start)
    returns = text.count("\r", start, found)
    if returns and returns != text.count("\r\n", start, found):
        starts = Buffer(text[start:]).starts
        return start + starts[row] if row < len(starts) else len(text)
    return found


def _find_feed(text: str, row: int, start: int) -> int:
    """Behind the line feed that is so many further; the end of the text if there are not as many."""
    last = start + _STRIDE
    while last < len(text) and (feeds := text.count("\n", start, last)) < row:
        start, last, row = last, last + _STRIDE, row - feeds
    last = min(len(text), last)
    while row and last - start > _GLANCE:
        middle = (start + last) // 2
        above = text.count("\n", start, middle)
        if above >= row:
            last = middle
        else:
            start, row = middle, row - above
    for _ in range(row):
        start = text.find("\n", start) + 1
        if not start:
            return len(text)
    return start


class Buffer:
    """A text with its line table: every offset and every row can be named in the other's terms."""

    def __init__(self, text: str, *, joins: bool = False) -> None:
        """`joins` takes a doubled line end for one, which editors do not."""
        self.text = text
        self._eol = _EOL if joins else _SHOWN_EOL

    @cached_property
    def lines(self) -> list[str]:
        """Every line without its end; an empty last line counts, as it does in an editor."""
        return split_rows(self.text, self._eol if "\r" in self.text else None)

    @property
    def made_lines(self) -> list[str]:
        """The lines, if they were asked for."""
        return self.lines if "lines" in self.__dict__ else []

    @cached_property
    def starts(self) -> list[int]:
        """The offset at which each line starts."""
        if "\r" in self.text:
            return [0, *(match.end() for match in self._eol.finditer(self.text))]
        starts, start = list[int](), 0
        for line in self.lines:
            starts.append(start)
            start += len(line) + 1
        return starts

    @property
    def unjoined(self) -> Buffer:
        """The same text with its lines as an editor counts them, to which a doubled end is two."""
        return self._unjoined or self

    @cached_property
    def _unjoined(self) -> Buffer | None:
        joins = self._eol is _EOL and "\r" in self.text and DOUBLED in self.text
        return Buffer(self.text) if joins else None

    @property
    def joined(self) -> Buffer:
        """The same text with its lines as those of targets and patches are counted."""
        return self._joined or self

    @cached_property
    def _joined(self) -> Buffer | None:
        doubled = "\r" in self.text and DOUBLED in self.text
        return Buffer(self.text, joins=True) if doubled else None

    def seen_as(self, lines: list[str], starts: list[int]) -> Buffer:
        """The same text with other lines, each a stretch of what stands in its row."""
        seen = Buffer(self.text)
        seen._eol = self._eol
        seen.lines, seen.starts = lines, starts
        return seen

    @property
    def outer(self) -> Buffer:
        """The text that the user sees: this one, unless it was taken out of another (`traced`)."""
        return self

    def shown(self, span: Span) -> Span:
        """Where the user sees a stretch of this text."""
        return span

    def stands(self, offset: int) -> bool:
        """Whether the user sees what stands at an offset; else it stands for something around this
        text.
        """
        return True

    def hidden(self, offset: int) -> int:
        """The offset in this text of what the user sees at an offset."""
        return offset

    def shown_position(self, offset: int) -> Position:
        """The line and column at which the user sees an offset."""
        return self.outer.position(self.shown(Span(offset, offset)).start)

    def shown_row(self, offset: int) -> int:
        return self.shown_position(offset).line

    def counted_row(self, offset: int) -> int:
        """The row in which an editor shows an offset."""
        return self.outer.unjoined.row(self.shown(Span(offset, offset)).start)

    def span(self, row: int, start: int = 0, end: int | None = None) -> Span:
        """The span of a row, or of columns start to end of it."""
        base = self.starts[row]
        return Span(base + start, base + (len(self.lines[row]) if end is None else end))

    def trimmed(self, row: int) -> Span:
        """The span of a row without its surrounding white space; the whole row if it is blank."""
        line = self.lines[row]
        if is_blank(line):
            return self.span(row)
        return self.span(row, len(line) - len(line.lstrip(WHITE)), len(line.rstrip(WHITE)))

    def end(self, offset: int) -> str:
        """The line end that stands at an offset; nothing if none does."""
        match = self._eol.match(self.text, offset)
        return match[0] if match else ""

    def rows(self, first: int, last: int) -> Span:
        """The span from the start of one row to the end of another."""
        return Span(self.starts[first], self.span(last).end)

    def position(self, offset: int) -> Position:
        """The line and column of an offset; offsets outside the text are clamped into it."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return Position(line, min(offset - self.starts[line], len(self.lines[line])))

    def row(self, offset: int) -> int:
        return self.position(offset).line

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; positions outside the text are clamped into it."""
        if line < 0:
            return 0
        if line >= len(self.lines):
            return len(self.text)
        return self.starts[line] + min(max(column, 0), len(self.lines[line]))

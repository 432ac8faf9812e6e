"""The rows that hold an ap text, made safe for a YAML scanner, and what is wrong with them."""

from __future__ import annotations

import re
from bisect import bisect_right

from patchsight.core.formats.noise import Rows
from patchsight.core.model.budget import Budget
from patchsight.core.model.problems import CATALOGUE, Problem, Severity
from patchsight.core.text.buffer import BOM, WHITE, Buffer, Span, is_blank

#: What YAML does not allow to stand in a text as it is.
FORBIDDEN = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Line ends to the scanner, which follows YAML 1.1; mere characters in YAML 1.2 and in Patchsight.
OTHER_BREAKS = "\x85\u2028\u2029"
_PRIVATE = range(0xF0000, 0xFFFFE)


class Source:
    """A text to read; its scannable form differs in single characters, so offsets are the same."""

    def __init__(
        self, buffer: Buffer, first: int, last: int, problems: list[Problem], budget: Budget
    ) -> None:
        self.buffer, self.budget = buffer, budget
        self.rows = Rows(buffer)
        self._starts = buffer.starts
        self.first = first
        self.last = last
        self.problems = problems
        self.start = self.rows.starts[first] if first < last else 0
        self.end = buffer.span(last - 1).end if first < last else 0
        self._disguised: dict[int, str] = {}
        self.text = self._replace_forbidden(self._disguise_breaks(buffer.text))

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        severity: Severity | None = None,
        /,
        **data: object,
    ) -> Problem:
        found = Problem(code, span, message, severity or CATALOGUE[code].severity, data=data)
        self.problems.append(found)
        return found

    def restore(self, text: str) -> str:
        """What the scanner read, with the characters that were hidden from it."""
        return text.translate(self._disguised) if self._disguised else text

    def row(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def place(self, span: Span) -> Span:
        """As much of a span as stands in its first row."""
        row = self.row(span.start)
        return Span(span.start, max(span.start, min(span.end, self.rows.trimmed(row).end)))

    def row_at(self, offset: int) -> Span:
        """The row of an offset, trimmed; the last filled row above it if it is blank."""
        row = min(self.row(offset), self.last - 1)
        while row > self.first and is_blank(self.rows.lines[row]):
            row -= 1
        return self.rows.trimmed(row)

    def column(self, offset: int) -> int:
        row = self.row(offset)
        return offset - self.rows.starts[row]

    def dash(self, offset: int) -> int:
        """Where the `-` of the item with this first key stands; the key's place if it is none."""
        row = self.row(offset)
        before = self.text[self.rows.starts[row] : offset]
        if before.strip(WHITE + "-") == "" and "-" in before:
            return self.rows.starts[row] + before.index("-")
        return offset

    def _disguise_breaks(self, text: str) -> str:
        # a BOM is skipped, which shifts all offsets
        breaks = [mark for mark in OTHER_BREAKS + BOM if mark in text]
        if not breaks:
            return text
        used = set(text)
        unused = (chr(code) for code in _PRIVATE if chr(code) not in used)
        disguise = dict(zip(breaks, unused, strict=False))
        self._disguised = {ord(other): mark for mark, other in disguise.items()}
        return text.translate({ord(mark): other for mark, other in disguise.items()})

    def _replace_forbidden(self, text: str) -> str:
        row = -1
        for found in FORBIDDEN.finditer(text, self.start, self.end):
            if (here := self.row(found.start())) != row:
                row = here
                self.report(
                    "yaml_error",
                    Span(*found.span()),
                    f"The character U+{ord(found[0]):04X} cannot stand in a YAML "
                    "text. Remove it, or write the value in double quotes with an escape such as `\\x1b`.",
                )
        return FORBIDDEN.sub("\ufffd", text) if row >= 0 else text

"""The words of ApplyDiff: headers, their options, the marks of blocks and sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.applydiff.blocks import (
    FROM,
    SESSION,
    SESSION_END,
    TO,
    header_end,
    is_marker,
)
from patchsight.core.formats.tokens import Page, Token, Word

_OPTION = re.compile(r"\|[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)?")


def read(page: Page) -> Iterator[Token]:
    for change in page.patch.files:
        first, last = page.buffer.row(change.span.start), page.buffer.row(change.span.end)
        yield from _read_header(page, first)
        yield from (page.marker(row) for row in _markers(page, first, last))
    for row, line in enumerate(page.buffer.lines):
        if row not in page.content and is_marker(line, SESSION, SESSION_END):
            yield page.marker(row)


def _read_header(page: Page, row: int) -> Iterator[Token]:
    """`>>> file: path | mode=patch | fuzz=0.9`; the path is known from the model."""
    line = page.buffer.lines[row]
    yield page.token(row, (0, header_end(line) or 0), Word.MARKER)
    for match in _OPTION.finditer(line):
        yield page.token(row, match.span(1), Word.KEY)
        if match[2]:
            yield page.token(row, match.span(2), Word.VALUE if match[2].isalpha() else Word.NUMBER)


def _markers(page: Page, first: int, last: int) -> Iterator[int]:
    """A block's `--- from`, `--- to` and `<`: the first two of their kind, and the last row."""
    lines = page.buffer.lines
    for marker in (FROM, TO):
        yield from [row for row in range(first + 1, last + 1) if is_marker(lines[row], marker)][:1]
    if lines[last].strip() in ("<", "<<<"):
        yield last

"""The words of whole files: the rows that open and close a block."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.formats.tokens import Page, Token, Word
from patchsight.core.model.patch import Part
from patchsight.core.text.buffer import WHITE


def read(page: Page) -> Iterator[Token]:
    for part in page.patch.parts:
        first, last = page.buffer.row(part.span.start), page.buffer.row(part.span.end)
        yield from (
            page.token(row, _columns(page.buffer.lines[row]), Word.MARKER)
            for row in range(first, last + 1)
            if row not in page.content
        )
        yield from _title(part)


def _columns(line: str) -> tuple[int, int]:
    """Where a row says what it is: the signs of a fence and its language, or the name of a tag."""
    start = len(line) - len(line.lstrip(WHITE))
    return start, start + len(line[start:].split(" ")[0].rstrip(WHITE))


def _title(part: Part) -> Iterator[Token]:
    if part.title:
        yield Token(part.title.span, Word.NOTE)

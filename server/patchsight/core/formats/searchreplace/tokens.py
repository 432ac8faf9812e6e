"""The words of SEARCH/REPLACE blocks: markers, and the line numbers below or on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.searchreplace.markers import (
    HINT,
    RULE,
    divider_of,
    end_of,
    start_of,
)
from patchsight.core.formats.tokens import Page, Token, Word

_NUMBER = re.compile(r"(line)=([0-9]+)")


def read(page: Page) -> Iterator[Token]:
    for part in page.patch.parts:
        first, last = page.buffer.row(part.span.start), page.buffer.row(part.span.end)
        yield from _read_start(page, first)
        for row in range(first + 1, last + 1):
            if row not in page.content:
                yield from _read_row(page, row)


def _read_start(page: Page, row: int) -> Iterator[Token]:
    line = page.buffer.lines[row]
    number = _NUMBER.search(line) if start_of(line, loose=True) else None
    if number is None:
        yield page.marker(row)
        return
    yield page.token(row, (0, len(line[: number.start()].rstrip())), Word.MARKER)
    yield page.token(row, number.span(1), Word.KEY)
    yield page.token(row, number.span(2), Word.NUMBER)


def _read_row(page: Page, row: int) -> Iterator[Token]:
    line = page.buffer.lines[row]
    if hint := HINT.fullmatch(line):
        yield page.token(row, (0, hint.start("number")), Word.KEY)
        yield page.token(row, hint.span("number"), Word.NUMBER)
    elif divider_of(line, loose=True) or end_of(line, loose=True) or RULE.fullmatch(line):
        yield page.marker(row)

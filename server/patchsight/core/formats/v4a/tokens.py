"""The words of v4a and Zenpatch: directives, and the hints behind `@@`."""

from __future__ import annotations

from collections.abc import Iterator

from patchsight.core.formats.tokens import Page, Token, Word, read_header
from patchsight.core.formats.v4a.envelope import BEGIN, END, SPELLING, UNKNOWN, read_directive


def read(page: Page) -> Iterator[Token]:
    inside = set(page.inside())
    for row, line in enumerate(page.buffer.lines):
        found = read_directive(line, row) if "***" in line and row not in page.content else None
        if found and (found.name in (BEGIN, END) or (row in inside and found.name != UNKNOWN)):
            end = (
                line.index(":", found.column) + 1
                if SPELLING[found.name].endswith(":")
                else len(line.rstrip())
            )
            yield page.token(row, (found.column, end), Word.MARKER)
        elif row in inside:
            yield from read_header(page, row)

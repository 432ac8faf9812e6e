"""The words of a unified diff: its header rows, those of git, and hunk headers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.tokens import Page, Token, Word, read_header
from patchsight.core.formats.unified.paths import read_name
from patchsight.core.text.git_names import NULL

_NAME = re.compile(r"(---|\+\+\+) ")
_WORDED = re.compile(r"(diff --git|rename from|rename to|copy from|copy to) (.*)")
_NOTE = re.compile(r"index |(?:dis)?similarity index |(?:old|new|new file|deleted file) mode |\\ ")


def read(page: Page) -> Iterator[Token]:
    for row in page.inside():
        yield from read_header(page, row)
        yield from _read_row(page, row, page.buffer.lines[row])


def _read_row(page: Page, row: int, line: str) -> Iterator[Token]:
    if match := _NAME.match(line):
        name = read_name(line, row, page.buffer.starts[row], match.end())
        yield page.token(row, match.span(1), Word.MARKER)
        yield Token(name.span, Word.MARKER if name.text == NULL else Word.PATH)
    elif match := _WORDED.match(line):
        yield page.token(row, match.span(1), Word.MARKER)
        yield page.token(row, match.span(2), Word.PATH)
    elif _NOTE.match(line):
        yield Token(page.buffer.trimmed(row), Word.NOTE)

"""The header of a hunk, in unified diffs and, with numbers or without, in v4a."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.tokens.page import Page, Token, Word

_HEADER = re.compile(r"(@@)(?: -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? (@@))?[ \t]*(.*)", re.ASCII)
_WORDS = (Word.MARKER, *(Word.NUMBER,) * 4, Word.MARKER, Word.HINT)


def read_header(page: Page, row: int) -> Iterator[Token]:
    """The words of a row that starts with `@@`; none of any other."""
    match = _HEADER.match(page.buffer.lines[row])
    if match:
        yield from (
            page.token(row, match.span(group), word)
            for group, word in enumerate(_WORDS, 1)
            if match[group]
        )

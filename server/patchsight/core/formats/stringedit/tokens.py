"""The words of string edits: keys, and the values that are no texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.stringedit.keys import MEANINGS, Means
from patchsight.core.formats.tokens import Page, Token, Word

_ROW = re.compile(r"(\w+):(?: (.*))?")
_VALUES = {
    Means.COMMAND: Word.VALUE,
    Means.ALL: Word.VALUE,
    Means.COUNT: Word.NUMBER,
    Means.INSERT: Word.NUMBER,
    Means.LINE: Word.NUMBER,
}


def read(page: Page) -> Iterator[Token]:
    """A key at the start of each row that is no line of a text; paths are known from the model."""
    for row in page.inside():
        match = _ROW.fullmatch(page.buffer.lines[row])
        means = MEANINGS.get(match[1]) if match else None
        if match is None or means is None or not page.buffer.stands(page.buffer.starts[row]):
            continue
        yield page.token(row, match.span(1), Word.KEY)
        if match[2] and means in _VALUES:
            yield page.token(row, match.span(2), _VALUES[means])

"""The words of ap: keys and actions, where no text block holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from patchsight.core.formats.ap.words import ACTIONS, LEVEL_OF
from patchsight.core.formats.tokens import Page, Token, Word

_KEY = re.compile(r"[ \t]*(?:-[ \t]+)?['\"]?([A-Za-z_]+)['\"]?[ \t]*:(?:[ \t]+['\"]?([A-Z_]+)\b)?")


def read(page: Page) -> Iterator[Token]:
    for row, line in enumerate(page.buffer.lines):
        match = _KEY.match(line)
        if match and match[1] in LEVEL_OF and match.start(1) < page.content.get(row, len(line)):
            yield page.token(row, match.span(1), Word.KEY)
            if match[1] == "action" and match[2] in ACTIONS:
                yield page.token(row, match.span(2), Word.VALUE)

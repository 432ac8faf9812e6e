"""Long texts, piece by piece: the interpreter lets no other thread in while one search, or one list,
goes on, and a server that reads a text has others to answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_CHARACTERS = 500_000  #: of a piece of text, which are a few milliseconds
_ITEMS = 20_000  #: of a piece of a list
#: Where a piece may end: what JSON goes on with inside of a pair does not follow.
_CUT = re.compile(r"\n(?=\s*[^\s:\"'\\])")


def search_rows(pattern: re.Pattern[str], text: str, start: int = 0) -> re.Match[str] | None:
    """The first match of a pattern that begins with a line feed, or reaches across one only between
    a key, its colon and a string.
    """
    while len(text) - start > _CHARACTERS:
        cut = _CUT.search(text, start + _CHARACTERS)
        if cut is None:
            break
        match = pattern.search(text, start, cut.start())
        if match:
            return match
        start = cut.start()
    return pattern.search(text, start)


def pieces(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """A list in pieces; one that is not long as it is."""
    if len(items) <= _ITEMS:
        yield items
        return
    for first in range(0, len(items), _ITEMS):
        yield items[first : first + _ITEMS]

"""Long texts, piece by piece: the interpreter lets no other thread in while one search, or one list,
goes on, and a server that reads a text has others to answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_CHARACTERS = 200_000  #: of a piece of text: a millisecond, and fifteen for the dearest patterns
_ITEMS = 5_000  #: of a piece of a list
_WINDOW = 2_000  #: characters in which the end of a piece is looked for
_FREED = 50  #: items of a list that are freed at a time, which may be long lists themselves
#: Where a piece may end: what JSON goes on with inside of a pair does not follow.
_CUT = re.compile(r"\n(?=\s*[^\s:\"'\\])")


def cut_text(text: str) -> Iterator[str]:
    """A text in pieces, cut anywhere."""
    for start in range(0, len(text), _CHARACTERS):
        yield text[start : start + _CHARACTERS]


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


def search_until(
    pattern: re.Pattern[str], text: str, start: int, last: int, cut: re.Pattern[str]
) -> re.Match[str] | None:
    """The first match of a pattern between two offsets; where `cut` matches, nothing that is matched
    above looks further than that match's first character.
    """
    while last - start > _CHARACTERS:
        end = cut.search(text, start + _CHARACTERS, min(last, start + _CHARACTERS + _WINDOW))
        if end is None:
            break
        match = pattern.search(text, start, end.start() + 1)
        if match:
            return match
        start = end.start() + 1
    return pattern.search(text, start, last)


def holds(text: str, words: Sequence[str]) -> bool:
    """Whether one of some words stands in a text as it is."""
    for start in range(0, len(text), _CHARACTERS):
        last = start + _CHARACTERS
        for word in words:
            # a single character is found, or not, much faster than a word
            may_hold = text.find(word[0], start, last) >= 0
            if may_hold and text.find(word, start, last + len(word) - 1) >= 0:
                return True
    return False


def is_made_of(text: str, characters: str) -> bool:
    """Whether there are no other characters in a text than these."""
    return all(not piece.strip(characters) for piece in cut_text(text))


def holds_word(text: str, words: Sequence[str]) -> bool:
    """Whether one of some words, in lower case, stands in a text in any case of letters."""
    longest = max(map(len, words), default=0)
    for start in range(0, len(text), _CHARACTERS):
        piece = text[start : start + _CHARACTERS + longest].lower()
        if any(word in piece for word in words):
            return True
    return False


def split_rows(text: str, ends: re.Pattern[str] | None = None) -> list[str]:
    """A text as a list of its lines, which end in line feeds, or in what a pattern finds."""
    if len(text) <= _CHARACTERS:
        return ends.split(text) if ends else text.split("\n")
    split = ends.split if ends else _split
    lines, start = list[str](), 0
    while len(text) - start > _CHARACTERS:
        cut = text.find("\n", start + _CHARACTERS) + 1
        if not cut:
            break
        lines += split(text[start:cut])
        lines.pop()  # nothing stands behind the line end
        start = cut
    lines += split(text[start:])
    return lines


def _split(text: str) -> list[str]:
    return text.split("\n")


def let_go(items: list[T]) -> None:
    """Empty a list whose items nobody else holds any more: to free all of them is long, too."""
    while items:
        del items[-_FREED:]


def pieces(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """A list in pieces; one that is not long as it is."""
    if len(items) <= _ITEMS:
        yield items
        return
    for first in range(0, len(items), _ITEMS):
        yield items[first : first + _ITEMS]

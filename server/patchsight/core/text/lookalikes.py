"""Characters that look like others: letters of other scripts in words of ours, blanks that are no
spaces, and text that stands so far to the right that nobody looks there.

What is at home where it stands is let through: a word of another script that does not pretend to be
one of ours, a wide space between wide characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from patchsight.core.text.pieces import pieces

#: Letters that look the same as one of ours in most fonts, by script. Greek and Cyrillic letters that
#: mathematicians use beside ours, or that are only like one, are left out.
_TWINS = str.maketrans(
    # Cyrillic
    "АВЕЅІЈКМНОРСТХУԚԜавеѕіјорсхуһԁԛԝӏ"
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
    # Armenian, Cherokee, Latin letters of the phonetic alphabet
    "օսհոᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏚᏙᏞᏟᏢᏴɑɡ",
    "ABESIJKMHOPCTXYQWabesijopcxyhdqwl"
    "ABEZHIKMNOPTYXo"
    "ouhnDRTAJEWMHYGZSVLCPBag",
)  # fmt: skip
#: Letters of these hands are plainly not ours, whatever stands beside them.
_OTHER_HAND = re.compile("FRAKTUR|SCRIPT|DOUBLE-STRUCK|BLACK-LETTER")
_WORD = re.compile(r"\w+")
#: What takes the room of a space or more, and is none; the tab and the form feed are known to all.
_BLANK = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_FAR = 200  #: blanks in a row that push what follows out of sight
_FAR_AWAY = re.compile(rf"(?<!\s)\s{{{_FAR},}}(?=\S)")


class Lookalike(NamedTuple):
    """A character that looks like another, and where it stands in a line."""

    column: int
    char: str
    like: str  #: what it looks like
    word: str  #: the word it stands in; empty for a blank

    @property
    def name(self) -> str:
        """`U+0430 (cyrillic small letter a)`."""
        name = unicodedata.name(self.char, "")
        return f"U+{ord(self.char):04X}" + (f" ({name.lower()})" if name else "")

    @property
    def read_as(self) -> str:
        """The word as people read it."""
        return "".join(map(_twin, self.word))


def may_mislead(lines: Sequence[str]) -> bool:
    """Whether lines in ASCII are worth a closer look."""
    return any(max(map(len, piece), default=0) > _FAR for piece in pieces(lines))


def find_lookalikes(line: str) -> Iterator[Lookalike]:
    """For each word of a line that pretends to be written in ASCII letters the first that is not."""
    if line.isascii():
        return
    foreign = any(char.isalpha() and not _twin(char).isascii() for char in line)
    for match in _WORD.finditer(line):
        word = match[0]
        twins = [at for at, char in enumerate(word) if not char.isascii() and _twin(char).isascii()]
        if not twins or not "".join(map(_twin, word)).isascii():
            continue
        mixed = any(char.isascii() and char.isalpha() for char in word)
        if mixed or not foreign:
            char = word[twins[0]]
            yield Lookalike(match.start() + twins[0], char, _twin(char), word)


def find_blanks(line: str) -> Iterator[Lookalike]:
    """The blanks of a line that are no spaces; a wide one beside wide characters is at home."""
    for match in () if line.isascii() else _BLANK.finditer(line):
        at = match.start()
        if match[0] != "\u3000" or not _WIDE.search(
            line[max(0, at - 1) : at + 2].replace("\u3000", "")
        ):
            yield Lookalike(at, match[0], " ", "")


def find_far_away(line: str) -> tuple[int, int] | None:
    """The column at which a line goes on after very many blanks, and how many there are."""
    match = _FAR_AWAY.search(line) if len(line) > _FAR and _has_gap(line) else None
    return (match.end(), match.end() - match.start()) if match else None


def _has_gap(line: str) -> bool:
    """Whether there may be so many blanks in a row: they fill one of the halves."""
    half = _FAR // 2
    return any(line[at : at + half].isspace() for at in range(0, len(line), half))


@lru_cache(maxsize=1024)
def _twin(char: str) -> str:
    """The ASCII letters that a letter looks like, or that Python reads for it; else the letter."""
    if char.isascii() or char in "ªº":  # these stand behind numbers
        return char
    twin = char.translate(_TWINS)
    if twin == char and char.isalpha() and not _OTHER_HAND.search(unicodedata.name(char, "")):
        twin = unicodedata.normalize("NFKC", char)
    return twin if twin.isascii() and twin.isalnum() else char

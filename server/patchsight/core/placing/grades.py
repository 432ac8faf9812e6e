"""The ladder of grades: how a line is compared at each rung, and what one uniform shift of
indentation is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.text.buffer import WHITE, indent_of, is_blank

_RUNS = re.compile(r"[ \t\f\v]+")
_SEPARATORS = re.compile(r"[\x1c-\x1f]")
_FOLDED = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\uff07", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"')
    | dict.fromkeys(
        "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        " ",
    )
    | {"\u2026": "...", "\u200b": None, "\u2060": None, "\ufeff": None}
)


def _trailing(line: str) -> str:
    return line.rstrip(WHITE)


def _stripped(line: str) -> str:
    return line.strip(WHITE)


def _is_plain(text: str) -> bool:
    """Whether `split` takes nothing but white space for white space."""
    return text.isascii() and not _SEPARATORS.search(text)


def _collapsed(line: str) -> str:
    if _is_plain(line):
        return " ".join(line.split())
    return _RUNS.sub(" ", line.strip(WHITE))


def _folded(line: str) -> str:
    if line.isascii():
        return _collapsed(line)
    return _collapsed(unicodedata.normalize("NFC", line.translate(_FOLDED)))


#: What is compared at each grade. INDENTATION also needs `uniform_shift`; FUZZY is not a matter of
#: keys.
KEYS: dict[Grade, Callable[[str], str]] = {
    Grade.EXACT: lambda line: line,
    Grade.TRAILING_SPACE: _trailing,
    Grade.INDENTATION: _stripped,
    Grade.WHITESPACE: _collapsed,
    Grade.PUNCTUATION: _folded,
}


def keys_of(lines: list[str], grade: Grade) -> list[str]:
    """The keys of many lines, at one stroke where their characters allow that."""
    if grade in (Grade.WHITESPACE, Grade.PUNCTUATION) and _is_plain("\n".join(lines)):
        return [" ".join(line.split()) for line in lines]
    return list(map(KEYS[grade], lines))


class Shift(NamedTuple):
    """One change of indentation for a whole block: what the file has in front, and what the patch
    has too much.
    """

    add: str
    drop: str

    def __bool__(self) -> bool:
        return bool(self.add or self.drop)

    def fits(self, lines: Sequence[str]) -> bool:
        """Whether every non-blank line can be shifted."""
        return not self.drop or all(is_blank(line) or line.startswith(self.drop) for line in lines)

    def apply(self, line: str) -> str:
        return line if is_blank(line) else self.add + line[len(self.drop) :]


NO_SHIFT = Shift("", "")


def uniform_shift(patch: Sequence[str], file: Sequence[str]) -> Shift | None:
    """The one shift that turns the patch's lines into the file's, trailing white space aside; None
    if there is none.
    """
    shift: Shift | None = None
    for wanted, line in zip(patch, file, strict=True):
        if is_blank(wanted) and is_blank(line):
            continue
        if wanted.strip(WHITE) != line.strip(WHITE):
            return None
        ours, theirs = indent_of(wanted), indent_of(line)
        if theirs.endswith(ours):
            this = Shift(theirs[: len(theirs) - len(ours)], "")
        elif ours.endswith(theirs):
            this = Shift("", ours[: len(ours) - len(theirs)])
        else:
            return None
        if shift is not None and this != shift:
            return None
        shift = this
    return shift or NO_SHIFT


def grade_of(patch: Sequence[str], file: Sequence[str]) -> Grade:
    """The strictest grade at which lines that were found by a looser rule agree."""
    for grade, key in KEYS.items():
        if all(key(a) == key(b) for a, b in zip(patch, file, strict=True)) and (
            grade is not Grade.INDENTATION or uniform_shift(patch, file) is not None
        ):
            return grade
    return Grade.FUZZY


#: How a grade reads in a sentence: "matches …".
WORDS: dict[Grade, str] = {
    Grade.EXACT: "exactly",
    Grade.TRAILING_SPACE: "after ignoring white space at line ends",
    Grade.INDENTATION: "after ignoring indentation",
    Grade.WHITESPACE: "after ignoring white space",
    Grade.PUNCTUATION: "after ignoring white space and typographic punctuation",
    Grade.FUZZY: "approximately",
}

"""The ladder of grades: how a line is compared at each rung, and how indentations
correspond.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from operator import add, eq

from patchsight.core.model.patch import Grade
from patchsight.core.text.buffer import WHITE, indent_of, is_blank
from patchsight.core.text.lazy import cached_property
from patchsight.core.text.pieces import pieces

_RUNS = re.compile(r"[ \t\f\v]+")
_SEPARATORS = re.compile(r"[\x1c-\x1f]")
_OTHER_WHITE = "\t\f\v\x1c\x1d\x1e\x1f"  #: what `split` takes for white space beside a space
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
    return text.isascii() and (text.isprintable() or not _SEPARATORS.search(text))


def _collapsed(line: str) -> str:
    if _is_plain(line):
        return " ".join(line.split())
    return _RUNS.sub(" ", line.strip(WHITE))


def _folded(line: str) -> str:
    if line.isascii():
        return _collapsed(line)
    return _collapsed(unicodedata.normalize("NFC", line.translate(_FOLDED)))


#: What is compared at each grade. INDENTATION also needs `is_shifted`; FUZZY is not a matter of
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
    key, keys = KEYS[grade], list[str]()
    splits = grade in (Grade.WHITESPACE, Grade.PUNCTUATION)
    if not splits and grade is not Grade.INDENTATION:
        return list(map(key, lines))
    for piece in pieces(lines):
        stripped = map(str.strip, piece, repeat(WHITE))
        keys += _collapse_all(list(stripped), key) if splits else stripped
    return keys


def _collapse_all(stripped: list[str], key: Callable[[str], str]) -> list[str]:
    """The keys of lines that are stripped, at a grade that collapses white space: most have none
    but single spaces.
    """
    text = "\n".join(stripped)
    if not text.isascii() or any(map(text.__contains__, _OTHER_WHITE)):
        return list(map(key, stripped))
    if "  " not in text:
        return stripped
    return [" ".join(line.split()) if "  " in line else line for line in stripped]


class Indents:
    """How the indentation of a block in a patch corresponds to that of the file, as the lines show
    that stand in both.
    """

    def __init__(self, shown: Mapping[str, str]) -> None:
        self._shown = shown
        self.same = all(ours == theirs for ours, theirs in shown.items())

    @cached_property
    def shift(self) -> tuple[str, str] | None:
        """The one change that turns each shown indentation into the file's: what comes in front,
        and what goes; None if there is no such change.
        """
        shifts = {_shift(ours, theirs) for ours, theirs in self._shown.items()}
        return shifts.pop() if len(shifts) == 1 else None if shifts else ("", "")

    def apply(self, line: str) -> str | None:
        """A line of the patch as the file would indent it; None if that cannot be told."""
        indent = indent_of(line)
        text = line[len(indent) :]
        if self.same or is_blank(line):
            return line
        if indent in self._shown:
            return self._shown[indent] + text
        if self.shift:
            add, drop = self.shift
            return add + line[len(drop) :] if line.startswith(drop) else None
        if indent in self._shown.values() and not any(
            map(indent.startswith, filter(None, self._shown))
        ):
            return line  # written as the file writes it
        known = max((ours for ours in self._shown if indent.startswith(ours)), key=len, default="")
        theirs = self._shown.get(known)
        deeper = None if theirs is None else self._deeper(theirs, indent[len(known) :])
        return None if theirs is None or deeper is None else theirs + deeper + text

    def _deeper(self, base: str, more: str) -> str | None:
        """What goes on an indentation that is shown, as the file writes such steps; None if it
        writes them in several ways, or if that would mix tabs and spaces.
        """
        steps = {
            (ours[len(less) :], theirs[len(self._shown[less]) :])
            for ours, theirs in self._shown.items()
            for less in self._shown
            if ours != less and ours.startswith(less) and theirs.startswith(self._shown[less])
        }
        for ours in sorted({ours for ours, _ in steps}, key=len):
            if more == ours * (len(more) // len(ours)):
                shown = [theirs for step, theirs in steps if step == ours]
                return shown[0] * (len(more) // len(ours)) if len(shown) == 1 else None
        return more if set(base) <= set(more) else None


def _shift(ours: str, theirs: str) -> tuple[str, str] | None:
    if theirs.endswith(ours):
        return theirs[: len(theirs) - len(ours)], ""
    return ("", ours[: len(ours) - len(theirs)]) if ours.endswith(theirs) else None


SAME_INDENTS = Indents({})


def indents_between(patch: Sequence[str], file: Sequence[str]) -> Indents | None:
    """How two blocks that say the same are indented; None if an indentation of the patch stands for
    two of the file.
    """
    shown: dict[str, str] = {}
    for wanted, line in zip(patch, file, strict=True):
        text = wanted.lstrip(WHITE)
        if text:
            theirs = indent_of(line)
            if shown.setdefault(wanted[: len(wanted) - len(text)], theirs) != theirs:
                return None
    return Indents(shown)


def is_shifted(patch: Sequence[str], file: Sequence[str]) -> bool:
    """Whether one uniform shift turns the patch's lines into the file's, trailing white space
    aside.
    """
    ours, theirs = (map(str.strip, lines, repeat(WHITE)) for lines in (patch, file))
    if not all(map(eq, ours, theirs)):
        return False
    indents = indents_between(patch, file)
    return indents is not None and indents.shift is not None


def _is_deeper(patch: Sequence[str], file: Sequence[str]) -> bool:
    """Whether the file has the patch's lines with the same more in front of each: as shifts mostly
    are.
    """
    if not patch or not file or is_blank(patch[0]):
        return False
    more = file[0][: len(file[0]) - len(patch[0])]
    deeper = bool(more) and is_blank(more)
    return deeper and all(map(eq, file, map(add, repeat(more), patch)))


def grade_of(patch: Sequence[str], file: Sequence[str]) -> Grade:
    """The strictest grade at which lines that were found by a looser rule agree."""
    if patch == file:
        return Grade.EXACT
    if _is_deeper(patch, file):
        return Grade.INDENTATION
    for grade, key in KEYS.items():
        if all(map(eq, map(key, patch), map(key, file))) and (
            grade is not Grade.INDENTATION or is_shifted(patch, file)
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

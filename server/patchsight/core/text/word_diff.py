"""Which words of changed lines are other words afterwards, as Emacs refines a hunk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from patchsight.core.text.line_diff import opcodes

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_NAME = re.compile(r"\w")


class Stretch(NamedTuple):
    """A stretch of one of several lines, from a column to another."""

    line: int
    start: int
    end: int


class WordChange(NamedTuple):
    """What gives way to what; either may be nothing."""

    old: list[Stretch]
    new: list[Stretch]


def changed_words(old: Sequence[str], new: Sequence[str]) -> list[WordChange]:
    """The stretches in which lines differ from those that take their place; none where no word stays,
    since then the lines as a whole are what changes.
    """
    ours, theirs = list(_tokens(old)), list(_tokens(new))
    codes = _joined(opcodes([text for text, _ in ours], [text for text, _ in theirs]), ours)
    changes = [
        WordChange(_stretches(ours[first:last]), _stretches(theirs[start:end]))
        for first, last, start, end in codes
    ]
    words = sum(bool(_NAME.match(text)) for text, _ in ours)
    gone = sum(bool(_NAME.match(text)) for f, t, _, _ in codes for text, _ in ours[f:t])
    return [change for change in changes if change.old or change.new] if gone < words else []


_Token = tuple[str, Stretch | None]


def _tokens(lines: Sequence[str]) -> Iterator[_Token]:
    """Words, white space, and signs one by one; line ends as well, which no line shows."""
    for number, line in enumerate(lines):
        for found in _TOKEN.finditer(line):
            yield found[0], Stretch(number, *found.span())
        yield "\n", None


_Code = tuple[int, int, int, int]


def _joined(codes: Sequence[tuple[str, int, int, int, int]], ours: Sequence[_Token]) -> list[_Code]:
    """What differs; with nothing but one sign or white space in between, it is one change."""
    made: list[_Code] = []
    for tag, first, last, start, end in codes:
        if tag == "equal":
            continue
        between = ours[made[-1][1] : first] if made else ()
        if len(between) == 1 and between[0][1] and not _NAME.match(between[0][0]):
            first, start = made[-1][0], made[-1][2]
            made.pop()
        made.append((first, last, start, end))
    return made


def _stretches(tokens: Sequence[_Token]) -> list[Stretch]:
    """Where tokens stand, those side by side as one."""
    made: list[Stretch] = []
    for _, place in tokens:
        if place is None:
            continue
        if made and made[-1].line == place.line and made[-1].end == place.start:
            place = place._replace(start=made.pop().start)
        made.append(place)
    return made

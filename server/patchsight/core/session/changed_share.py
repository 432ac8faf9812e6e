"""How much of a text has changed since it was first seen, without keeping the text.

A sample keeps a number for each line, or for a sample of the lines of a large text, and how often
the line stands there. Blank lines count for nothing: they are alike in any two texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from patchsight.core.text.buffer import is_blank, split_lines

MOST_MARKS = 1000


class LineSample(NamedTuple):
    """The lines whose number is a multiple of `step`, and how often each stands there."""

    step: int
    marks: Mapping[int, int]


def sample_lines(text: str) -> LineSample:
    """Keep what is needed to tell later how much of a text is still there."""
    step, marks = 1, _marks(text, 1)
    while len(marks) > MOST_MARKS:
        step *= 2
        marks = {mark: count for mark, count in marks.items() if mark % step == 0}
    return LineSample(step, marks)


def changed_share(original: LineSample, text: str) -> float:
    """The share of a text, from 0 to 1, that came or went since it was first seen."""
    now = _marks(text, original.step)
    kept = sum(min(count, now.get(mark, 0)) for mark, count in original.marks.items())
    most = max(sum(original.marks.values()), sum(now.values()))
    return 1 - kept / most if most else 0.0


def _marks(text: str, step: int) -> dict[int, int]:
    marks = (
        crc32(line.encode("utf-8", "surrogatepass"))
        for line in split_lines(text)
        if not is_blank(line)
    )
    return Counter(mark for mark in marks if mark % step == 0)

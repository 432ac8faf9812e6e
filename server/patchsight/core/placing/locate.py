"""Locating a block: the ladder of grades, the first rung that has any candidate decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import KEYS, NO_SHIFT, Shift, grade_of, uniform_shift
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.search import find


class Place(NamedTuple):
    """Where a block stands: the lines it covers, one for each of its own, and how literally."""

    ids: Sequence[int]
    grade: Grade
    shift: Shift | None = NO_SHIFT  #: None when the block differs by more than one uniform shift
    score: float = 1.0

    @property
    def start(self) -> int:
        return self.ids[0]


def locate(sheet: Sheet, block: Sequence[str], grades: Sequence[Grade]) -> list[Place]:
    """All places of a block at the first grade that has any, in file order."""
    return sheet.once(_locate, block, tuple(grades))


def _locate(sheet: Sheet, block: Sequence[str], grades: Sequence[Grade]) -> list[Place]:
    """The search itself.

    What a grade accepts every looser one accepts too, so one look-up at the loosest finds all; each
    place then gets the strictest grade that holds there.
    """
    runs = find(sheet, block, Grade.EXACT)
    if runs:
        return [Place(run, Grade.EXACT) for run in runs]
    loosest = grades[-1]
    if loosest is Grade.EXACT:
        return []
    key = KEYS[loosest]
    places = [
        _placed(sheet, block, run) for run in find(sheet, [key(line) for line in block], loosest)
    ]
    rungs = [next(grade for grade in grades if grade >= place.grade) for place in places]
    best = min(rungs, default=None)
    return [place for place, rung in zip(places, rungs, strict=True) if rung is best]


def _placed(sheet: Sheet, block: Sequence[str], run: Sequence[int]) -> Place:
    there = [sheet.lines[line] for line in run]
    grade = grade_of(block, there)
    if grade is Grade.INDENTATION:
        return Place(run, grade, uniform_shift(block, there))
    return Place(run, grade, NO_SHIFT if grade < Grade.INDENTATION else None)


def locate_hint(sheet: Sheet, hint: str, grades: Sequence[Grade]) -> list[int]:
    """The lines a hint may mean: whole lines by the ladder, else lines that start with it."""
    places = locate(sheet, [hint], grades)
    if places:
        return [place.start for place in places]
    wanted = KEYS[grades[-1]](hint)
    if not wanted:
        return []
    index = sheet.index(grades[-1]).whole
    sheet.means.search.pay(len(index) / 10)
    starts = [
        line
        for key, lines in index.items()
        if key.startswith(wanted)
        for line in lines
        if line not in sheet.gone
    ]
    return sorted(starts, key=sheet.rank)


def run_at(sheet: Sheet, block: Sequence[str], place: Place, above: int) -> list[int]:
    """The lines of a block that stands so many lines above where another one was found, as
    literally as that one.
    """
    line, key = place.start, KEYS[place.grade]
    for _ in range(above):
        line = sheet.prev[line]
    run: list[int] = []
    for text in block:
        if line == sheet.head or sheet.key(line, place.grade) != key(text):
            return []
        run.append(line)
        line = sheet.next[line]
    return run

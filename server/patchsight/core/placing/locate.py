"""Where a block stands in the lines of a file: the ladder of grades, whose first rung that has any
candidate decides, and ap's search for code with blank lines skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.placing.budget import Cost
from patchsight.core.placing.grades import KEYS, NO_SHIFT, Shift, grade_of, uniform_shift
from patchsight.core.placing.line_ring import LineRing


class Candidate(NamedTuple):
    """Where a block may stand: the lines it covers, one for each of its own, and how literally."""

    ids: Sequence[int]
    grade: Grade
    shift: Shift | None = NO_SHIFT  #: None when the block differs by more than one uniform shift
    score: float = 1.0

    @property
    def start(self) -> int:
        return self.ids[0]


def locate(ring: LineRing, block: Sequence[str], grades: Sequence[Grade]) -> list[Candidate]:
    """All places of a block at the first grade that has any, in file order."""
    return ring.once(_locate, block, tuple(grades))


def _locate(ring: LineRing, block: Sequence[str], grades: Sequence[Grade]) -> list[Candidate]:
    """The search itself.

    What a grade accepts every looser one accepts too, so one look-up at the loosest finds all; each
    place then gets the strictest grade that holds there.
    """
    runs = find(ring, block, Grade.EXACT)
    if runs:
        return [Candidate(run, Grade.EXACT) for run in runs]
    loosest = grades[-1]
    if loosest is Grade.EXACT:
        return []
    key = KEYS[loosest]
    places = [
        _placed(ring, block, run) for run in find(ring, [key(line) for line in block], loosest)
    ]
    rungs = [next(grade for grade in grades if grade >= place.grade) for place in places]
    best = min(rungs, default=None)
    return [place for place, rung in zip(places, rungs, strict=True) if rung is best]


def _placed(ring: LineRing, block: Sequence[str], run: Sequence[int]) -> Candidate:
    file = [ring.lines[line] for line in run]
    grade = grade_of(block, file)
    if grade is Grade.INDENTATION:
        return Candidate(run, grade, uniform_shift(block, file))
    return Candidate(run, grade, NO_SHIFT if grade < Grade.INDENTATION else None)


def locate_hint(ring: LineRing, hint: str, grades: Sequence[Grade]) -> list[int]:
    """The lines a hint may mean: whole lines by the ladder, else lines that start with it."""
    places = locate(ring, [hint], grades)
    if places:
        return [place.start for place in places]
    wanted = KEYS[grades[-1]](hint)
    if not wanted:
        return []
    index = ring.index(grades[-1]).whole
    ring.means.search.pay(Cost.KEY_TRIED, len(index))
    starts = [
        line
        for key, lines in index.items()
        if key.startswith(wanted)
        for line in lines
        if line not in ring.gone
    ]
    return sorted(starts, key=ring.rank)


def run_at(ring: LineRing, block: Sequence[str], place: Candidate, above: int) -> list[int]:
    """The lines of a block that stands so many lines above where another one was found, as
    literally as that one.
    """
    line, key = place.start, KEYS[place.grade]
    for _ in range(above):
        line = ring.prev[line]
    run: list[int] = []
    for text in block:
        if line == ring.head or ring.key(line, place.grade) != key(text):
            return []
        run.append(line)
        line = ring.next[line]
    return run


# ---- line by line
def find(ring: LineRing, block: Sequence[str], grade: Grade) -> list[Sequence[int]]:
    """Every run of neighbouring lines whose keys are the block's, in file order; none for an empty
    block.
    """
    if not block:
        return []
    pivot, hits = ring.index(grade).pivot(block)
    ring.means.search.pay(Cost.HIT + Cost.HIT_LINE * len(block), len(hits))
    table = ring.table(grade)
    if ring.pristine:
        count, wanted = len(block), list(block)
        starts = (hit - pivot for hit in hits if hit >= pivot and hit - pivot + count <= ring.size)
        runs: list[Sequence[int]] = [
            range(start, start + count)
            for start in starts
            if table[start : start + count] == wanted
        ]
    else:
        hit_runs = (_run(ring, line, block, table, pivot) for line in hits if line not in ring.gone)
        runs = sorted((run for run in hit_runs if run), key=lambda run: ring.rank(run[0]))
    ring.means.search.pay(Cost.RUN, len(runs))
    return runs


def _run(
    ring: LineRing, line: int, block: Sequence[str], table: list[str], pivot: int
) -> list[int]:
    for i in range(pivot, 0, -1):
        line = ring.prev[line]
        if line == ring.head or table[line] != block[i - 1]:
            return []
    run = [line]
    for key in block[1:]:
        line = ring.next[line]
        if line == ring.head or table[line] != key:
            return []
        run.append(line)
    return run


def find_code(ring: LineRing, block: Sequence[str], *, original: bool = False) -> list[list[int]]:
    """Every run of non-blank lines, blank ones between them skipped, whose stripped texts are the
    block's.

    With `original`, the search is in the text as it was before any part changed it.
    """
    return ring.once(_find_code, block, original) if block else []


def _find_code(ring: LineRing, block: Sequence[str], original: bool) -> list[list[int]]:
    table = ring.table(Grade.INDENTATION)
    pivot, hits = ring.index(Grade.INDENTATION).pivot(block)
    step_on, step_back = (ring.own_next, ring.own_prev) if original else (ring.next, ring.prev)
    runs = []
    ring.means.search.pay(Cost.CODE_HIT + Cost.CODE_HIT_LINE * len(block), len(hits))
    for line in hits:
        if (line >= ring.size) if original else (line in ring.gone):
            continue
        before = _code(ring, line, block[:pivot][::-1], table, step_back)
        after = (
            _code(ring, line, block[pivot + 1 :], table, step_on) if before is not None else None
        )
        if before is not None and after is not None:
            runs.append([*reversed(before), line, *after])
    return runs if ring.pristine or original else sorted(runs, key=lambda run: ring.rank(run[0]))


def _code(
    ring: LineRing, line: int, keys: Sequence[str], table: list[str], step: Sequence[int]
) -> list[int] | None:
    """The non-blank lines beyond a line if their texts are these, else None."""
    run = []
    for key in keys:
        line = step[line]
        blanks = 0
        while line != ring.head and table[line] == "":
            line = step[line]
            blanks += 1
        if blanks:
            ring.means.search.pay(Cost.BLANK_SKIPPED, blanks)
        if line == ring.head or table[line] != key:
            return None
        run.append(line)
    return run

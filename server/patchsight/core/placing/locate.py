"""Where a block stands in the lines of a file, and how literally; and ap's search for code with
blank lines skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import islice
from typing import NamedTuple

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade
from patchsight.core.placing.grades import KEYS, SAME_INDENTS, Indents, grade_of, indents_between
from patchsight.core.placing.line_ring import LineRing


class Sense(Enum):
    """Which side of a part stands in a place."""

    FITS = "fits"  #: the old text: the part can be applied there
    DONE = "done"  #: the new text: the part was applied there


class Candidate(NamedTuple):
    """Where a part may stand: the lines it covers, one for each of its own, and how literally."""

    ids: Sequence[int]
    grade: Grade = Grade.EXACT
    #: how the file indents the part's lines; None where these contradict each other
    indents: Indents | None = SAME_INDENTS
    score: float = 1.0
    sense: Sense = Sense.FITS
    #: where it starts in the first line and ends in the last, if it need not be whole lines
    columns: tuple[int, int] | None = None

    @property
    def start(self) -> int:
        return self.ids[0]

    @property
    def end(self) -> int:
        """The last line it covers."""
        return self.ids[-1]


def locate(ring: LineRing, block: Sequence[str], grades: Sequence[Grade]) -> list[Candidate]:
    """All places of a block at the first grade that has any, in file order."""
    places = ring.once(_locate_exactly, block, None)
    if places or grades[-1] is Grade.EXACT:
        return places
    places = locate_loosely(ring, block, grades)
    rungs = [next(grade for grade in grades if grade >= place.grade) for place in places]
    best = min(rungs, default=None)
    return [place for place, rung in zip(places, rungs, strict=True) if rung is best]


def _locate_exactly(ring: LineRing, block: Sequence[str], _: None) -> list[Candidate]:
    return [Candidate(run) for run in find(ring, block, Grade.EXACT)]


def locate_loosely(
    ring: LineRing, block: Sequence[str], grades: Sequence[Grade]
) -> list[Candidate]:
    """All places of a block at any of some grades, in file order.

    What a grade accepts every looser one accepts too, so one look-up at the loosest finds all; each
    place then gets the strictest grade that holds there.
    """
    loosest = grades[-1]
    if loosest is Grade.EXACT or not block:
        return ring.once(_locate_exactly, block, None)
    return ring.once(_locate_loosely, block, tuple(grades))


def _locate_loosely(
    ring: LineRing, block: Sequence[str], grades: Sequence[Grade]
) -> list[Candidate]:
    key = KEYS[grades[-1]]
    runs = find(ring, [key(line) for line in block], grades[-1])
    return [_graded(ring, block, run) for run in runs]


def _graded(ring: LineRing, block: Sequence[str], run: Sequence[int]) -> Candidate:
    """The place of a block that was found loosely."""
    file = [ring.lines[line] for line in run]
    if file != block:
        ring.means.search.pay(Cost.LINE_GRADED, len(block))
    return Candidate(run, grade_of(block, file), indents_between(block, file))


def stand_at(
    ring: LineRing, block: Sequence[str], line: int, grades: Sequence[Grade]
) -> Candidate | None:
    """The place of a block that stands from a line on, if it does."""
    size, table = len(block), ring.lines
    ring.means.search.pay(Cost.HIT + Cost.HIT_LINE * size)
    if ring.pristine:
        run: Sequence[int] = range(line, min(line + size, ring.size))
        there = table[line : line + len(run)]
    else:
        run = list(islice(ring.walk(line), size))
        there = [table[one] for one in run]
    if there == block:
        return Candidate(run) if run else None
    loosest = grades[-1]
    key = KEYS[loosest]
    if loosest is Grade.EXACT or len(run) < len(block):
        return None
    if any(key(ours) != key(theirs) for ours, theirs in zip(block, there, strict=True)):
        return None
    return _graded(ring, block, run)


def locate_hint(ring: LineRing, hint: str, grades: Sequence[Grade]) -> list[int]:
    """The lines a hint may mean: whole lines by the ladder, else lines that start with it."""
    places = locate(ring, [hint], grades)
    if places:
        return [place.start for place in places]
    wanted = KEYS[grades[-1]](hint)
    if not wanted:
        return []
    starts = ring.index(grades[-1]).starting_with(wanted, ring.means.search)
    return sorted((line for line in starts if line not in ring.gone), key=ring.rank)


# ---- line by line
def find(ring: LineRing, block: Sequence[str], grade: Grade) -> list[Sequence[int]]:
    """Every run of neighbouring lines whose keys are the block's, in file order; none for an empty
    block.
    """
    if not block:
        return []
    pivot, hits = ring.index(grade).pivot(block)
    ring.means.search.pay(Cost.HIT + Cost.HIT_LINE * len(block), len(hits))
    if not hits:
        return []
    table = ring.table(grade)
    if ring.pristine:
        below, wanted = len(block) - pivot, list(block)
        last = ring.size - below
        runs: list[Sequence[int]] = [
            range(hit - pivot, hit + below)
            for hit in hits
            if pivot <= hit <= last and table[hit - pivot : hit + below] == wanted
        ]
    else:
        hit_runs = (_run(ring, line, block, table, pivot) for line in hits if line not in ring.gone)
        runs = sorted((run for run in hit_runs if run), key=lambda run: ring.rank(run[0]))
    ring.means.search.pay(Cost.RUN, len(runs))
    return runs


def _run(
    ring: LineRing, line: int, block: Sequence[str], table: list[str], pivot: int
) -> list[int]:
    if ids := _next_to_each_other(ring, block, line - pivot, table):
        return ids
    head, above, below = ring.head, ring.prev, ring.next
    pay = ring.means.search.pay
    for i in range(pivot, 0, -1):
        line = above[line]
        if line == head or table[line] != block[i - 1]:
            pay(Cost.LINE_SCANNED, pivot - i)
            return []
    run = [line]
    for key in block[1:]:
        line = below[line]
        if line == head or table[line] != key:
            break
        run.append(line)
    pay(Cost.LINE_SCANNED, pivot + len(run))
    return run if len(run) == len(block) else []


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
        if not original and (ids := _next_to_each_other(ring, block, line - pivot, table)):
            runs.append(ids)
            continue
        before = _code(ring, line, block[:pivot][::-1], table, step_back)
        after = (
            _code(ring, line, block[pivot + 1 :], table, step_on) if before is not None else None
        )
        if before is not None and after is not None:
            runs.append([*reversed(before), line, *after])
    return runs if ring.pristine or original else sorted(runs, key=lambda run: ring.rank(run[0]))


def _next_to_each_other(
    ring: LineRing, block: Sequence[str], start: int, table: list[str]
) -> list[int] | None:
    """The lines from one on, if they are the block's, as they are in the file, and nothing has come
    between them: as good as always.
    """
    stop = start + len(block)
    if start < 0 or start <= ring.head < stop or table[start:stop] != block:
        return None
    ids = list(range(start, stop))
    if ring.next[start : stop - 1] != ids[1:]:
        return None
    return ids if ring.gone.keys().isdisjoint(ids) else None


def _code(
    ring: LineRing, line: int, keys: Sequence[str], table: list[str], step: Sequence[int]
) -> list[int] | None:
    """The non-blank lines beyond a line if their texts are these, else None."""
    run, head = list[int](), ring.head
    for key in keys:
        line = step[line]
        blanks = 0
        while line != head and table[line] == "":
            line = step[line]
            blanks += 1
        if blanks:
            ring.means.search.pay(Cost.BLANK_SKIPPED, blanks)
        if line == head or table[line] != key:
            return None
        run.append(line)
    return run

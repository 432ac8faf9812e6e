"""Where a block stands in a sheet, line by line: at a grade, or as code with blank lines skipped."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.patch import Grade
from patchsight.core.placing.line_ring import Sheet


def find(sheet: Sheet, block: Sequence[str], grade: Grade) -> list[Sequence[int]]:
    """Every run of neighbouring lines whose keys are the block's, in file order; none for an empty
    block.
    """
    if not block:
        return []
    pivot, hits = sheet.index(grade).pivot(block)
    sheet.means.search.pay(len(hits) * (1 + len(block) / 100))
    table = sheet.table(grade)
    if sheet.pristine:
        count, wanted = len(block), list(block)
        starts = (hit - pivot for hit in hits if hit >= pivot and hit - pivot + count <= sheet.size)
        runs: list[Sequence[int]] = [
            range(start, start + count)
            for start in starts
            if table[start : start + count] == wanted
        ]
    else:
        found = (_run(sheet, line, block, table, pivot) for line in hits if line not in sheet.gone)
        runs = sorted((run for run in found if run), key=lambda run: sheet.rank(run[0]))
    sheet.means.search.pay(4 * len(runs))  # for what is done with each of them
    return runs


def _run(sheet: Sheet, line: int, block: Sequence[str], table: list[str], pivot: int) -> list[int]:
    for i in range(pivot, 0, -1):
        line = sheet.prev[line]
        if line == sheet.head or table[line] != block[i - 1]:
            return []
    run = [line]
    for key in block[1:]:
        line = sheet.next[line]
        if line == sheet.head or table[line] != key:
            return []
        run.append(line)
    return run


def find_code(sheet: Sheet, block: Sequence[str], *, original: bool = False) -> list[list[int]]:
    """Every run of non-blank lines, blank ones between them skipped, whose stripped texts are the
    block's.

    With `original`, the search is in the text as it was before any part changed it.
    """
    return sheet.once(_find_code, block, original) if block else []


def _find_code(sheet: Sheet, block: Sequence[str], original: bool) -> list[list[int]]:
    table = sheet.table(Grade.INDENTATION)
    pivot, hits = sheet.index(Grade.INDENTATION).pivot(block)
    step_on, step_back = (sheet.own_next, sheet.own_prev) if original else (sheet.next, sheet.prev)
    runs = []
    sheet.means.search.pay(len(hits) * (2 + len(block) / 5))
    for line in hits:
        if (line >= sheet.size) if original else (line in sheet.gone):
            continue
        before = _code(sheet, line, block[:pivot][::-1], table, step_back)
        after = (
            _code(sheet, line, block[pivot + 1 :], table, step_on) if before is not None else None
        )
        if before is not None and after is not None:
            runs.append([*reversed(before), line, *after])
    return runs if sheet.pristine or original else sorted(runs, key=lambda run: sheet.rank(run[0]))


def _code(
    sheet: Sheet, line: int, keys: Sequence[str], table: list[str], step: Sequence[int]
) -> list[int] | None:
    """The non-blank lines beyond a line if their texts are these, else None."""
    run = []
    for key in keys:
        line = step[line]
        blanks = 0
        while line != sheet.head and table[line] == "":
            line = step[line]
            blanks += 1
        if blanks:
            sheet.means.search.pay(blanks / 10)
        if line == sheet.head or table[line] != key:
            return None
        run.append(line)
    return run

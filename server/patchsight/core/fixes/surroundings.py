"""Fixes for what surrounds a patch: fences, heredocs, prose, and markers that are not written as
the format has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from patchsight.core.fixes.trial import Desk, Fix
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import BOM, is_blank
from patchsight.core.text.edits import Edit


def unwrap(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Leave nothing but the patch. Prose may be what the text is there for, so taking it away is
    no safe thing.
    """
    skipped = [range(*rows) for rows in cast("list[list[int]]", problem.data["skipped"])]
    told = [rows for rows in skipped if any(not is_blank(desk.buffer.lines[row]) for row in rows)]
    removals = [Edit(desk.row_span(rows[0], rows[-1]), "") for rows in told]
    markers = cast("list[int]", problem.data["markers"])
    changes = (*removals, *(change for row in markers if (change := _tidy(desk, row))))
    if changes and desk.helps(changes, problem):
        yield Fix(
            _title(bool(told), bool(problem.data["prose"])),
            changes,
            not problem.data["prose"] and desk.keeps(changes),
        )


def _title(removes: bool, prose: bool) -> str:
    if not removes:
        return "Write the markers as the format has them"
    return "Remove the text around the patch" if prose else "Remove the fence around the patch"


def _tidy(desk: Desk, row: int) -> Edit | None:
    """A marker as the format has it."""
    line = desk.buffer.lines[row].removeprefix(BOM)
    text = desk.patch.format.normal_marker(line) if desk.patch.format else None
    if text is None:
        return None
    return Edit(desk.buffer.span(row, len(desk.buffer.lines[row]) - len(line)), text)


def envelop(desk: Desk, problem: Problem) -> Iterator[Fix]:
    """Write the marker that opens a patch above one that lacks it, and the one that closes it below
    one that lacks that as well.
    """
    opening, closing = problem.data["begin"], problem.data["end"]
    begin = desk.insertion(desk.buffer.row(problem.span.start), f"{opening}\n")
    last = max((desk.buffer.row(change.span.end) for change in desk.patch.files), default=0)
    end = desk.insertion(last + 1, f"{closing}\n")
    for title, changes in (
        (f"Add `{opening}`", (begin,)),
        ("Add the lines around the patch", (begin, end)),
    ):
        if desk.helps(changes, problem):
            yield Fix(title, changes, safe=desk.keeps(changes))
            return

"""Fixes for what surrounds a patch: fences, heredocs, prose, and misspelt markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from patchsight.core.fixes.trial import Fix, Trial
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import BOM, is_blank
from patchsight.core.text.edits import Edit


def unwrap(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Leave nothing but the patch; not safe where prose goes, which may be what matters."""
    if "skipped" not in problem.data:
        return
    skipped = [range(*rows) for rows in cast("list[list[int]]", problem.data["skipped"])]
    told = [rows for rows in skipped if any(not is_blank(trial.buffer.lines[row]) for row in rows)]
    removals = [Edit(trial.row_span(rows[0], rows[-1]), "") for rows in told]
    markers = cast("list[int]", problem.data["markers"])
    edits = (*removals, *(change for row in markers if (change := _tidy(trial, row))))
    if edits and trial.helps(edits, problem):
        yield Fix(
            _title(bool(told), bool(problem.data["prose"])),
            edits,
            not problem.data["prose"] and trial.keeps(edits),
        )


def _title(removes: bool, prose: bool) -> str:
    if not removes:
        return "Write the markers as the format has them"
    return "Remove the text around the patch" if prose else "Remove the fence around the patch"


def _tidy(trial: Trial, row: int) -> Edit | None:
    """A marker as the format has it."""
    line = trial.buffer.lines[row].removeprefix(BOM)
    text = trial.patch.format.normal_marker(line) if trial.patch.format else None
    if text is None:
        return None
    return Edit(trial.buffer.span(row, len(trial.buffer.lines[row]) - len(line)), text)


def envelop(trial: Trial, problem: Problem) -> Iterator[Fix]:
    """Write the marker that opens a patch above one that lacks it, and the one that closes it below
    one that lacks that as well.
    """
    opening, closing = problem.data["begin"], problem.data["end"]
    begin = trial.insertion(trial.buffer.row(problem.span.start), f"{opening}\n")
    last = max((trial.buffer.row(change.span.end) for change in trial.patch.files), default=0)
    end = trial.insertion(last + 1, f"{closing}\n")
    for title, edits in (
        (f"Add `{opening}`", (begin,)),
        ("Add the lines around the patch", (begin, end)),
    ):
        if trial.helps(edits, problem):
            yield Fix(title, edits, safe=trial.keeps(edits))
            return

"""What leads from some files to others: edits, files made and removed, and files that moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate

from patchsight.core.model.report import FileOp, FilePlan
from patchsight.core.text.buffer import BOM, Span, split_ends, split_lines
from patchsight.core.text.edits import Edit
from patchsight.core.text.line_diff import opcodes

_ALIKE = 0.5  #: how much of a file must stay the same for it to have moved
_MOST_PAIRS = 10_000  #: removed and made files that are compared with each other


def plans_between(
    before: Mapping[str, str], after: Mapping[str, str], *, moves: bool
) -> list[FilePlan]:
    """The plans that turn files, with their byte order marks, into others; perhaps by moves."""
    moved = _find_moves(before, after) if moves else {}
    edited = [
        plan_between(path, before[path], after[path])
        for path in sorted(before.keys() & after.keys())
    ]
    renamed = [_renamed(old, new, before[old], after[new]) for new, old in sorted(moved.items())]
    made = [
        plan_between(path, None, after[path])
        for path in sorted(after.keys() - before.keys() - moved.keys())
    ]
    removed = [
        plan_between(path, before[path], None)
        for path in sorted(before.keys() - after.keys() - set(moved.values()))
    ]
    return [plan for plan in (*edited, *renamed, *made, *removed) if plan]


def plan_between(path: str, before: str | None, after: str | None) -> FilePlan | None:
    """What turns one text into another, None for no file; None where there is nothing to do."""
    if before == after:
        return None
    if before is None:
        return FilePlan(FileOp.CREATE, path, None, after)
    bom = before.startswith(BOM) and (after is None or after.startswith(BOM))
    before = before[bom:]
    if after is None:
        return FilePlan(FileOp.DELETE, path, before, None, bom=bom)
    return FilePlan(FileOp.EDIT, path, before, after[bom:], _edits(before, after[bom:]), bom=bom)


def _renamed(old: str, new: str, before: str, after: str) -> FilePlan:
    plan = plan_between(old, before, after) or FilePlan(FileOp.EDIT, old, before, after)
    plan.op, plan.new_path = FileOp.RENAME, new
    return plan


def _edits(before: str, after: str) -> list[Edit]:
    old, new = (
        [line + end for line, end in zip(*split_ends(text), strict=True)]
        for text in (before, after)
    )
    offsets = [0, *accumulate(map(len, old))]
    return [
        Edit(Span(offsets[i], offsets[j]), "".join(new[k:m]))
        for tag, i, j, k, m in opcodes(old, new)
        if tag != "equal"
    ]


# ---- moves
def _find_moves(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """For each made file the removed one it was before, by what they share; not empty ones."""
    removed, made = _lines_only_in(before, after), _lines_only_in(after, before)
    if len(removed) * len(made) > _MOST_PAIRS:
        return {}
    scores = [
        (_likeness(old, new), source, path)
        for source, old in removed.items()
        for path, new in made.items()
    ]
    moved: dict[str, str] = {}
    for score, source, path in sorted(scores, key=lambda one: (-one[0], one[1:])):
        if score >= _ALIKE and path not in moved and source not in moved.values():
            moved[path] = source
    return moved


def _lines_only_in(files: Mapping[str, str], others: Mapping[str, str]) -> dict[str, Counter[str]]:
    """The lines of each file that has some and is not among the others."""
    return {
        path: Counter(split_lines(text))
        for path, text in files.items()
        if path not in others and text
    }


def _likeness(old: Counter[str], new: Counter[str]) -> float:
    """How many of the lines of two texts are the same, wherever they stand."""
    return (old & new).total() / max(old.total(), new.total())

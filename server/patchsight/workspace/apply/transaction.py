"""Applying a report to disk: from plans to byte changes that the writer makes all or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from patchsight.core.model.report import FileOp, FilePlan, Report
from patchsight.core.text.buffer import BOM
from patchsight.workspace.apply.lock import only_run
from patchsight.workspace.apply.writer import (
    Change,
    WriteError,
    disbelieved,
    pending,
    recover,
    write_all,
)


class InterruptedRunError(WriteError):
    """An earlier run was killed half-way and its traces are still there."""


def apply_report(report: Report, root: Path) -> None:
    """Write what a report plans; WriteError, and nothing changed, if that is not possible."""
    planned = list(_changes(report.plan, root))
    paths = {change.path for change in planned}
    kept = [change for change in _kept(report, root) if change.path not in paths]
    write_all([*planned, *kept], root)


def _kept(report: Report, root: Path) -> Iterator[Change]:
    """What the report rests on beside the files that it changes, and must still be so: another run
    that was undone since may have shown it what is applied already.
    """
    for path, text in report.texts.items():
        yield Change(root / path, _bytes(text, bom=False), _bytes(text, bom=False))
    for path in report.absent:
        yield Change(root / path, None, None)


def _changes(plans: list[FilePlan], root: Path) -> Iterator[Change]:
    """The byte changes of a plan. A rename is the old path going and the new one coming."""
    for plan in plans:
        path = root / plan.path
        before, after = _bytes(plan.before, plan.bom), _bytes(plan.after, plan.bom)
        if plan.op is FileOp.RENAME and plan.new_path:
            yield Change(path, before, None)
            yield Change(root / plan.new_path, None, after, mode_from=path)
        else:
            came = root / plan.moved_from if plan.moved_from else None
            yield Change(path, before, after, mode_from=came)


def _bytes(text: str | None, bom: bool) -> bytes | None:
    return None if text is None else ((BOM if bom else "") + text).encode("utf-8")


def finish_interrupted(root: Path, undo: bool) -> list[str]:
    """Undo what a killed run left, if asked to, and say what was done; else refuse."""
    if undo:
        return [*(recover(root) or ["There is nothing to recover."]), *disbelieved(root)]
    if not pending(root):
        return []
    with only_run():  # what is still there once no run is going on
        left = pending(root)
    if left:
        raise InterruptedRunError(
            f"an earlier `patchsight apply` was interrupted in {root.resolve()}. "
            "`patchsight apply --recover` undoes what it left half done. Nothing was changed.",
            left[0],
        )
    return []

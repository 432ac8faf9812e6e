"""Applying a report to disk: from plans to byte changes that the writer makes all or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from patchsight.analyse import Workspace
from patchsight.core.result import FileOp, FilePlan, Report
from patchsight.core.text import BOM
from patchsight.write import Change, WriteError, pending, recover, write_all


class InterruptedRunError(WriteError):
    """An earlier run was killed half-way and its traces are still there."""


def apply_report(report: Report, workspace: Workspace) -> None:
    """Write what a report plans; WriteError, and nothing changed, if that is not possible."""
    write_all(changes(report.plan, workspace.root), workspace.root)


def changes(plans: list[FilePlan], root: Path) -> list[Change]:
    """The byte changes of a plan, one per path. A rename is the old path going and the new one coming."""
    found: dict[Path, Change] = {}
    for change in _steps(plans, root):
        earlier = found.get(change.path)
        found[change.path] = replace(change, before=earlier.before) if earlier else change
    return list(found.values())


def _steps(plans: list[FilePlan], root: Path) -> Iterator[Change]:
    for plan in plans:
        path = root / plan.path
        before, after = _bytes(plan.before, plan.bom), _bytes(plan.after, plan.bom)
        if plan.op is FileOp.RENAME and plan.new_path:
            yield Change(path, before, None)
            yield Change(root / plan.new_path, None, after, mode_from=path)
        else:
            yield Change(path, before, after)


def _bytes(text: str | None, bom: bool) -> bytes | None:
    return None if text is None else ((BOM if bom else "") + text).encode("utf-8")


def finish_interrupted(root: Path, undo: bool) -> list[str]:
    """Undo what a killed run left behind, if asked to; refuse to go on otherwise."""
    if not pending(root):
        return []
    if not undo:
        raise InterruptedRunError(
            "an earlier `patchsight apply` was interrupted in this folder; run again with --recover to undo it first",
            root,
        )
    return recover(root)

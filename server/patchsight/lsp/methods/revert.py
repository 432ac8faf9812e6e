"""Reverting: what takes a patch back that is applied, from memory where this server applied it,
else from the patch.
"""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.model.record import replace
from patchsight.core.model.report import FileOp, FilePlan, Report, State
from patchsight.core.rewrite.reverse import take_back, undo
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.methods.apply import NO_FOLDER, Offer
from patchsight.lsp.selection import Selection
from patchsight.lsp.workspace_edit import unsupported


def make_offer(snapshot: Snapshot, handed: Sequence[FilePlan], caps: Capabilities) -> Offer | None:
    """What takes the whole patch back; None if it is not applied. `handed` is what the editor was
    last given to apply.
    """
    report = snapshot.report
    plans, refusal = undo(handed, report.texts), None
    if plans is None:
        if not _is_applied(report):
            return None
        workspace, own = snapshot.workspace, snapshot.document.fs_path
        turned = take_back(
            report.patch, lambda patch: workspace.resolve(patch, own), workspace.options
        )
        plans, refusal = turned.report.plan if turned.report else [], turned.reason or None
    refusal = (
        NO_FOLDER
        if snapshot.homeless
        else refusal or _unsaved(snapshot, plans) or unsupported(plans, caps)
    )
    title = (
        f"Revert patch ({count(len(plans), 'file')}, {count(len(report.resolutions), 'change')})"
    )
    return Offer(title, Selection(), replace(report, plan=plans), refusal, "revert")


def _unsaved(snapshot: Snapshot, plans: Sequence[FilePlan]) -> str | None:
    """Why a file that the patch made may not be deleted: editors disagree on what becomes of a
    buffer that is not saved.
    """
    deleted = (plan.path for plan in plans if plan.op is FileOp.DELETE)
    path = next((path for path in deleted if snapshot.workspace.is_unsaved(path)), None)
    return (
        f"{path} has unsaved changes, and taking the patch back deletes it. Save or close it first."
        if path
        else None
    )


def _is_applied(report: Report) -> bool:
    """Whether every part of a patch stands in the files already."""
    states = [found.state for found in report.resolutions]
    return report.applicable and bool(states) and all(state is State.APPLIED for state in states)

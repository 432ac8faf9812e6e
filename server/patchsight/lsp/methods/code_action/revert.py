"""Reverting an applied patch: from memory where this server applied it, else from the patch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from patchsight.core.model.record import replace
from patchsight.core.model.report import FileOp, FilePlan, Report, State
from patchsight.core.rewrite.reverse import take_back, undo
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action import route
from patchsight.lsp.methods.code_action.carry_out import Offer, Operation, refuse_root
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.selection import WHOLE, Selection

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def offer_revert(server: Server, snapshot: Snapshot, selection: Selection = WHOLE) -> Offer | None:
    """What takes the patch back, always the whole of it; None if it is not applied."""
    report = snapshot.report
    plans, refusal = undo(server.sent.last_whole(snapshot.document.uri), report.texts), None
    if plans is None:
        if not _is_applied(report):
            return None
        workspace, own = snapshot.workspace, snapshot.document.fs_path
        turned = take_back(
            report.patch, lambda patch: workspace.resolve(patch, own), workspace.options
        )
        plans, refusal = turned.report.plan if turned.report else [], turned.reason or None
    refusal = (
        refuse_root(snapshot)
        or refusal
        or _unsaved(snapshot, plans)
        or route.refuse(server, snapshot, plans)
    )
    title = f"Revert patch ({count(len(plans), 'file')}, {count(len(report.parts), 'change')})"
    return Offer(title, WHOLE, replace(report, plan=plans), refusal)


def _unsaved(snapshot: Snapshot, plans: Sequence[FilePlan]) -> str | None:
    """Why a made file may not be deleted: editors disagree on buffers that are not saved."""
    deleted = (plan.path for plan in plans if plan.op is FileOp.DELETE)
    path = next((path for path in deleted if snapshot.workspace.is_unsaved(path)), None)
    if path:
        return f"{path} has unsaved changes, and taking the patch back deletes it. Save or close it first."
    return None


def _is_applied(report: Report) -> bool:
    """Whether every part of a patch stands in the files already."""
    states = [resolution.state for resolution in report.parts]
    return report.ok and bool(states) and all(state is State.APPLIED for state in states)


REVERT = Operation(
    "refactor.patchsight.revert",
    "patchsight.revertPatch",
    offer_revert,
    "The patch is not applied, so there is nothing to take back.",
    "Reverted",
    applies=False,
)


def _offer(request: Request) -> list[Action]:
    server, snapshot = request.server, request.snapshot
    offer = offer_revert(server, snapshot)
    action = REVERT.action(server, offer, snapshot) if offer else None
    return [action] if action else []


PROVIDER = Provider(
    REVERT.kind, _offer, REVERT.resolve, {REVERT.command: REVERT.run}, as_command=True
)

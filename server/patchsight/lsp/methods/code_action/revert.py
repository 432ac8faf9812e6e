"""Reverting an applied patch: from memory where this server applied it, else from the patch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from patchsight.core.model.patch import Patch
from patchsight.core.model.record import replace
from patchsight.core.model.report import FileOp, FilePlan, Report, State
from patchsight.core.rewrite.reverse import take_back, undo
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action import route
from patchsight.lsp.methods.code_action.carry_out import Offer, Operation, refuse_root
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.selection import WHOLE, Selection, file_at

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def offer_revert(server: Server, snapshot: Snapshot, selection: Selection = WHOLE) -> Offer | None:
    """What takes the patch back, or some of it; None if that is not applied."""
    report, plans, refusal = snapshot.report, None, None
    if selection == WHOLE:
        plans = undo(server.sent.last_whole(snapshot.document.uri), report.texts)
    if plans is None:
        patch = selection.of(report.patch)
        if patch is None or not _is_applied(report, patch):
            return None
        workspace, own = snapshot.workspace, snapshot.document.fs_path
        turned = take_back(patch, lambda other: workspace.resolve(other, own), workspace.options)
        plans, refusal = turned.report.plan if turned.report else [], turned.reason or None
        if selection != WHOLE and not plans and not refusal:
            return None
    refusal = (
        refuse_root(snapshot)
        or refusal
        or _unsaved(snapshot, plans)
        or route.refuse(server, snapshot, plans)
    )
    return Offer(_title(selection, report, plans), selection, replace(report, plan=plans), refusal)


def _title(selection: Selection, report: Report, plans: Sequence[FilePlan]) -> str:
    if selection.part is not None:
        return "Revert this part only"
    if selection.file is not None:
        return f"Revert this file only ({plans[0].path})" if plans else "Revert this file only"
    return f"Revert patch ({count(len(plans), 'file')}, {count(len(report.parts), 'change')})"


def _unsaved(snapshot: Snapshot, plans: Sequence[FilePlan]) -> str | None:
    """Why a made file may not be deleted: editors disagree on buffers that are not saved."""
    deleted = (plan.path for plan in plans if plan.op is FileOp.DELETE)
    path = next((path for path in deleted if snapshot.workspace.is_unsaved(path)), None)
    if path:
        return f"{path} has unsaved changes, and taking the patch back deletes it. Save or close it first."
    return None


def _is_applied(report: Report, patch: Patch) -> bool:
    """Whether every part of a patch, or of what is selected of it, stands in the files already."""
    numbers = {part.index for part in patch.parts}
    states = [r.state for r in report.parts if r.part.index in numbers]
    whole = len(states) == len(report.parts)
    return (
        (report.ok or not whole)
        and bool(states)
        and all(state is State.APPLIED for state in states)
    )


REVERT = Operation(
    "Revert patch",
    "refactor.patchsight.revert",
    "patchsight.revertPatch",
    offer_revert,
    "The patch is not applied, so there is nothing to take back.",
    "Reverted",
    applies=False,
)


def _offer(request: Request) -> list[Action]:
    server, snapshot = request.server, request.snapshot
    selections = [WHOLE]
    section = file_at(snapshot, request.span.start)
    part = snapshot.report.part_at(request.span.start)
    if section and len(snapshot.report.patch.files) > 1:
        selections.append(Selection(file=section[0]))
    if part and len(snapshot.report.parts) > 1:
        selections.append(Selection(part=part.part.index))
    offers = (offer_revert(server, snapshot, selection) for selection in selections)
    actions = (REVERT.action(server, offer, snapshot) for offer in offers if offer)
    return [action for action in actions if action]


PROVIDER = Provider(
    REVERT.kind, _offer, REVERT.resolve, {REVERT.command: REVERT.run}, as_command=True
)

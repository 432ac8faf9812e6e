"""Reverting an applied patch, or one part of it: from memory where this server applied the whole,
else from the patch.
"""

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
from patchsight.lsp.selection import WHOLE, Selection

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def offer_revert(server: Server, snapshot: Snapshot, selection: Selection = WHOLE) -> Offer | None:
    """What takes the patch back, or one part; None if it is not applied."""
    if selection.part is not None:
        return _offer_part(server, snapshot, Selection(part=selection.part))
    report = snapshot.report
    plans, refusal = undo(server.sent.last_whole(snapshot.document.uri), report.texts), None
    if plans is None:
        if not _is_applied(report):
            return None
        plans, refusal = _take_back(snapshot, report.patch)
    title = f"Revert patch ({count(len(plans), 'file')}, {count(len(report.parts), 'change')})"
    refusal = _refusal(server, snapshot, plans, refusal)
    return Offer(title, WHOLE, replace(report, plan=plans), refusal)


def _offer_part(server: Server, snapshot: Snapshot, selection: Selection) -> Offer | None:
    """What takes back one part that is applied; of a patch with one part, that is the patch."""
    report = snapshot.report
    resolution, patch = report.part(selection.part), selection.of(report.patch)
    if resolution is None or patch is None or resolution.state is not State.APPLIED:
        return None
    plans, refusal = _take_back(snapshot, patch)
    if not plans and not refusal:
        return None
    refusal = _refusal(server, snapshot, plans, refusal)
    return Offer("Revert this part only", selection, replace(report, plan=plans), refusal)


def _take_back(snapshot: Snapshot, patch: Patch) -> tuple[list[FilePlan], str | None]:
    """The plans that take a patch back, and why they may not be carried out."""
    workspace, own = snapshot.workspace, snapshot.document.fs_path
    turned = take_back(patch, lambda patch: workspace.resolve(patch, own), workspace.options)
    return turned.report.plan if turned.report else [], turned.reason or None


def _refusal(
    server: Server, snapshot: Snapshot, plans: Sequence[FilePlan], reason: str | None
) -> str | None:
    return (
        refuse_root(snapshot)
        or reason
        or _unsaved(snapshot, plans)
        or route.refuse(server, snapshot, plans)
    )


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
    selections = [WHOLE]
    part = snapshot.report.part_at(request.span.start)
    if part and len(snapshot.report.parts) > 1:
        selections.append(Selection(part=part.part.index))
    offers = (offer_revert(server, snapshot, selection) for selection in selections)
    actions = (REVERT.action(server, offer, snapshot) for offer in offers if offer)
    return [action for action in actions if action]


PROVIDER = Provider(
    REVERT.kind, _offer, REVERT.resolve, {REVERT.command: REVERT.run}, as_command=True
)

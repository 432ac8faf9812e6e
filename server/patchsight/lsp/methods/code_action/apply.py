"""Apply the patch, one fence of it, one file, some parts, some rows of one: what may be, and why not if
not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsight.core.model.problems import Severity
from patchsight.core.model.report import Report, State
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import count
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.code_action import route
from patchsight.lsp.methods.code_action.carry_out import MOVED_ON, Offer, Operation, refuse_root
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.selection import WHOLE, Selection, blocks_by_section, file_at, selected_rows

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


def offer_apply(server: Server, snapshot: Snapshot, selection: Selection = WHOLE) -> Offer | None:
    """What applying a selection would do; None if there is nothing to select."""
    report = _report(snapshot, selection)
    if report is None:
        return None
    refusal = refuse_root(snapshot) or _refusal(server, snapshot, report)
    total = len(snapshot.report.parts)
    return Offer(_title(selection, report, total), selection, report, refusal)


def _report(snapshot: Snapshot, selection: Selection) -> Report | None:
    if selection == WHOLE:
        return snapshot.report
    patch = selection.of(snapshot.report.patch)
    return snapshot.workspace.resolve(patch, snapshot.document.fs_path) if patch else None


def _title(selection: Selection, report: Report, total: int) -> str:
    if selection.parts is not None:
        return f"Apply what fits ({len(report.parts)} of {count(total, 'part')})"
    if selection.rows is not None:
        return "Apply the selected rows only"
    if selection.part is not None:
        return "Apply this part only"
    if selection.file is not None:
        if report.plan:
            return f"Apply to this file only ({report.plan[0].path})"
        return "Apply to this file only"
    if selection.block is not None:
        return name_block(len(report.plan))
    changes = sum(resolution.state is State.FITS for resolution in report.parts)
    return f"Apply patch ({count(len(report.plan), 'file')}, {count(changes, 'change')})"


def name_block(files: int) -> str:
    """What applying one fence of an answer is called."""
    return f"Apply this block only ({count(files, 'file')})"


def _refusal(server: Server, snapshot: Snapshot, report: Report) -> str | None:
    """Why the edit may not leave, in a sentence."""
    if report.errors:
        errors = report.count(Severity.ERROR)
        more = f" ({errors - 1} more)" if errors > 1 else ""
        return report.errors[0].message + more
    if not report.patch.format:
        return "There is no patch here."
    if not report.plan:
        return "Nothing to do: everything is applied already."
    return route.refuse(server, snapshot, report.plan)


#: The kind lies below `refactor`, so that editors list it in the quick menu and VS Code can preview.
APPLY = Operation(
    "Apply patch",
    "refactor.patchsight.apply",
    "patchsight.applyPatch",
    offer_apply,
    MOVED_ON,
    "Applied to",
)


def _selections(snapshot: Snapshot, span: Span) -> list[Selection]:
    """What may be applied from a place in the patch, all of it first."""
    selections, offset = [WHOLE], span.start
    section, part = file_at(snapshot, offset), snapshot.report.part_at(offset)
    blocks = blocks_by_section(snapshot.report.patch)
    if section and section[0] in blocks:
        selections.append(Selection(block=blocks[section[0]]))
    if section and len(snapshot.report.patch.files) > 1:
        selections.append(Selection(file=section[0]))
    if part and len(snapshot.report.patch.parts) > 1:
        selections.append(Selection(part=part.part.index))
    rows = selected_rows(snapshot, span)
    return [*selections, rows] if rows else selections


def _offer(request: Request) -> list[Action]:
    server, snapshot = request.server, request.snapshot
    selections = _selections(snapshot, request.span)
    offers = (offer_apply(server, snapshot, selection) for selection in selections)
    actions = (APPLY.action(server, offer, snapshot) for offer in offers if offer)
    return [action for action in actions if action]


PROVIDER = Provider(
    APPLY.kind,
    _offer,
    APPLY.resolve,
    {APPLY.command: APPLY.run},
    as_command=True,
    quietly=True,
)

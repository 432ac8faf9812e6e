"""What can be done with one part of the patch, in the patch itself: drop it, split it at the cursor,
write it anew, let it win over the file; and looking at a stale one in three ways, or editing it with
the file's text in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.describe.three_ways import three_ways
from patchsight.core.fixes import Fix, find_edit_of_stale, find_part_edits
from patchsight.core.model.report import Resolution, State
from patchsight.core.text.buffer import Span
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.arguments import named_patch, read_arguments
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.show_document import show_place, show_text
from patchsight.lsp.workspace_edit import edit_patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COMPARE = "patchsight.comparePart"
_GO = "patchsight.goToPart"


def _offer(request: Request) -> list[Action]:
    """What can be done from a row of the patch."""
    report = request.snapshot.report
    resolution = report.part_at(request.span.start)
    if resolution is None:
        return []
    row = report.patch.buffer.row(request.span.start)
    fixes = find_part_edits(request.trial, resolution, row)
    actions: list[Action] = [action for fix in fixes if (action := _action(request, fix))]
    argument = {"uri": request.snapshot.document.uri, "part": resolution.part.index}
    fix = find_edit_of_stale(request.trial, resolution)
    if fix and (action := _action(request, fix)):
        action.command = types.Command(fix.title, _GO, arguments=[argument])
        actions.append(action)
    if resolution.state is State.MISSING and resolution.nearest:
        title = "Compare this part with the file"
        command = types.Command(title, _COMPARE, arguments=[argument])
        actions.append(types.CodeAction(title, kind=PROVIDER.kind, command=command))
    return actions


def _action(request: Request, fix: Fix) -> types.CodeAction | None:
    """A fix as the client takes it: with its edit, or greyed out with a title that says why."""
    caps = request.server.caps
    if not fix.refusal:
        edit = edit_patch(request.snapshot, fix.edits, caps)
        return types.CodeAction(fix.title, kind=PROVIDER.kind, edit=edit)
    if not caps.action_disabled:
        return None
    action = types.CodeAction(f"{fix.title}: {fix.refusal}", kind=PROVIDER.kind)
    action.disabled = types.CodeActionDisabled(fix.refusal)
    return action


async def _compare(server: Server, data: Any) -> str | None:
    """Show what a part expects, what stands there and what it wants; the same text comes back."""
    snapshot, resolution = await _named_part(server, data)
    if snapshot is None or resolution is None:
        server.tell(types.MessageType.Warning, "There is no such part to compare with its file.")
        return None
    text = three_ways(snapshot.report, resolution)
    await show_text(server, text, "comparison")
    return text


async def _go(server: Server, data: Any) -> bool:
    """Put the cursor on the first line that a part puts in, or takes out if that is all it does."""
    snapshot, resolution = await _named_part(server, data)
    if snapshot is None or resolution is None or not server.caps.show_document:
        return False
    lines = resolution.part.added or resolution.part.lines
    at = lines[0].span.start if lines else resolution.part.header.start
    buffer, document = snapshot.report.patch.buffer, snapshot.document
    where = document.counting.range(buffer.outer, buffer.shown(Span(at, at)))
    return await show_place(server, document.uri, where)


async def _named_part(server: Server, data: Any) -> tuple[Snapshot | None, Resolution | None]:
    asked, snapshot = read_arguments(data), await named_patch(server, data)
    part = asked.selection.part if asked else None
    return snapshot, snapshot.report.part(part) if snapshot else None


PROVIDER = Provider("refactor.patchsight.part", _offer, commands={_COMPARE: _compare, _GO: _go})

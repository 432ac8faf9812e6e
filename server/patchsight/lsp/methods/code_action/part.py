"""What can be done with one part of the patch, in the patch itself: drop it, split it at the cursor,
write it anew, let it win over the file; and looking at a stale one in three ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.describe.three_ways import three_ways
from patchsight.core.fixes import find_part_edits
from patchsight.core.model.report import State
from patchsight.lsp.arguments import named_patch, read_arguments
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.show_document import show_text
from patchsight.lsp.workspace_edit import edit_patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

_COMMAND = "patchsight.comparePart"


def _offer(request: Request) -> list[Action]:
    """What can be done from a row of the patch."""
    report = request.snapshot.report
    resolution = report.part_at(request.span.start)
    if resolution is None:
        return []
    row = report.patch.buffer.row(request.span.start)
    actions: list[Action] = [
        types.CodeAction(
            fix.title,
            kind=PROVIDER.kind,
            edit=edit_patch(request.snapshot, fix.edits, request.server.caps),
        )
        for fix in find_part_edits(request.trial, resolution, row)
    ]
    if resolution.state is State.MISSING and resolution.nearest:
        title = "Compare this part with the file"
        argument = {"uri": request.snapshot.document.uri, "part": resolution.part.index}
        command = types.Command(title, _COMMAND, arguments=[argument])
        actions.append(types.CodeAction(title, kind=PROVIDER.kind, command=command))
    return actions


async def _compare(server: Server, data: Any) -> str | None:
    """Show what a part expects, what stands there and what it wants; the same text comes back."""
    asked, snapshot = read_arguments(data), await named_patch(server, data)
    part = asked.selection.part if asked else None
    resolution = snapshot.report.part(part) if snapshot else None
    if snapshot is None or resolution is None:
        server.tell(types.MessageType.Warning, "There is no such part to compare with its file.")
        return None
    text = three_ways(snapshot.report, resolution)
    await show_text(server, text)
    return text


PROVIDER = Provider("refactor.patchsight.part", _offer, commands={_COMMAND: _compare})

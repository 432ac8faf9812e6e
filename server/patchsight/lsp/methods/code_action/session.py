"""The session's block: as text, and as an action that brings it up to date in the buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.session.block import render_for, update_block
from patchsight.lsp.arguments import named_patch
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.workspace_edit import edit_patch

if TYPE_CHECKING:
    from patchsight.lsp.server import Server


async def _render(server: Server, data: Any) -> str | None:
    snapshot = await named_patch(server, data)
    return render_for(snapshot.report.patch, snapshot.workspace.session) if snapshot else None


def _offer(request: Request) -> list[Action]:
    """The action that writes the block, or brings it up to date."""
    patch = request.snapshot.report.patch
    change = update_block(patch, request.snapshot.workspace.session)
    if change is None:
        return []
    title = "Update the session context" if patch.session else "Insert the session context"
    edit = edit_patch(request.snapshot, [change], request.server.caps)
    return [types.CodeAction(title, kind=PROVIDER.kind, edit=edit)]


PROVIDER = Provider(
    "refactor.rewrite.patchsight.session",
    _offer,
    commands={"patchsight.sessionContext": _render},
)

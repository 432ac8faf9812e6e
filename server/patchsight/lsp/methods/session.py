"""The session's block: as text for whoever asks, and as an action that brings it up to date in the
buffer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from patchsight.core.session.block import render_for, update_block
from patchsight.lsp.analysis import Snapshot
from patchsight.lsp.methods.fixes import FixMaker

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

CONTEXT_COMMAND = "patchsight.sessionContext"
KIND = "refactor.rewrite.patchsight.session"


def register(server: Server) -> None:
    @server.command(CONTEXT_COMMAND)
    async def on_context(*arguments: Any) -> str | None:
        snapshot = await server.named(arguments[0] if arguments else None)
        return render_for(snapshot.report.patch, snapshot.workspace.session) if snapshot else None


def offers(snapshot: Snapshot, maker: FixMaker) -> list[types.CodeAction]:
    """The action that writes the block, or brings it up to date."""
    patch = snapshot.report.patch
    change = update_block(patch, snapshot.workspace.session)
    if change is None:
        return []
    title = "Update the session context" if patch.session else "Insert the session context"
    return [types.CodeAction(title, kind=KIND, edit=maker.edit([change]))]

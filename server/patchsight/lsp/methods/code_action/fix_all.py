"""One action that makes every safe fix of the patch."""

from __future__ import annotations

from lsprotocol import types

from patchsight.core import fixes
from patchsight.lsp.methods.code_action.provider import Action, Provider, Request
from patchsight.lsp.workspace_edit import edit_patch


def _offer(request: Request) -> list[Action]:
    edits = fixes.fix_all(request.trial)
    if not edits:
        return []
    edit = edit_patch(request.snapshot, edits, request.server.caps)
    return [types.CodeAction("Fix all safe problems of the patch", kind=PROVIDER.kind, edit=edit)]


PROVIDER = Provider("source.fixAll.patchsight", _offer)
